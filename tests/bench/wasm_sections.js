// Reads the sizes of the functions out of a WebAssembly binary (core specification, section 5).

const IMPORT_SECTION = 2;
const CODE_SECTION = 10;
const FUNCTION_KIND = 0;

class Reader {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** An unsigned number in LEB128. */
  number() {
    let result = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      result += (byte & 127) * 2 ** shift;
      if (byte < 128) return result;
    }
  }

  skip(count) {
    this.at += count;
  }

  skipLimits() {
    if (this.number() & 1) this.number();
    this.number();
  }

  /** Skips the description of an import; its kind. */
  importKind() {
    this.skip(this.number());
    this.skip(this.number());
    const kind = this.byte();
    if (kind === FUNCTION_KIND) this.number();
    else if (kind === 1)
      (this.byte(), this.skipLimits()); // table
    else if (kind === 2)
      this.skipLimits(); // memory
    else if (kind === 3)
      this.skip(2); // global
    else (this.byte(), this.number()); // tag
    return kind;
  }
}

function sections(bytes) {
  const found = new Map();
  for (let at = 8; at < bytes.length;) {
    const reader = new Reader(bytes, at);
    const id = reader.byte();
    const size = reader.number();
    found.set(id, reader.at);
    at = reader.at + size;
  }
  return found;
}

function importedFunctions(bytes, at) {
  if (at === undefined) return 0;
  const reader = new Reader(bytes, at);
  const kinds = Array.from({ length: reader.number() }, () => reader.importKind());
  return kinds.filter((kind) => kind === FUNCTION_KIND).length;
}

/** `[{index, size}]` of the functions that a module defines; `size` counts the length prefix. */
export function codeSizes(bytes) {
  const places = sections(bytes);
  const first = importedFunctions(bytes, places.get(IMPORT_SECTION));
  const reader = new Reader(bytes, places.get(CODE_SECTION));
  return Array.from({ length: reader.number() }, (_, i) => {
    const start = reader.at;
    reader.skip(reader.number());
    return { index: first + i, size: reader.at - start };
  });
}
