/** The most digits of an integer; one whose exponent asks for more is not expanded. */
const maxIntegerDigits = 400;

interface Decimal {
  readonly negative: boolean;
  /** Significant digits without zeros at either end; empty for zero. */
  readonly digits: string;
  /** The power of ten of the last digit. */
  readonly exponent: bigint;
}

/**
 * The integer that a JSON number denotes exactly: `1.0`, `1e2` and `-0` are integers.
 * Undefined when the number is none, or when it has more than 400 digits.
 */
export function exactInteger(raw: string): bigint | undefined {
  if (isPlain(raw)) return BigInt(raw);
  const decimal = decimalOf(raw);
  if (decimal === undefined || decimal.exponent < 0n) return undefined;
  if (decimal.digits === "") return 0n;
  if (BigInt(decimal.digits.length) + decimal.exponent > BigInt(maxIntegerDigits)) return undefined;
  const magnitude = BigInt(decimal.digits + "0".repeat(Number(decimal.exponent)));
  return decimal.negative ? -magnitude : magnitude;
}

/** True when the number denotes an integer, however long: JSON Schema's `integer`. */
export function isInteger(raw: string): boolean {
  if (isPlain(raw)) return true;
  const decimal = decimalOf(raw);
  return decimal !== undefined && decimal.exponent >= 0n;
}

/** True when one number is a multiple of the other, by their digits: 19.99 of 0.01. Also where it takes too many to tell. */
export function isMultiple(raw: string, ofRaw: string): boolean {
  const [a, b] = [decimalOf(raw), decimalOf(ofRaw)];
  if (a === undefined || b === undefined || a.digits === "" || b.digits === "") return true;
  const lowest = a.exponent < b.exponent ? a.exponent : b.exponent;
  const most = BigInt(maxIntegerDigits);
  if (a.exponent - lowest > most || b.exponent - lowest > most) return true;
  const whole = ({ digits, exponent }: Decimal) => BigInt(digits) * 10n ** (exponent - lowest);
  return whole(a) % whole(b) === 0n;
}

/** The same text for the same number, however it is spelt: `1.0` and `10e-1`. */
export function canonicalNumber(raw: string): string {
  const decimal = decimalOf(raw);
  if (decimal === undefined) return raw;
  const { negative, digits, exponent } = decimal;
  return digits === "" ? "0" : `${negative ? "-" : ""}${digits}e${exponent}`;
}

/** Nothing but digits, as nearly every number of an answer is. */
function isPlain(raw: string): boolean {
  return raw.length < 20 && /^-?[0-9]+$/.test(raw);
}

export function isInt64(n: bigint): boolean {
  return BigInt.asIntN(64, n) === n;
}

function decimalOf(raw: string): Decimal | undefined {
  const parts = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(raw);
  if (parts === null) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = parts;
  const all = whole + fraction;
  let from = 0;
  while (all[from] === "0") from += 1;
  if (from === all.length) return { negative: false, digits: "", exponent: 0n };
  let to = all.length;
  while (all[to - 1] === "0") to -= 1;
  return {
    negative: sign === "-",
    digits: all.slice(from, to),
    exponent: BigInt(exponent.replace(/^\+/, "")) - BigInt(fraction.length) + BigInt(all.length - to),
  };
}
