// Reads js/loci.d.ts through the TypeScript compiler: names, defaults, unions, and whether a value
// has a declared shape.

import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const path = fileURLToPath(new URL('../../js/loci.d.ts', import.meta.url));
const program = ts.createProgram([path], {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  types: [],
});
const checker = program.getTypeChecker();
const file = program.getSourceFile(path);
const exported = new Map(
  checker
    .getExportsOfModule(checker.getSymbolAtLocation(file))
    .map((symbol) => [symbol.name, symbol]),
);

/** The declared type of an exported name. */
export const typeNamed = (name) => checker.getDeclaredTypeOfSymbol(exported.get(name));

/** The words of a union of string literals, sorted. */
export function wordsOf(name) {
  const type = typeNamed(name);
  return (type.isUnion() ? type.types : [type]).map((literal) => literal.value).sort();
}

/** The fields or methods of an interface, sorted; symbols as `[Symbol.name]`. */
export function fieldsOf(name) {
  return checker.getPropertiesOfType(typeNamed(name)).map(nameOf).sort();
}

/** Field -> default, from the `@default` tags of an interface; fields without one are left out. */
export function defaultsOf(name) {
  const defaults = {};
  for (const field of checker.getPropertiesOfType(typeNamed(name))) {
    const tag = field.getJsDocTags(checker).find(({ name }) => name === 'default');
    if (tag) defaults[field.name] = JSON.parse(ts.displayPartsToString(tag.text));
  }
  return defaults;
}

/** The fields of an interface that have no word of description. */
export function undocumentedOf(name) {
  return checker
    .getPropertiesOfType(typeNamed(name))
    .filter((field) => field.getDocumentationComment(checker).length === 0)
    .map(nameOf);
}

// The compiler calls the member `[Symbol.dispose]` `__@dispose@` and a number.
const nameOf = ({ name }) => name.replace(/^__@(\w+)@.*$/, '[Symbol.$1]');

/**
 * Compares values with declared types, field by field and to the bottom. `seen` notes which fields
 * of which types have had a value.
 */
export class ShapeChecker {
  seen = new Map();

  /** What differs, in words; empty where `value` has the type. */
  differences(value, typeName) {
    return this.#compare(value, typeNamed(typeName), typeName);
  }

  /** Fields of the types met so far that no value has had. */
  unseen() {
    return [...this.seen].flatMap(([type, names]) =>
      checker
        .getPropertiesOfType(type)
        .filter(({ name }) => !names.has(name))
        .map(({ name }) => `${type.symbol.name}.${name}`),
    );
  }

  #compare(value, type, path) {
    if (type.isUnion()) return this.#compareUnion(value, type, path);
    if (type.isLiteral()) return value === type.value ? [] : [`${path}: ${value} is not declared`];
    if (checker.isArrayType(type)) return this.#compareArray(value, type, path);
    if (type.flags & ts.TypeFlags.Object) return this.#compareObject(value, type, path);
    return describes(type, value)
      ? []
      : [`${path}: ${typeof value} for ${checker.typeToString(type)}`];
  }

  #compareUnion(value, union, path) {
    const outcomes = union.types.map((type) => this.#compare(value, type, path));
    return outcomes.find((differences) => differences.length === 0) ?? outcomes.flat();
  }

  #compareArray(value, type, path) {
    if (!Array.isArray(value)) return [`${path}: no array`];
    const [element] = checker.getTypeArguments(type);
    return value.flatMap((item, i) => this.#compare(item, element, `${path}[${i}]`));
  }

  #compareObject(value, type, path) {
    if (value === null || typeof value !== 'object') return [`${path}: no object`];
    if (checker.getIndexInfosOfType(type).length > 0) return []; // names are the user's
    const declared = new Map(checker.getPropertiesOfType(type).map((field) => [field.name, field]));
    const undeclared = Object.keys(value).filter((name) => !declared.has(name));
    const differences = undeclared.map((name) => `${path}.${name}: undeclared`);
    for (const [name, field] of declared) {
      differences.push(...this.#compareField(value, type, field, `${path}.${name}`));
    }
    return differences;
  }

  #compareField(value, owner, field, path) {
    if (!this.seen.has(owner)) this.seen.set(owner, new Set());
    if (!Object.hasOwn(value, field.name)) {
      return field.flags & ts.SymbolFlags.Optional ? [] : [`${path}: missing`];
    }
    this.seen.get(owner).add(field.name);
    return this.#compare(value[field.name], checker.getTypeOfSymbol(field), path);
  }
}

function describes({ flags }, value) {
  if (flags & ts.TypeFlags.String) return typeof value === 'string';
  if (flags & ts.TypeFlags.Number) return typeof value === 'number';
  if (flags & ts.TypeFlags.BooleanLike) return typeof value === 'boolean';
  if (flags & ts.TypeFlags.Null) return value === null;
  if (flags & ts.TypeFlags.Undefined) return value === undefined;
  return false;
}
