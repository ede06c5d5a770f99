// What crosses into the engine beside the JSON of a call: vectors and bytes, which JSON would make
// long and slow. They follow the text behind a zero byte, which JSON never holds, and stand in it as
// {"at": offset, "bytes": length}, counted from that byte.

export class Attachments {
  #parts = [];
  #size = 0;

  /** Bytes of all of them. */
  get size() {
    return this.#size;
  }

  /**
   * Takes one in; what stands for it in the JSON.
   * @param {Float32Array | Uint8Array} part is not copied, so it must stay as it is until it is written
   */
  add(part) {
    const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    const reference = { at: this.#size, bytes: bytes.length };
    this.#parts.push(bytes);
    this.#size += bytes.length;
    return reference;
  }

  /** What they take behind the JSON. */
  get room() {
    return this.#size === 0 ? 0 : 1 + this.#size;
  }

  /**
   * Writes them behind the JSON.
   * @param {Uint8Array} target
   * @param {number} end of the JSON in it
   * @returns {number} the end of it all
   */
  writeTo(target, end) {
    if (this.#size === 0) return end;
    target[end] = 0;
    let at = end + 1;
    for (const bytes of this.#parts) {
      target.set(bytes, at);
      at += bytes.length;
    }
    return at;
  }
}
