import { expect, test } from "vitest";
import { caseRef, stepRef } from "#core/check/case.ts";
import { invariant } from "#core/check/check.ts";
import type { Suite } from "#core/check/suite.ts";
import { suite as everySuite } from "#suites/registry.ts";
import { said } from "#testing/report/sample-run.ts";
import { expects200, requirement, sampleOptions, step } from "#testing/run/sample-suites.ts";
import { contract, factsOf } from "#testing/suites/sample-evidence.ts";
import type { RunOptions } from "../options.ts";
import { scopeOf, sendsProbe } from "./selection.ts";

const requirements = ["LIST-1", "LIST-2", "RATE-11", "HTTP-2"].map((id) => requirement(id));
const suite: Suite = {
  ...everySuite,
  checks: [
    expects200("LIST-1", step("a")),
    expects200("LIST-2", step("b")),
    expects200("RATE-11", step("c")),
    invariant("HTTP-2", caseRef("every"), [], () => undefined),
  ],
  notApplicable: () => undefined,
};
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
const scope = (given: Partial<RunOptions>, of = { suite, requirements }) =>
  scopeOf({ ...of, contract, options: sampleOptions(given) }, factsOf([]));

const replay = { step: stepRef("generated limits").id, input: [3, 0] };

test("a replay sends only what it reports", () => {
  expect(ids(scope({ only: ["LIST-2"], replay }).sent)).toEqual(["LIST-2"]);
});

test("what does not apply, and what the interface leaves open, is not sent for", () => {
  const open = [...requirements, requirement("OPEN-1", { level: "open" })];
  const without = {
    ...suite,
    notApplicable: ({ id }: { id: string }) => (id === "LIST-1" ? said("no lists") : undefined),
  };
  const { sent } = scope({}, { suite: without, requirements: open });
  expect(ids(sent)).toEqual(["LIST-2", "RATE-11", "HTTP-2"]);
});

test.each([
  ["with everything", {}, true],
  ["for a requirement that it is about", { only: ["RATE-11"] }, true],
  ["for an invariant, which looks at its answers too", { only: ["HTTP"] }, true],
  ["not for a scenario, which looks at its own answers alone", { only: ["LIST"] }, false],
  ["where another is skipped", { skip: ["HTTP"] }, true],
  ["not where all that it is for is skipped", { skip: ["RATE"] }, false],
  ["not in a run that only reads", { readOnly: true }, false],
  ["not in a replay of something else", { only: ["HTTP-2"], replay }, false],
] as const)("the over-limit probe is sent %s", (_, given, isSent) => {
  expect(sendsProbe(scope(given))).toBe(isSent);
});
