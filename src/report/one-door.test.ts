import { expect, test } from "vitest";
import type { RunReason } from "#core/check/results/cause.ts";
import type { Verdict } from "#core/check/results/verdict.ts";
import type { Run, RunEvent } from "#core/run/result.ts";
import type { reasonWords, wordMembers } from "#core/secrets/redact-value.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { reportOfRun } from "./run-report.ts";

const secret = "s3cret-k3y-of-the-tests";
const secrets = new Secrets(secret);

/** Whose credential holds the key, and makes something of it. */
const exchange = sampleExchange({
  request: {
    credential: {
      kind: "other",
      header: "X-Api-Key",
      value: secret,
      about: "the key elsewhere",
      secret: true,
      derive: () => secret,
    },
  },
});

const run: Run = { ...sampleRun(), exchanges: [exchange] };

test("nothing that is read of a redacted run gives the key, functions called", () => {
  const { exchanges } = secrets.redact(run);
  const { credential } = exchanges[0]?.request ?? {};
  expect(credential?.kind === "other" ? credential.derive?.("") : undefined).toBe("[redacted]");
});

test("what holds no secret stays as it was, but for parsed answers", () => {
  const plain = sampleRun();
  expect(secrets.redact(plain)).toEqual(plain);
});

test("a text member that is new in a run, a verdict or an event comes out redacted", () => {
  const newRun: Run & { readonly motto: string } = { ...run, motto: `holds ${secret}` };
  const newVerdict: Verdict & { readonly hints: readonly { readonly text: string }[] } = {
    ...sampleVerdict("LIST-4", "pass"),
    hints: [{ text: `holds ${secret}` }],
  };
  const newEvent: RunEvent & { readonly more: { readonly bytes: Uint8Array; readonly text: string } } = {
    kind: "notice",
    sentence: "a notice",
    more: { bytes: Buffer.from(secret), text: `holds ${secret}` },
  };
  expect(secrets.redact(newRun).motto).toBe("holds [redacted]");
  expect(secrets.redact({ ...run, verdicts: [newVerdict] }).verdicts[0]).toMatchObject({
    hints: [{ text: "holds [redacted]" }],
  });
  const { bytes, text } = secrets.redact(newEvent).more;
  expect([Buffer.from(bytes).toString(), text]).toEqual(["[redacted]", "holds [redacted]"]);
});

test("a secret that is one of our own words changes no word that a reader goes by", () => {
  const worded = sampleRun({ profile: "thorough", outcome: "conforming", reason: "rate-limited" });
  const found = new Secrets("thorough", "conforming", "rate-limited").redact(worded);
  expect([found.profile, found.outcome, found.reason]).toEqual(["thorough", "conforming", "rate-limited"]);
});

test("what was not redacted is not written: it does not compile", () => {
  // @ts-expect-error a run is evidence until it is redacted
  expect(reportOfRun(run).subject).toBe(run.target);
  // @ts-expect-error what is added to a redacted run is redacted with it, not beside it
  expect(reportOfRun({ ...secrets.redact(run), notes: ["new"] }).notes).toEqual(["new"]);
  const onEvent = (event: Redacted<RunEvent>): string => event.kind;
  // @ts-expect-error so is an event
  expect(onEvent({ kind: "notice", sentence: "new" })).toBe("notice");
  // @ts-expect-error names that nobody knows beforehand would not be redacted
  const record: Redacted<{ readonly byName: Readonly<Record<string, string>> }>["byName"] = { a: "b" };
  expect(record).toBeDefined();
});

/** The members of `T`, at any depth, that have a name out of `Names` and hold any text. */
type TextMembers<T, Names> = T extends Uint8Array | ((...given: never) => unknown)
  ? never
  : T extends readonly (infer Part)[]
    ? TextMembers<Part, Names>
    : T extends object
      ? {
          [K in keyof T]-?:
            | TextMember<K, T[K], Names>
            | (K extends "json" ? never : TextMembers<T[K], Names>);
        }[keyof T]
      : never;

type TextMember<Name, Value, Names> = Name extends Names ? (string extends Value ? Name : never) : never;

/** Compiles where there is none. */
type None<Members> = [Members] extends [never] ? true : Members;

test("members that are taken for words of ours hold no text", () => {
  type Words = (typeof wordMembers)[number];
  // The kinds of inputs are sentences of ours, out of a table.
  const inRuns: None<TextMembers<Omit<Run, "inputs">, Words>> = true;
  const inEvents: None<TextMembers<Exclude<RunEvent, { readonly kind: "finished" }>, Words>> = true;
  const otherReasons: None<Exclude<RunReason, (typeof reasonWords)[number]>> = true;
  // @ts-expect-error a member named `kind` that holds a text is found
  const found: None<TextMembers<{ readonly in: readonly { readonly kind: string }[] }, Words>> = true;
  expect([inRuns, inEvents, otherReasons, found]).toEqual([true, true, true, true]);
});
