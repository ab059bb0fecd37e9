import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { needs } from "../needs.ts";
import {
  changedVerdicts,
  newestSection,
  type ReleasedProof,
  unmentioned,
} from "../proof/changed-verdicts.ts";

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
