import { expect, test } from "vitest";
import { watched } from "#testing/suites/judged-alone.ts";
import { factsOf, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { getPet, listPets, postPet } from "../shared/steps/requests.ts";
import { readsAfterRemoval } from "./traffic.checks.ts";

const pet = { id: 7, name: "Rex", categoryId: 1 };
const list: SampleExchange = { request: listPets(), body: [pet] };
const read = (id: bigint, more: SampleExchange): SampleExchange => ({ request: getPet(id), ...more });

/** What the reads among these show. */
const shown = (phase: "before" | "during" | "after", ...samples: readonly SampleExchange[]) =>
  watched(readsAfterRemoval, factsOf(samples, { removals: { getPet: phase } })).observed.map(
    ({ kind }) => kind,
  );

test.each([
  ["a pet", { status: 200, body: pet }, "broken"],
  ["a redirect", { status: 308 }, "broken"],
  ["410", { status: 410, body: { code: "gone", message: "m", status: 410 } }, "held"],
  ["404 without an Error", { status: 404 }, "held"],
  ["a notice", { status: 200, body: { notice: "gone" } }, "held"],
])("a read of a listed pet after the removal: %s", (_, answer, kind) => {
  expect(shown("after", list, read(7n, answer))).toEqual([kind]);
  expect(shown("during", list, read(7n, answer))).toEqual([]);
  expect(shown("before", list, read(7n, answer))).toEqual([]);
});

test("a created pet is there as a listed one is", () => {
  const create = { request: postPet('{"name":"Rex","categoryId":1}'), status: 201, body: pet };
  expect(shown("after", create, read(7n, { status: 200, body: pet }))).toEqual(["broken"]);
});

test("nothing follows from a pet that no answer showed before", () => {
  expect(shown("after", read(7n, { status: 404 }), list)).toEqual([]);
  expect(shown("after", list, read(8n, { status: 404 }))).toEqual([]);
});
