import { resolve } from "node:path";
import { checkedSelectors } from "../../assembly/options/selectors.ts";
import type { Requirement } from "../../core/check/requirement.ts";
import { codeOf } from "../../core/exchange/own-machine.ts";
import { exceeds, mostBytes, readBounded } from "../../core/files/read-bounded.ts";
import { writeWhole } from "../../core/files/write-whole.ts";
import { UsageError } from "../../core/options/usage-error.ts";
import { written } from "../../core/options/yaml-options.ts";
import { fingerprintOf } from "../../report/compare/fingerprint.ts";
import type { KnownFailure, NewFailure } from "../../report/compare/known-failures.ts";
import { unreadable } from "../inputs/file-kinds.ts";

/** Placeholder in a new entry until a person fills it in. */
const unwritten = "WRITE";

const members = ["requirement", "case", "fingerprint", "reason", "link", "until"] as const;

/**
 * Reads the list of known failures (YAML). A missing file is an empty list if it may be created.
 * Throws UsageError for one that cannot be read, an incomplete entry, or an unknown requirement.
 */
export async function readKnownFailures(
  file: string,
  folder: string,
  requirements: readonly Requirement[],
  mayBeAbsent: boolean,
): Promise<readonly KnownFailure[]> {
  let text: string;
  try {
    text = (await readBounded(resolve(folder, file), mostBytes.written)).toString("utf8");
  } catch (error) {
    if (mayBeAbsent && codeOf(error) === "ENOENT") return [];
    throw unreadable(file, error, {
      what: "the list of known failures",
      remedy: "Name a readable YAML file.",
    });
  }
  const { parse } = await import("yaml");
  let entries: unknown;
  try {
    if (exceeds(Buffer.from(text), written)) throw new Error("it is nested too deeply");
    // Dates stay text.
    entries = parse(text, { schema: "failsafe" }) ?? [];
  } catch {
    throw wrong("the list of known failures is not YAML", file, "Correct it.");
  }
  if (!Array.isArray(entries))
    throw wrong("the known failures are not a list", file, "Begin each entry with `- `.");
  return entries.map((entry: unknown, index) =>
    readEntry(entry, `${file}, entry ${index + 1}`, requirements),
  );
}

function readEntry(entry: unknown, where: string, requirements: readonly Requirement[]): KnownFailure {
  const given = typeof entry === "object" && entry !== null ? new Map(Object.entries(entry)) : new Map();
  const text = (name: (typeof members)[number]): string => {
    const value: unknown = given.get(name);
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
  const finding = given.has("fingerprint") ? { case: text("case"), fingerprint: text("fingerprint") } : {};
  return { requirement, ...optional("case"), ...finding, reason: text("reason"), ...optional("link"), until };
}

function wrong(what: string, where: string, remedy: string): UsageError {
  return new UsageError({ what, where, remedy });
}

/** New failures as entries of the list, with what is said of them. */
export function entriesFor(
  newFailures: readonly NewFailure[],
  said: Pick<KnownFailure, "reason" | "until" | "link">,
): readonly KnownFailure[] {
  return newFailures.map(({ requirement, finding }) => ({
    requirement,
    case: finding.case.id,
    fingerprint: fingerprintOf(requirement, finding),
    ...said,
  }));
}

/** New failures as they stand in the list, but for what a person has to say of them. */
export async function unsaidEntries(newFailures: readonly NewFailure[]): Promise<string> {
  const { stringify } = await import("yaml");
  return stringify(
    entriesFor(newFailures, {
      reason: `${unwritten} why this is known`,
      until: `${unwritten} the last day, as YYYY-MM-DD`,
    }),
  );
}

/** Writes the list anew. Throws UsageError if it cannot. */
export async function writeKnownFailures(
  file: string,
  folder: string,
  entries: readonly KnownFailure[],
): Promise<void> {
  const { stringify } = await import("yaml");
  try {
    await writeWhole(resolve(folder, file), [stringify(entries)]);
  } catch (error) {
    const why = codeOf(error) || "it cannot be written";
    throw wrong(
      `the list of known failures was not changed: ${why}`,
      file,
      "Make it a file that can be written.",
    );
  }
}
