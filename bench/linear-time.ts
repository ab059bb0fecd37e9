import { decodeAnswer } from "#core/exchange/decoding/decode.ts";
import { createSecrets } from "#core/secrets/secrets.ts";

/** Bodies that parsers take more than linear time for, by name. */
const shapes: Readonly<Record<string, (bytes: number) => string>> = {
  "opened arrays": (bytes) => "[".repeat(bytes),
  "a list of numbers": (bytes) => `[${"1,".repeat(bytes / 2)}1]`,
  "one number": (bytes) => "9".repeat(bytes),
  "one string of escapes": (bytes) => `"${"\\u0041".repeat(bytes / 6)}"`,
  "one name again and again": (bytes) => `{${'"a":1,'.repeat(bytes / 6)}"a":1}`,
  blanks: (bytes) => " ".repeat(bytes),
};

const key = "sk-Live/7+aB9&xQ2=zT5~rW";
const secrets = createSecrets(key);

type Work = (body: Buffer) => void;

function read(body: Buffer): void {
  const response = { kind: "response", status: 200, headers: [], body } as const;
  decodeAnswer(response, { maxBytes: 1 << 23, maxValues: 1 << 23 });
}

function redact(body: Buffer): void {
  // Another view of it: what was looked through once is remembered.
  secrets.redact(body.subarray());
}

/** What a target may send to make the search for a key slow: as much of it as can be without the whole. */
const nearlyKeys: typeof shapes = {
  "the beginning of the key": (bytes) => key.slice(0, 11).repeat(bytes / 11),
  "the beginning of its base64": (bytes) =>
    btoa(key)
      .slice(0, 15)
      .repeat(bytes / 15),
  "percent signs": (bytes) => "%25".repeat(bytes / 3),
  backslashes: (bytes) => "\\".repeat(bytes),
};

/**
 * How the time for a body grows with its size: the slope of log time over log size, from 256 KiB to 4 MiB, by what is
 * done and the body's shape. 1 is linear.
 */
export function slopes(): Readonly<Record<string, number>> {
  const sizes = [1 << 18, 1 << 19, 1 << 20, 1 << 21, 1 << 22];
  const slopeOf = (work: Work, make: (bytes: number) => string) =>
    slope(sizes.map((size) => [Math.log2(size), Math.log2(leastMs(work, Buffer.from(make(size))))] as const));
  const of = (work: Work, all: typeof shapes) =>
    Object.entries(all).map(([name, make]) => [`${work.name} ${name}`, slopeOf(work, make)] as const);
  return Object.fromEntries([...of(read, shapes), ...of(redact, nearlyKeys)]);
}

/** The least of seven: what others do on the machine only adds. */
function leastMs(work: Work, body: Buffer): number {
  const once = () => {
    const began = performance.now();
    work(body);
    return performance.now() - began;
  };
  return Math.min(...Array.from({ length: 7 }, once));
}

function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([a]) => a)), mean(points.map(([, b]) => b))];
  const above = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return above / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}
