// A file in memory as a list of pages, which grows without copying what it has. A page that was never
// written is zeros and takes no room.

export class PagedFile {
  size = 0;
  #pageBytes;
  #pages = new Map(); // by index

  constructor(pageBytes) {
    this.#pageBytes = pageBytes;
  }

  /** The page's own bytes, or undefined where they are all zeros. */
  page(index) {
    return this.#pages.get(index);
  }

  /** Takes `bytes`, one page, as they are. */
  setPage(index, bytes) {
    this.#pages.set(index, bytes);
  }

  /** How many bytes were read into `view`. */
  read(view, offset) {
    const count = Math.max(0, Math.min(view.length, this.size - offset));
    this.#forEachPart(offset, count, (index, start, from, length) => {
      const page = this.#pages.get(index);
      const to = view.subarray(from, from + length);
      if (page) to.set(page.subarray(start, start + length));
      else to.fill(0);
    });
    return count;
  }

  /** Calls `touched(index)` for each page that it changes. */
  write(view, offset, touched) {
    this.#forEachPart(offset, view.length, (index, start, from, length) => {
      this.#ownPage(index).set(view.subarray(from, from + length), start);
      touched(index);
    });
    if (view.length > 0) this.size = Math.max(this.size, offset + view.length);
  }

  /** What is cut off is zeros when the file grows again. Calls `touched` for the page that was cut. */
  truncate(size, touched) {
    if (size < this.size) this.#cut(size, touched);
    this.size = size;
  }

  /** The number of pages that the file reaches into. */
  get pageCount() {
    return Math.ceil(this.size / this.#pageBytes);
  }

  #cut(size, touched) {
    const end = Math.ceil(size / this.#pageBytes);
    for (let index = end; index < this.pageCount; ++index) this.#pages.delete(index);
    const rest = size % this.#pageBytes;
    if (rest === 0 || !this.#pages.has(end - 1)) return;
    this.#pages.get(end - 1).fill(0, rest);
    touched(end - 1);
  }

  #ownPage(index) {
    let page = this.#pages.get(index);
    if (!page) this.#pages.set(index, (page = new Uint8Array(this.#pageBytes)));
    return page;
  }

  /** Calls `part(page index, start in the page, start in the view, length)` along a range. */
  #forEachPart(offset, count, part) {
    for (let done = 0; done < count;) {
      const at = offset + done;
      const start = at % this.#pageBytes;
      const length = Math.min(this.#pageBytes - start, count - done);
      part(Math.floor(at / this.#pageBytes), start, done, length);
      done += length;
    }
  }
}
