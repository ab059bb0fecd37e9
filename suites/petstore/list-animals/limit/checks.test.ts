import { expect, test } from "vitest";
import { petstore } from "#suites/petstore/roles.ts";
import { allowedLimits } from "#suites/petstore/shared/steps/lists.ts";
import { listPets } from "#suites/petstore/shared/steps/requests.ts";
import { correct, playOn } from "#testing/proof/bed.ts";
import { withListParameters } from "#testing/suites/changed-contract.ts";
import { kinds } from "#testing/suites/judged-alone.ts";
import { contract, factsOf, pets, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { limitInRange, limitOutOfRange, neverMoreThanMaximum } from "./checks.ts";

const { maximum = 0 } = petstore(contract).limit;
const list = (count: number): SampleExchange => ({
  request: listPets({ limit: maximum }),
  body: pets(count),
});
const judged = (...samples: readonly SampleExchange[]) => kinds(neverMoreThanMaximum, ...samples);

test("that no list is longer than the maximum is shown where more pets were seen, and only there", () => {
  expect(judged(list(3))).toEqual(["unresolved"]);
  expect(judged(list(maximum))).toEqual(["unresolved"]);
  const other = { ...list(0), body: pets(maximum + 50).slice(60) };
  expect(judged(list(maximum), other)).toEqual(["held", "held"]);
  expect(judged(list(maximum + 1))).toEqual(["broken"]);
});

test("no limit is tried that the document does not have", () => {
  const without = withListParameters(contract, { status: {} });
  for (const check of [limitInRange, limitOutOfRange]) {
    expect(check.cases(without)).toEqual([]);
    expect(check.cases(contract).length).toBeGreaterThan(0);
  }
});

test("each limit is tried once, and none that the document does not allow", () => {
  const tried = (minimum: number, maximum: number, standard: number) =>
    allowedLimits(withListParameters(contract, { limit: { minimum, maximum, default: standard } })).map(
      ({ limit }) => limit,
    );
  expect(tried(1, 2, 1)).toEqual([1, 2]);
  expect(tried(3, 3, 3)).toEqual([3]);
  expect(tried(1, 50, 7)).toEqual([1, 2, 7, 5, 28, 50, 49]);
});

test("without any list nothing is shown, and that is evidence lost", () => {
  expect(neverMoreThanMaximum.judge(factsOf([]))).toMatchObject([
    { kind: "unresolved", unresolved: { kind: "inconclusive" } },
  ]);
});

test("a store that holds no more pets than the default shows nothing of it", async () => {
  const shown = async (seedPets: number) => {
    const options = { readOnly: true, profile: "thorough" } as const;
    const { verdicts } = await playOn({ ...correct, stage: { seedPets } }, options);
    return verdicts.find(({ id }) => id === "LIST-2")?.verdict;
  };
  expect([await shown(20), await shown(21)]).toEqual(["untested", "pass"]);
});
