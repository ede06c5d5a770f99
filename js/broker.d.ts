// An entry for bundlers: run as a worker, and exporting nothing.
export {};
