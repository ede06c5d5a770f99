// A durable host in memory, for stores that a test opens hundreds of times: no disk, no waiting.

const NAMES = ['database', 'log', 'journal'];

/** Bytes that grow without being copied each time. */
class GrowingFile {
  #room;
  size;

  constructor(bytes) {
    this.#room = Uint8Array.from(bytes);
    this.size = bytes.length;
  }

  get bytes() {
    return this.#room.subarray(0, this.size);
  }

  resize(size) {
    if (size > this.#room.length) {
      const room = new Uint8Array(size * 2);
      room.set(this.bytes);
      this.#room = room;
    }
    if (size < this.size) this.#room.fill(0, size, this.size);
    this.size = size;
  }

  write(view, offset) {
    if (view.length === 0) return;
    this.resize(Math.max(this.size, offset + view.length));
    this.#room.set(view, offset);
  }
}

export class BufferHost {
  durable = true;
  lastError = '';
  #files;

  /** @param {{database?: Uint8Array, log?: Uint8Array, journal?: Uint8Array}} files are copied */
  constructor(files = {}) {
    this.#files = NAMES.map((name) => new GrowingFile(files[name] ?? []));
  }

  /** Copies of the files as they are now. */
  files() {
    return Object.fromEntries(NAMES.map((name, file) => [name, this.#files[file].bytes.slice()]));
  }

  open() {
    return 0;
  }

  read(file, view, offset) {
    const bytes = this.#files[file].bytes.subarray(offset, offset + view.length);
    view.set(bytes);
    return bytes.length;
  }

  write(file, view, offset) {
    this.#files[file].write(view, offset);
    return view.length;
  }

  truncate(file, size) {
    this.#files[file].resize(size);
    return 0;
  }

  flush() {
    return 0;
  }

  size(file) {
    return this.#files[file].size;
  }

  close() {}
}
