/** A size in bytes, or with its unit. */
export const sizes = /^(\d{1,9}(?:\.\d{1,3})?)(B|kB|KB|MB|KiB|MiB)?$/;

/** In texts of a time; without a unit, seconds are meant. */
const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** Reads a time as `10`, `2.5`, `500ms`, `10s` or `15m`; NaN for any other text. */
export function millisecondsIn(text: string): number {
  const [, digits, unit = "s"] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(text) ?? [];
  return Math.round(Number(digits) * (unitMs[unit] ?? Number.NaN));
}

/** Kilobytes are those of a thousand bytes in either case. */
const unitBytes: Readonly<Record<string, number>> = {
  ...{ B: 1, kB: 1000, KB: 1000, MB: 1_000_000 },
  ...{ KiB: 2 ** 10, MiB: 2 ** 20 },
};

/** Reads a size in bytes; NaN for any other text. */
export function bytesIn(size: string): number {
  const [, digits, unit = "B"] = sizes.exec(size) ?? [];
  return Math.round(Number(digits) * (unitBytes[unit] ?? Number.NaN));
}

/** As `bytesIn` reads it: `2MiB`, `500kB`, `1234567`. */
export function sizeInWords(bytes: number): string {
  const units = ["MiB", "MB", "kB", "KiB"].map((unit) => [unit, unitBytes[unit] ?? 1] as const);
  const fitting = units.find(([, size]) => bytes >= size && bytes % size === 0);
  return fitting === undefined ? String(bytes) : `${bytes / fitting[1]}${fitting[0]}`;
}
