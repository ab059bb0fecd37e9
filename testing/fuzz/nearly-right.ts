import fc from "fast-check";

/** What stands in a text at the places where parsers go wrong. */
const tokens = [
  ...["%2f", "..%2f", "%00", "%", "\\", "\\u", "\\ud800", "'", '"', "#", "\n", "\t"],
  ...["[", "]", "{", "}", ",", ":", ": ", "{}", "[]", "[".repeat(16), '"__proto__":{}', '"id":', '"status":'],
  ...["&a ", "*a", "<<: *a", "!!js/function ", "? ", "- ", "|\n", "~", "null", "true"],
  ...["\0", "\ud800", "\u2028", "\ufeff", "\u202e", "__proto__", "constructor", "toString", "$ref"],
  ...["0", "-", "-0", "1.0", "1e999", "1e9999999999", "9".repeat(40), "9223372036854775808", "2030-02-31"],
  ...["file:", "http://[", "-----BEGIN", "-----END X-----"],
];

/** Made once: it goes over all of Unicode. */
const randomText = fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: "binary", maxLength: 6 }));

const edits = fc.array(
  fc.record({
    at: fc.nat(999),
    cut: fc.oneof(fc.constant(0), fc.nat(40)),
    put: randomText,
    twice: fc.nat(9),
  }),
  { maxLength: 4 },
);

/** One of these texts after up to four edits, each of which inserts, removes or repeats something; one in ten is random characters. */
export function nearlyRight(texts: readonly string[]): fc.Arbitrary<string> {
  const changed = fc.tuple(fc.constantFrom(...texts), edits).map(([right, all]) =>
    all.reduce((text, { at, cut, put, twice }) => {
      const from = Math.floor((at / 1000) * text.length);
      const rest = text.slice(twice === 0 ? Math.max(0, from - 20) : from + cut);
      return text.slice(0, from) + put + rest;
    }, right),
  );
  return fc.oneof(
    { arbitrary: changed, weight: 9 },
    { arbitrary: fc.array(randomText).map((all) => all.join("")), weight: 1 },
  );
}
