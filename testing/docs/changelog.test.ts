import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RecordedServer, RecordedTrivial } from "#scripts/record/proof-record.ts";
import { needs } from "../needs.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

const before: ReleasedProof = {
  servers: [
    {
      id: "one-more",
      outcome: "non-conforming",
      standard: ["LIST-4"],
      thorough: ["LIST-2", "LIST-4"],
      untested: [],
    },
    { id: "compact", outcome: "conforming", standard: [], thorough: [], untested: ["LIST-9"] },
  ],
  trivial: [{ id: "html", outcome: "non-conforming", mustsPassed: [] }],
};

describe("a verdict that changed", () => {
  test("is found by server and requirement", () => {
    const after: ReleasedProof = {
      servers: [
        {
          id: "one-more",
          outcome: "non-conforming",
          standard: [],
          thorough: ["LIST-2", "LIST-4"],
          untested: [],
        },
        { id: "compact", outcome: "inconclusive", standard: [], thorough: ["AUTH-6"], untested: ["LIST-9"] },
      ],
      trivial: [{ id: "html", outcome: "non-conforming", mustsPassed: ["AUTH-1"] }],
    };
    expect(changedVerdicts(before, after)).toEqual([
      { server: "one-more", changed: ["LIST-4"] },
      { server: "compact", changed: ["AUTH-6", "outcome"] },
      { server: "html", changed: ["AUTH-1"] },
    ]);
  });

  test("is none where a server came or went", () => {
    expect(changedVerdicts(before, { servers: [], trivial: [] })).toEqual([]);
    expect(changedVerdicts({ servers: [], trivial: [] }, before)).toEqual([]);
  });

  test("has to be reported in the newest section, by the requirement, or by the server for an outcome", () => {
    const changes = [{ server: "compact", changed: ["LIST-1", "outcome"] }];
    expect(unmentioned(changes, "LIST-10 is new.")).toEqual(["compact: LIST-1", "compact: outcome"]);
    expect(unmentioned(changes, "LIST-1 warns no more, so that `compact` is conforming.")).toEqual([]);
  });

  test("is looked for in the newest section alone", () => {
    expect(newestSection("# Changelog\n\n## 2.0.0\n\nnew\n\n## 1.0.0\n\nold\n")).toBe("2.0.0\n\nnew\n\n");
  });
});

// A release puts its reports/proof.json there (CONTRIBUTING.md); before the first there is nothing to compare with.
const released = "reports/released-proof.json";
needs(released, existsSync(join(root, released)))(
  "the changelog lists every verdict that changed since the last release",
  () => {
    const changes = changedVerdicts(JSON.parse(read(released)), JSON.parse(read("reports/proof.json")));
    expect(unmentioned(changes, newestSection(read("CHANGELOG.md")))).toEqual([]);
  },
);

/** What a committed proof says of each server, as far as one is compared with another. */
interface ReleasedProof {
  readonly servers: readonly Pick<RecordedServer, "id" | "outcome" | "standard" | "thorough" | "untested">[];
  readonly trivial: readonly Pick<RecordedTrivial, "id" | "outcome" | "mustsPassed">[];
}

/** A server that both proofs know and that they judge differently. */
interface ChangedVerdict {
  readonly server: string;
  /** The requirements whose verdict is another, or `outcome`. */
  readonly changed: readonly string[];
}

/** What a breaking change is here: the same server, judged differently. */
function changedVerdicts(before: ReleasedProof, after: ReleasedProof): readonly ChangedVerdict[] {
  const known = factsOf(before);
  return [...factsOf(after)].flatMap(([server, now]): ChangedVerdict[] => {
    const then = known.get(server);
    if (then === undefined) return [];
    const changed = new Set([...then.symmetricDifference(now)].map((fact) => fact.split(" ")[0] ?? ""));
    return changed.size === 0 ? [] : [{ server, changed: [...changed].sort() }];
  });
}

/** Of each server, by id: a fact begins with the requirement that it is about, or with `outcome`. */
function factsOf({ servers, trivial }: ReleasedProof): ReadonlyMap<string, Set<string>> {
  const each = (ids: readonly string[], word: string) => ids.map((id) => `${id} ${word}`);
  return new Map([
    ...servers.map(
      ({ id, outcome, standard, thorough, untested }) =>
        [
          id,
          new Set([
            `outcome ${outcome}`,
            ...each(standard, "standard"),
            ...each(thorough, "thorough"),
            ...each(untested, "untested"),
          ]),
        ] as const,
    ),
    ...trivial.map(
      ({ id, outcome, mustsPassed }) =>
        [id, new Set([`outcome ${outcome}`, ...each(mustsPassed, "pass")])] as const,
    ),
  ]);
}

/** The newest section of a changelog: from its first `## ` to the next. */
function newestSection(changelog: string): string {
  return changelog.split(/^## /m)[1] ?? "";
}

/**
 * The changes that a section does not mention: it has to name the requirement, or, where the outcome differs, the server.
 */
function unmentioned(changes: readonly ChangedVerdict[], section: string): readonly string[] {
  const words = new Set(section.match(/[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*/g));
  return changes.flatMap(({ server, changed }) =>
    changed.flatMap((id) => (words.has(id === "outcome" ? server : id) ? [] : [`${server}: ${id}`])),
  );
}
