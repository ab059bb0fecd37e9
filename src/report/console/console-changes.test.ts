import { expect, test } from "vitest";
import { noSecrets, sampleCause, sampleRun, sampleVerdict } from "../../../testing/report/sample-run.ts";
import type { Run } from "../../core/run/result.ts";
import { consoleChanges } from "./console-changes.ts";

const run = (given: Partial<Run>) => noSecrets.redact(sampleRun(given));
const lines = (before: Partial<Run>, after: Partial<Run>): string[] =>
  consoleChanges(run(before), run(after), { width: 80, colour: false }).trimEnd().split("\n");

const list = sampleCause({ key: "LIST-4 accepted", leading: "LIST-4", consequences: [] });
const create = sampleCause({ key: "CREATE-5 status", leading: "CREATE-5", consequences: [] });
const verdicts = (list: "pass" | "fail" | "untested", create: "pass" | "fail") => [
  sampleVerdict("LIST-4", list),
  sampleVerdict("CREATE-5", create),
];
const listFails = { verdicts: verdicts("fail", "pass"), causes: [list] };
const createFails = { verdicts: verdicts("pass", "fail"), causes: [create] };

test("nothing that changed is one line, with what stays", () => {
  expect(lines(listFails, listFails).slice(0, -1)).toEqual(["nothing changed; LIST-4 still fails"]);
});

test("a new cause is printed in full and a fixed one in a line; a line names what turned and what stays", () => {
  const both = { verdicts: verdicts("fail", "fail"), causes: [list, create] };
  const text = lines(listFails, both).join("\n");
  expect(text).toMatch(/^✗ 1\. CREATE-5/);
  expect(text).toContain("reproduce:");
  expect(text).toContain("\nCREATE-5 fails now; LIST-4 still fails\n");
  expect(lines(listFails, createFails).join(" ")).toContain("✓ LIST-4 do-list-4 is fixed");
  expect(lines(both, listFails)).toContain("CREATE-5 passes now; LIST-4 still fails");
  const none = { verdicts: verdicts("pass", "pass"), causes: [] };
  expect(lines(both, none)).toContain("LIST-4, CREATE-5 pass now");
});

test("what is not tested any more is not fixed", () => {
  const after = { verdicts: verdicts("untested", "pass"), causes: [] };
  expect(lines(listFails, after).slice(0, -1)).toEqual(["? not tested this time: LIST-4"]);
});

test("a root cause is printed when it comes, and not again while it stays", () => {
  const down = (exchange: number) => ({
    ...{ verdicts: verdicts("pass", "pass"), causes: [] },
    rootCause: { kind: "unreachable", failure: "nothing listens", exchange } as const,
  });
  expect(lines(listFails, down(1))[0]).toContain("✗ Likely cause:");
  expect(lines(down(1), down(2))[0]).toBe("nothing changed");
  const up = lines(down(1), { verdicts: verdicts("pass", "pass"), causes: [] });
  expect(up[0]).toMatch(/^✓ no longer the case: /);
  expect(up).not.toContain("nothing changed");
});

test("text of the target is escaped", () => {
  const hostile = { ...list, finding: { ...list.finding, seen: "\u001b[2Jgone" } };
  expect(lines({ ...listFails, causes: [hostile] }, createFails).join("")).not.toContain("\u001b");
});
