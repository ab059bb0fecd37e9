import { expect, test } from "vitest";
import { sampleProof, sampleResult, sampleServer, sampleVariant } from "#testing/proof/sample-proof.ts";
import { isAsSaid, judgedInText, judgedRequirement } from "./judge.ts";

const failing = { ...sampleResult, failed: sampleServer().findings };
const silent = sampleVariant({ findings: sampleServer().findings, result: failing });

test("the servers that fail a requirement stand beside those that say so", () => {
  const idle = sampleServer({ id: "idle", findings: [], result: sampleResult });
  const judged = judgedRequirement(sampleProof({ servers: [sampleServer(), idle, silent] }), "A-1");
  expect(judged).toMatchObject({ failsAsSaid: ["broken"], saidOnly: ["idle"] });
  expect(judged.failsUnsaid.map(({ server }) => server)).toEqual(["variant unusual"]);
  expect(judgedInText(judged)).toContain("✗ variant unusual (limit 1)\n        expected  one pet\n");
});

test("each server does what it says, or does not", () => {
  expect(isAsSaid(judgedRequirement(sampleProof(), "A-1"))).toBe(true);
  expect(isAsSaid(judgedRequirement(sampleProof({ servers: [silent] }), "A-1"))).toBe(false);
  expect(isAsSaid(judgedRequirement(sampleProof({ reference: failing }), "A-1"))).toBe(false);
});

test("what standard does not show yet is no contradiction", () => {
  const servers = [sampleServer({ findings: [], result: sampleResult })];
  expect(isAsSaid(judgedRequirement(sampleProof({ servers, profile: "standard" }), "A-1"))).toBe(true);
  expect(isAsSaid(judgedRequirement(sampleProof({ servers }), "A-1"))).toBe(false);
});
