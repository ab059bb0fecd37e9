import { expect, test } from "vitest";
import { prepareExam } from "../../assembly/exam.ts";
import { coverageOf } from "./coverage.ts";
import { operations } from "./forms.ts";
import { playRightClients } from "./prove-clients.ts";

const prepared = await prepareExam(undefined);
const rows = coverageOf(await playRightClients(prepared), prepared.contract);

const pairs = rows.flatMap(({ requirement, form, situations, without }) =>
  operations.map((operation) => ({
    pair: `${requirement}, ${form}, ${operation}`,
    isJudged: situations[operation].length > 0,
    isLeftOut: without[operation] !== undefined,
  })),
);

test("every requirement is judged with every form of answer on every operation, or it says why not", () => {
  expect(pairs.filter(({ isJudged, isLeftOut }) => !isJudged && !isLeftOut)).toEqual([]);
});

test("nothing that is judged is listed as left out", () => {
  expect(pairs.filter(({ isJudged, isLeftOut }) => isJudged && isLeftOut)).toEqual([]);
});

test("every requirement of clients has a row, by its ruling", () => {
  const listed = new Set(rows.map(({ requirement, ruling }) => `${requirement} ${ruling}`));
  const all = prepared.requirements.map(({ id, rulings }) => ({ id, rulings }));
  expect(all.filter(({ id, rulings }) => !rulings.some((one) => listed.has(`${id} ${one}`)))).toEqual([]);
});
