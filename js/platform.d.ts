/**
 * Classes of the platform, as its own declarations have them: those of TypeScript's library `dom`, of
 * @types/node, or of the runtime. A project without them does not know such values, and needs no types
 * of them either.
 */

type Declared<Name extends string, Otherwise = never> =
  typeof globalThis extends Record<Name, { prototype: infer Instance }> ? Instance : Otherwise;

export type PlatformResponse = Declared<'Response'>;
export type PlatformURL = Declared<'URL'>;
export type PlatformWorker = Declared<'Worker'>;
export type PlatformSharedWorker = Declared<'SharedWorker'>;

/** A WebAssembly.Module; where nothing declares that, any object. */
export type WasmModule = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Instance } };
}
  ? Instance
  : object;
