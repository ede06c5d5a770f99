// Order statistics and units for the tables.

/** The q-quantile (0..1) of numbers: the nearest rank, no interpolation; NaN for an empty list. */
export function quantile(numbers, q) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? NaN;
}

export const median = (numbers) => quantile(numbers, 0.5);

const digits = (value) => (value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3);

/** Milliseconds as text with a fitting unit. */
export function time(ms) {
  if (!Number.isFinite(ms)) return '–';
  return ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : `${ms.toFixed(digits(ms))} ms`;
}

/** Bytes as text in units of 1 000 000. */
export const megabytes = (bytes) =>
  Number.isFinite(bytes) ? `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB` : '–';

/** A ratio as text, such as `8.3×`. */
export const times = (ratio) =>
  Number.isFinite(ratio) ? `${ratio.toFixed(ratio >= 20 ? 0 : ratio >= 2 ? 1 : 2)}×` : '–';

/** A whole number with thin groups: 99 994. */
export const count = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ' ');
