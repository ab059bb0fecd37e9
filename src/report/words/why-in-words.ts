import { ofCore } from "#core/check/results/core-reasons.ts";
import { type Reason, type ReasonWords, type Remedy, rowsOf } from "#core/check/results/unresolved.ts";
import type { Decision, Why } from "#core/check/results/verdict.ts";
import type { SuiteWords } from "#core/check/suite.ts";
import type { Option } from "#core/options/option.ts";
import { runOptions } from "#core/run/options.ts";
import { causeSentence } from "./cause-in-words.ts";

/** Why a requirement neither passed nor failed, and what would change that. Empty where neither is known. */
export function whyInWords(of: Decision, words: SuiteWords, what: "it" | "them" = "it"): string {
  const { verdict, remedy } = of;
  const why = reasonInWords(of, words);
  // The user chose the profile: the option is the whole reason.
  if (verdict === "skipped" && remedy !== undefined) return `tested only with \`${remedyInWords(remedy)}\``;
  return [why, remedy && toTest(what, remedy)].filter((part) => part !== undefined).join("; ");
}

/** A key: the same text for things with the same reason and the same remedy, whatever text the remedy's one option has. */
export function alikeInWords(of: Decision, words: SuiteWords): string {
  const [only, ...others] = of.remedy !== undefined && "options" in of.remedy ? of.remedy.options : [];
  // Several inputs can be given, and one profile.
  return typeof only?.value === "string" && others.length === 0 && of.verdict !== "skipped"
    ? `${reasonInWords(of, words)} --${only.option}`
    : whyInWords(of, words);
}

/** A sentence names at most so many values of an option. */
const mostValues = 3;

/** Why these, which share a reason, neither passed nor failed. */
export function whyTogether(all: readonly Decision[], words: SuiteWords): string {
  const [first] = all;
  if (first === undefined) return "";
  const remedies = [
    ...new Set(all.flatMap(({ remedy }) => (remedy === undefined ? [] : remedyInWords(remedy)))),
  ];
  if (remedies.length < 2) return whyInWords(first, words);
  const some = remedies.slice(0, mostValues).join(" ");
  const more = remedies.length > mostValues ? ", and so on" : "";
  return `${reasonInWords(first, words)}; to test them, add \`${some}\`${more}`;
}

function toTest(what: string, remedy: Remedy): string {
  const add = "change" in remedy ? ": " : ", add ";
  return `to test ${what}${add}${remedyInWords(remedy, "`")}`;
}

/** Options as they are typed, those of the command line first: `--profile thorough`, or `max-wait: 90 in the configuration`. */
export function remedyInWords(remedy: Remedy, quote = ""): string {
  if ("change" in remedy) return remedy.change;
  const typed = remedy.options.filter(({ option }) => !ofFileAlone.has(option));
  const ofFile = remedy.options.filter(({ option }) => ofFileAlone.has(option));
  const line = typed.map(({ option, value }) =>
    value === undefined ? `--${option}` : `--${option} ${value}`,
  );
  return [
    ...(line.length === 0 ? [] : [quote + line.join(" ") + quote]),
    ...ofFile.map(({ option, value }) => `${quote}${option}: ${value}${quote} in the configuration`),
  ].join(", and ");
}

const ofFileAlone: ReadonlySet<string> = new Set(
  Object.values<Option>(runOptions).flatMap(({ name, inFileOnly }) => (inFileOnly === true ? name : [])),
);

/** The reason alone, beginning with the requirement whose failure is behind it, if any. */
export function reasonInWords({ reason, cause }: Why, words: SuiteWords): string | undefined {
  if (cause?.kind === "root-cause") return causeSentence(cause.by, words);
  const why = reason && filledIn(reason, words);
  return cause?.failed === undefined ? why : `because ${cause.failed} failed: ${why}`;
}

/** `{name}`, or `{number|list|lists}`. */
const place = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

const rowsOfCore = rowsOf(ofCore);

/** Undefined for a kind that this suite does not have; a recording may name one. */
function rowOf({ kind }: Reason, { reasons }: SuiteWords): ReasonWords | undefined {
  return [...reasons, ...rowsOfCore].find((row) => row.kind === kind);
}

function filledIn(reason: Reason, words: SuiteWords): string {
  const facts = new Map<string, unknown>([...Object.entries(reason), ["things", words.things]]);
  const template = rowOf(reason, words)?.words ?? "a reason that this version does not know";
  return template.replace(place, (_, name: string, one?: string, many = "") => {
    const fact = facts.get(name);
    if (one !== undefined) return fact === 1 ? one : many;
    if (isReason(fact)) return filledIn(fact, words);
    return typeof fact === "string" || typeof fact === "number" ? String(fact) : "…";
  });
}

function isReason(fact: unknown): fact is Reason {
  return typeof fact === "object" && fact !== null && "kind" in fact;
}

/** The reason for machines: its kind, and the facts that its words name. */
export function reasonRecord(reason: Reason, words: SuiteWords): unknown {
  const row = rowOf(reason, words);
  if (row === undefined) return undefined;
  const named = new Set([...row.words.matchAll(place)].map(([, name]) => name));
  const facts = Object.entries(reason).filter(([name]) => named.has(name));
  return { kind: row.kind, ...Object.fromEntries<unknown>(facts) };
}
