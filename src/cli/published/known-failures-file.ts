import { checkedSelectors } from "#assembly/options/selectors.ts";
import type { Requirement } from "#core/check/requirement.ts";
import { isPlainArray, isPlainObject, type PlainObject } from "#core/json/plain.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { parseYaml } from "#core/options/yaml-file.ts";
import { mostBytes } from "#files/read-bounded.ts";
import { fingerprintOf, type KnownFailure, type NewFailure } from "#report/compare/known-failures.ts";
import { readNamedFile } from "../file-kinds.ts";

/** Placeholder in a new entry until a person fills it in. */
const unwritten = "WRITE";

const members = ["requirement", "case", "fingerprint", "reason", "link", "until"] as const;

/** Reads the list of known failures (YAML). @throws UsageError for one that cannot be read, an incomplete entry, or an unknown requirement */
export async function readKnownFailures(file: string, folder: string, requirements: readonly Requirement[]) {
  const words = { what: whatItIs, remedy: "Name a readable YAML file." };
  const bytes = await readNamedFile(file, folder, { most: mostBytes.written, ...words });
  // Fingerprints and dates stay text.
  const { value, where } = await parseYaml(String(bytes), file, whatItIs, "failsafe");
  if (value === null) return [];
  if (!isPlainArray(value))
    throw wrong("the known failures are not a list", file, "Begin each entry with `- `.");
  return value.map((entry, index) =>
    isPlainObject(entry)
      ? readEntry(entry, where(index), requirements)
      : readEntry({}, `${file}, entry ${index + 1}`, requirements),
  );
}

const whatItIs = "the list of known failures";

function readEntry(entry: PlainObject, where: string, requirements: readonly Requirement[]): KnownFailure {
  const given = new Map(Object.entries(entry));
  const text = (name: (typeof members)[number]): string => {
    const value = given.get(name);
    if (typeof value !== "string" || value.trim() === "" || value.startsWith(unwritten))
      throw wrong(
        `a known failure has no ${name}`,
        where,
        `Add its ${name}; every entry needs a requirement, a reason and a last day (until).`,
      );
    return value;
  };
  const optional = <Name extends "case" | "fingerprint" | "link">(name: Name) =>
    given.has(name) ? ({ [name]: text(name) } as { readonly [key in Name]: string }) : {};
  for (const name of given.keys())
    if (!members.some((member) => member === name))
      throw wrong(
        `a known failure has an unknown field ${JSON.stringify(name)}`,
        where,
        `Use ${members.join(", ")}.`,
      );
  const [requirement = ""] = checkedSelectors("--known-failures", [text("requirement")], requirements);
  const until = text("until");
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(until) || Number.isNaN(Date.parse(until)))
    throw wrong(`until must be a date as YYYY-MM-DD; got ${JSON.stringify(until)}`, where, "Try 2030-12-05.");
  if (given.has("fingerprint") && !given.has("case"))
    throw wrong(
      "a known failure has a fingerprint and no case",
      where,
      "Add the case that the report has beside the fingerprint, or leave the fingerprint out.",
    );
  const finding = { ...optional("case"), ...optional("fingerprint") };
  return { requirement, ...finding, reason: text("reason"), ...optional("link"), until };
}

function wrong(what: string, where: string, remedy: string): UsageError {
  return new UsageError({ what, where, remedy });
}

/** New failures as they stand in the list, but for what a person has to say of them. */
export async function unsaidEntries(newFailures: readonly NewFailure[]): Promise<string> {
  const { stringify } = await import("yaml");
  return stringify(
    newFailures.map(({ requirement, finding }) => ({
      requirement,
      case: finding.case.id,
      fingerprint: fingerprintOf(requirement, finding),
      reason: `${unwritten} why this is known`,
      until: `${unwritten} the last day, as YYYY-MM-DD`,
    })),
  );
}
