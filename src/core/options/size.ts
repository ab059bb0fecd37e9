/** A size in bytes, or with its unit. */
export const sizePattern = /^(\d{1,9}(?:\.\d{1,3})?)(B|kB|KB|MB|KiB|MiB)?$/;

const unitBytes: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1000,
  KB: 1000,
  MB: 1_000_000,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
};

/** Reads a size in bytes; NaN for what is none. */
export function bytesIn(size: string): number {
  const [, digits, unit = "B"] = sizePattern.exec(size) ?? [];
  return digits === undefined ? Number.NaN : Math.round(Number(digits) * (unitBytes[unit] ?? Number.NaN));
}

/** As `bytesIn` reads it: `2MiB`, `500kB`, `1234567`. */
export function sizeInWords(bytes: number): string {
  const units = ["MiB", "MB", "kB", "KiB"].map((unit) => [unit, unitBytes[unit] ?? 1] as const);
  const fitting = units.find(([, size]) => bytes >= size && bytes % size === 0);
  return fitting === undefined ? String(bytes) : `${bytes / fitting[1]}${fitting[0]}`;
}
