import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ProofRecord } from "#scripts/record/proof-record.ts";
import { needs } from "../machine.ts";
import { root, textOf } from "../source-files.ts";

/** What a committed proof says of each server, as far as one is compared with another. */
type Released = {
  readonly [Table in "servers" | "trivial"]: readonly (Pick<ProofRecord[Table][number], "id" | "outcome"> &
    Partial<Record<"standard" | "thorough" | "untested" | "mustsPassed", readonly string[]>>)[];
};

/** Each begins with what changed, a requirement or the outcome; by server. */
function factsOf({ servers, trivial }: Released): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...servers, ...trivial].map(({ id, outcome, ...lists }) => {
      const facts = (["standard", "thorough", "untested", "mustsPassed"] as const).flatMap((name) =>
        (lists[name] ?? []).map((requirement) => `${requirement} ${name}`),
      );
      return [id, new Set([`outcome ${outcome}`, ...facts])];
    }),
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
  const red = { id: "one-more", outcome: "non-conforming", untested: [] } as const;
  const green = { id: "compact", standard: [], thorough: [], untested: ["LIST-9"] } as const;
  const before: Released = {
    servers: [
      { ...red, standard: ["LIST-4"], thorough: ["LIST-2"] },
      { ...green, outcome: "conforming" },
    ],
    trivial: [{ id: "html", outcome: "non-conforming", mustsPassed: [] }],
  };
  const after: Released = {
    servers: [
      { ...red, standard: [], thorough: ["LIST-2"] },
      { ...green, outcome: "inconclusive" },
      { ...red, id: "new" },
    ],
    trivial: [{ id: "html", outcome: "non-conforming", mustsPassed: ["AUTH-1"] }],
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
