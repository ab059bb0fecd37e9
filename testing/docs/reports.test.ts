import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import { coreExclusions, coreReasons } from "#core/check/results/core-reasons.ts";
import { committed, filesOfNeeds, recordFile, stale } from "#scripts/needs/conduct.ts";
import { filesOfCode } from "#scripts/record/generated.ts";
import { loadClientCatalogue, loadRulings } from "#suites/catalogue.ts";
import { documentExclusions, documentReasons } from "#suites/document/reasons.ts";
import { petExclusions, petReasons } from "#suites/petstore/reasons.ts";
import { needs } from "../machine.ts";
import { root, sourceFiles, textOf } from "../source-files.ts";

const page = textOf("reports/unresolved.md");
const [reasonsPart = "", causesPart = ""] = page.split("## The run's one cause");

/** First cells of the tables of a part of the page, in its order. */
function firstCells(part: string): readonly string[] {
  const rows = part.split("\n").filter((line) => line.startsWith("| "));
  const cells = rows.map((line) => line.slice(2).split(" | ")[0]?.trim() ?? "");
  return cells.filter((cell) => !["reason", "cause", "---"].includes(cell));
}

test("every reason for untested and inconclusive has its row, and no row is of another", () => {
  const tables = { ...coreReasons, ...petReasons, ...documentReasons };
  const reasons = Object.values(tables).map((words) => words.replace(/\{[^}]*\}(?: \{[^}]*\})*/g, "…"));
  expect(firstCells(reasonsPart).toSorted()).toEqual(reasons.toSorted());
});

test("every kind of reason is given somewhere", () => {
  const sources = sourceFiles().filter(({ path, forTests }) => !forTests && !path.endsWith("reasons.ts"));
  const isGiven = (kind: string) => sources.some(({ text }) => text.includes(`"${kind}"`));
  const tables = [coreReasons, coreExclusions, petReasons, petExclusions, documentReasons];
  const kinds = [...tables, documentExclusions].flatMap((table) => Object.keys(table));
  expect(kinds.filter((kind) => !isGiven(kind))).toEqual([]);
});

test("every cause that a run can have has its row, and no row is of another", () => {
  const cause = textOf("src/core/check/results/cause.ts");
  const [, table = ""] = /const reasons = \{([^}]*)\}/.exec(cause) ?? [];
  const kinds = [...table.matchAll(/^ {2}"?([a-z-]+)"?: /gm)].map(([, kind = ""]) => kind);
  expect(kinds.length).toBeGreaterThan(10);
  expect([...firstCells(causesPart)].sort()).toEqual([...kinds].sort());
});

test("no row leaves open what would settle it", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| "));
  for (const row of rows) expect(row.split(" | ")[1]?.length, row).toBeGreaterThan(2);
});

const prepared = await prepare();
const requirements = [...prepared.requirements, ...loadClientCatalogue(prepared.contract)];
const judged = requirements.filter((requirement) => requirement.level !== "open");
const rulings = loadRulings();

test("rulings 1 to 40 are there, and no number stands twice", () => {
  const numbers = rulings.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toEqual(expect.arrayContaining(Array.from({ length: 40 }, (_, i) => i + 1)));
});

test.each(rulings)("ruling $number is carried by requirements, or says why not", ({ number, carried }) => {
  const carriers = judged.filter((one) => one.rulings.includes(number));
  expect(carriers.length > 0 || carried !== undefined).toBe(true);
});

test.each([...(await filesOfCode())])(
  "%s is what the code says (npm run record writes it anew)",
  (path, text) => {
    expect(textOf(path)).toBe(text);
  },
);

const record = await committed();

test("what is recorded of each mechanism was played with its code of today (npm run needs plays it anew)", () => {
  expect(stale(record).filter(({ name }) => record[name] !== undefined)).toEqual([]);
});

test("each mechanism has a server that needs it: what has none goes", () => {
  expect(Object.keys(record).filter((name) => record[name]?.servers.length === 0)).toEqual([]);
});

test("nothing is recorded of a mechanism that is no longer there", () => {
  expect(filesOfNeeds(record).get(recordFile)).toBe(textOf(recordFile));
});

const lists = ["standard", "thorough", "untested", "mustsPassed"] as const;
type Compared = { readonly id: string; readonly outcome: string } & Partial<
  Record<(typeof lists)[number], readonly string[]>
>;

/** What a committed proof says of each server, as far as one is compared with another. */
type Released = Readonly<Record<"servers" | "trivial", readonly Compared[]>>;

/** Each begins with what changed, a requirement or the outcome; by server. */
function factsOf({ servers, trivial }: Released): ReadonlyMap<string, ReadonlySet<string>> {
  const listed = (row: Compared) => lists.flatMap((name) => (row[name] ?? []).map((id) => `${id} ${name}`));
  return new Map(
    [...servers, ...trivial].map((row) => [row.id, new Set([`outcome ${row.outcome}`, ...listed(row)])]),
  );
}

/**
 * The verdicts, of servers that both proofs know, that changed and that the newest section of a changelog does not mention: it
 * has to name the requirement, or, where the outcome differs, the server.
 */
function unmentioned(before: Released, after: Released, changelog: string): readonly string[] {
  const words = new Set((changelog.split(/^## /m)[1] ?? "").match(/[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*/g));
  const known = factsOf(before);
  return [...factsOf(after)].flatMap(([server, now]) => {
    const changed = [...(known.get(server) ?? now).symmetricDifference(now)].map(
      (fact) => fact.split(" ")[0],
    );
    return [...new Set(changed)].flatMap((id = "") =>
      words.has(id === "outcome" ? server : id) ? [] : [`${server}: ${id}`],
    );
  });
}

test("a verdict that changed is found by server and requirement, and looked for in the newest section alone", () => {
  const [outcome, other] = ["conforming", "inconclusive"];
  const red = { id: "one-more", outcome, thorough: ["LIST-2"] };
  const green = { id: "compact", outcome, untested: ["LIST-9"] };
  const html = { id: "html", outcome };
  const before = { servers: [{ ...red, standard: ["LIST-4"] }, green], trivial: [html] };
  const after = {
    servers: [red, { ...green, outcome: other }, { ...red, id: "new" }],
    trivial: [{ ...html, mustsPassed: ["AUTH-1"] }],
  };
  const all = ["one-more: LIST-4", "compact: outcome", "html: AUTH-1"];
  expect(unmentioned(before, after, "## 2\n\nLIST-40\n\n## 1\n\nLIST-4 `compact` AUTH-1\n")).toEqual(all);
  expect(unmentioned(before, after, "## 2\n\nLIST-4 `compact` AUTH-1\n")).toEqual([]);
});

// A release puts its reports/proof.json there (CONTRIBUTING.md); before the first there is nothing to compare with.
const released = "reports/released-proof.json";
needs(released, existsSync(join(root, released)))(
  "the changelog lists every verdict that changed since the last release",
  () => {
    const [before, after] = [released, "reports/proof.json"].map(
      (path): Released => JSON.parse(textOf(path)),
    );
    expect(before && after && unmentioned(before, after, textOf("CHANGELOG.md"))).toEqual([]);
  },
);
