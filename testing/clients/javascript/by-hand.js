// What some libraries leave to the program, in one line each.

/** A reviver for JSON.parse: whole numbers beyond 2^53 become BigInts, and keep every digit. */
export const exact = (_key, value, { source }) => (/^-?\d{16,}$/.test(source) ? BigInt(source) : value);

/** How long a Retry-After header asks to wait, in milliseconds: seconds or a date; 0 where it is missing or neither. */
export const retryAfterMs = (value) =>
  Math.max(0, Number(value) * 1000 || Date.parse(value ?? "") - Date.now() || 0);
