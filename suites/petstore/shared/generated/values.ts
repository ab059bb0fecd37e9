import type { Arbitrary } from "fast-check";
import type { Scenario } from "#core/check/check.ts";
import type { Expectation, Permission } from "#core/check/expectation.ts";
import type { Answered, Facts } from "#core/check/facts.ts";
import { type GeneratedStep, type Generators, generatedStep } from "#core/check/inputs/generate.ts";
import type { Contract } from "#core/contract/contract.ts";
import type { WritableJson } from "#core/json/write.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import { serialMark } from "../evidence/marks.ts";
import { created } from "../steps/controls.ts";
import { type NewPetFields, petText, postingAfterFirst } from "../steps/requests.ts";

export const meets =
  ({ mismatch }: Expectation<"served" | "rejected">) =>
  (answer: Answered, facts: Facts): boolean =>
    mismatch(answer, facts) === undefined;

/** Lower-case letters, which stand for themselves in a path, a query and a body. */
export function letters(fc: Generators, { least = 1, most = 8 } = {}): Arbitrary<string> {
  return fc.string({
    unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"),
    minLength: least,
    maxLength: most,
  });
}

/** Decimal digits of a whole number of so many digits, the first of which is not zero. */
export function digits(fc: Generators, least: number, most: number): Arbitrary<string> {
  const rest = fc.string({
    unit: fc.constantFrom(..."0123456789"),
    minLength: least - 1,
    maxLength: most - 1,
  });
  return fc.tuple(fc.integer({ min: 1, max: 9 }), rest).map(([first, more]) => `${first}${more}`);
}

/** Any JSON value but fractions: those are judged by a requirement of their own. */
export function otherValues(fc: Generators): Arbitrary<WritableJson> {
  const scalar = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    letters(fc),
    fc.integer().map(String),
    fc.constantFrom("", " ", "true", "null"),
  );
  return fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 3 }),
    fc.dictionary(letters(fc), scalar, { maxKeys: 2 }).map((object) => ({ ...object })),
    fc.array(fc.array(scalar, { maxLength: 2 }), { maxLength: 2 }),
  );
}

/** Words beside those of the enumeration: in another letter case, truncated, doubled, with whitespace. */
export function statusesOutside(fc: Generators, statuses: readonly string[]): Arbitrary<string> {
  const some = fc.constantFrom(...statuses);
  const blank = fc.constantFrom(" ", "  ");
  const cut = partOf(fc, some);
  return fc
    .oneof(
      letters(fc, { most: 12 }),
      fc.mixedCase(some),
      fc.tuple(some, blank).map((both) => both.join("")),
      fc.tuple(blank, some).map((both) => both.join("")),
      fc.tuple(some, letters(fc, { most: 3 })).map((both) => both.join("")),
      // Parts of a word are drawn more often: comparing by parts is the likelier mistake.
      { arbitrary: cut, weight: 3 },
      fc.tuple(some, some).map(([a, b]) => `${a},${b}`),
      fc.integer().map(String),
    )
    .filter((text) => !statuses.includes(text));
}

/** Any part of a word, the empty one too. */
function partOf(fc: Generators, words: Arbitrary<string>): Arbitrary<string> {
  return words.chain((word) =>
    fc
      .tuple(fc.nat({ max: word.length }), fc.nat({ max: word.length }))
      .map(([from, to]) => word.slice(Math.min(from, to), Math.max(from, to))),
  );
}

/** Numbers that are no int64: with a fraction that no double loses, or too large by any distance. */
export function categoriesOutside(fc: Generators): Arbitrary<string> {
  const fraction = fc
    .tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), digits(fc, 1, 4))
    .map(([whole, rest]) => `${whole}.${rest}`);
  const large = fc.bigInt({ min: 2n ** 63n + 2n ** 11n, max: 2n ** 80n });
  return fc.oneof(
    fraction,
    large.map(String),
    large.map((n) => String(-n)),
    fc.integer({ min: 19, max: 300 }).map((exponent) => `1e${exponent}`),
  );
}

const known = [
  "__proto__",
  "constructor",
  "toString",
  "tags",
  "photoUrls",
  "createdAt",
  "$set",
  "_id.x",
  "@type",
];

/** Members that the document does not name, with values of every kind. */
export function extraMembers(
  fc: Generators,
  named: readonly string[],
): Arbitrary<Readonly<Record<string, WritableJson>>> {
  const excluded = new Set(named.map((name) => name.toLowerCase()));
  const name = fc
    .oneof(fc.constantFrom(...known), letters(fc, { least: 3 }))
    .filter((text) => !excluded.has(text.toLowerCase()));
  return fc
    .array(fc.tuple(name, otherValues(fc)), { minLength: 1, maxLength: 3 })
    .map((members) => Object.fromEntries(members));
}

/** `application/json`, in other letters and with a charset (RFC 9110, 8.3.1 and 5.6.6). */
export function jsonContentTypes(fc: Generators): Arbitrary<string> {
  const charset = fc.constantFrom("utf-8", "UTF-8", '"utf-8"');
  const name = fc.constantFrom("charset", "Charset");
  const gap = fc.constantFrom(";", "; ", " ; ");
  const parameter = fc.tuple(gap, name, charset).map(([before, key, value]) => `${before}${key}=${value}`);
  return fc
    .tuple(fc.mixedCase(fc.constant("application/json")), fc.option(parameter, { nil: "" }))
    .map((both) => both.join(""))
    .filter((text) => text !== "application/json");
}

/** A right body but for these members, with a mark of its own (ruling 7). */
export function body(facts: Facts, letter: string, nth: number, fields: NewPetFields = {}): string {
  return petText(facts, { name: serialMark(facts, letter, nth), ...fields });
}

/** A scenario of inputs that are generated: those come after all others. */
export interface GeneratedScenario extends Scenario {
  readonly isGenerated: true;
}

export function generatedScenario(about: string, cases: Scenario["cases"]): GeneratedScenario {
  return { kind: "scenario", about, cases: derivedFrom(cases), isGenerated: true };
}

interface GeneratedBodies<Input> extends Omit<GeneratedStep<Input>, "holds"> {
  readonly expect: Permission;
  /** False where the document lacks what it is about. */
  readonly isInDocument?: (contract: Contract) => boolean;
}

/** One case: the answers to generated bodies, beside the create that they differ from. */
export function generatedBodies<Input>(about: string, bodies: GeneratedBodies<Input>): GeneratedScenario {
  const { expect, isInDocument = () => true, ...sent } = bodies;
  const step = postingAfterFirst(generatedStep({ ...sent, holds: meets(expect) }));
  return generatedScenario(about, (contract) =>
    isInDocument(contract) ? [{ step, control: created, expect }] : [],
  );
}
