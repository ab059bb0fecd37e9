import { expect, test } from "vitest";
import { ofAnswers } from "./answers.ts";
import { ofFrameworks } from "./frameworks.ts";
import { likelyCauses } from "./hinted.ts";
import { ofInstances } from "./instances.ts";
import { ofLists } from "./lists.ts";
import { overTime } from "./over-time.ts";
import { ofPython } from "./python.ts";
import { ofState } from "./state.ts";

const all = [
  ...[...ofAnswers, ...ofFrameworks, ...ofInstances, ...ofLists],
  ...[...ofPython, ...ofState, ...overTime],
];

/** The tests of a share of the servers, by their place in the table. */
export function judgeHints(share: (nth: number) => boolean): void {
  const rows = all.filter((_, nth) => share(nth)).map((row) => [row.about, row] as const);
  test.for(rows)("the evidence gives away the cause: %s", async ([, { hooks, says, around }]) => {
    expect((await likelyCauses(hooks, around)).join("\n")).toContain(says);
  });
}
