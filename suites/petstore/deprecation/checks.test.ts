import { expect, test } from "vitest";
import { calendarDaySpan } from "#core/contract/validation/days.ts";
import { judged, judgedCase, kinds, pathAsked, watched } from "#testing/suites/judged-by-one-check.ts";
import {
  contract,
  create,
  factsOf,
  pet,
  type SampleExchange,
  type setting,
} from "#testing/suites/sample-evidence.ts";
import { petstore } from "../roles.ts";
import { getAnother, getCreated, getListed } from "../shared/steps/reads.ts";
import { getPet, listPets, postPet } from "../shared/steps/requests.ts";
import { deprecation, isRemoved, notTooEarly, readsAfterRemoval, stillWorks, sunset } from "./checks.ts";

const read = (...headers: readonly (readonly [string, string])[]): SampleExchange => ({
  label: getListed.label,
  request: getPet(1n),
  body: pet(1),
  headers,
});

test("a Deprecation is a date of structured fields, with or without parameters", () => {
  const of = (...values: readonly string[]) =>
    judged(deprecation, read(...values.map((value) => ["Deprecation", value] as const)));
  for (const right of ["@1688169599", " @0 ", "@-1", "@1;a=b"])
    expect([right, of(right)]).toEqual([right, "held"]);
  for (const wrong of ["true", "1688169599", "@", "@1.5", "@1x", "x@1"])
    expect([wrong, of(wrong)]).toEqual([wrong, "broken"]);
  expect([of(`@${endsMs / 1000}`), of(`@${endsMs / 1000 + 1}`)]).toEqual(["held", "broken"]);
  expect([of(), of("@1", "@1")]).toEqual(["broken", "broken"]);
});

const day = petstore(contract).removalDay ?? expect.fail("the document names no day");
const { beginsMs, endsMs } = calendarDaySpan(day);
const httpDate = (ms: number): string => new Date(ms).toUTCString();

test("a Sunset lies on the day of the removal at the latest, in any zone", () => {
  const of = (value: string) => judged(sunset, read(["Sunset", value]));
  expect([of(httpDate(endsMs)), of(httpDate(endsMs + 1000))]).toEqual(["held", "broken"]);
  expect(of("soon")).toBe("broken");
  expect(judged(sunset, read())).toBe("broken");
  expect(judged(sunset, read(["Sunset", httpDate(endsMs)], ["Sunset", httpDate(endsMs)]))).toBe("broken");
});

test("a Sunset lies on the day of the removal at the earliest; what is no date is judged elsewhere", () => {
  const of = (value: string) => judged(notTooEarly, read(["Sunset", value]));
  expect([of(httpDate(beginsMs)), of(httpDate(beginsMs - 1000))]).toEqual(["held", "broken"]);
  expect(of("soon")).toBe("held");
  expect(judged(notTooEarly, { ...read(["Sunset", httpDate(beginsMs - 1000)]), status: 404 })).toBe("broken");
});

const works = (...samples: readonly SampleExchange[]) => kinds(stillWorks, ...samples);
const answered = (status: number, label = getListed.label): SampleExchange => ({ ...read(), label, status });

test("reads still work where one is served, and are gone where all are answered as if there were none", () => {
  expect(works(answered(404), answered(200, getAnother.label))).toEqual(["held"]);
  for (const status of [301, 302, 303, 307, 308, 404, 405, 410, 501]) {
    expect([status, ...works(answered(status))]).toEqual([status, "broken"]);
  }
  expect(works(answered(404), answered(500, getAnother.label))).toEqual(["unresolved"]);
  expect(works(answered(403))).toEqual(["unresolved"]);
  expect(works()).toEqual(["unresolved"]);
});

test("where none was answered, it is said whether one was sent", () => {
  const why = (...samples: readonly SampleExchange[]) =>
    stillWorks.judge(factsOf(samples)).map((o) => o.kind === "unresolved" && o.unresolved.reason?.kind);
  expect(why()).toEqual(["none-to-read"]);
});

test("reads that find nothing may be of pets that others deleted, where a list has them no more", () => {
  const gone = { ...answered(404), atMs: 1000 };
  const list = (...ids: readonly number[]): SampleExchange => ({
    body: ids.map((id) => pet(id)),
    atMs: 3000,
  });
  expect(works(gone, list(2))).toEqual(["unresolved"]);
  expect(works(gone, list(1, 2))).toEqual(["broken"]);
  expect(works({ ...gone, status: 410 }, list(2))).toEqual(["broken"]);
  expect(works({ ...gone, label: getCreated.label }, list(2))).toEqual(["broken"]);
});

/** What the steps of DEPR-5 ask for. */
const asked = (samples: readonly SampleExchange[], changed: Partial<typeof setting>) =>
  isRemoved.cases(contract).map(({ step }) => pathAsked(step, samples, changed).split(" ")[0]);

test("after the removal a listed pet and the run's own of each status are read, and before it none", () => {
  const own = ["create", "create pending", "create sold", "create without a status"];
  const story = [{ body: [pet(1)] }, ...own.map((label, i) => create(label, 6 + i))];
  const notBefore = Array(5).fill("not-applicable");
  expect(asked(story, { removals: { getPet: "after" } })).toEqual([1, 6, 7, 8, 9].map((id) => `/pets/${id}`));
  expect(asked(story, { removals: { getPet: "before" } })).toEqual(notBefore);
  expect(asked(story, { removals: { getPet: "during" } })).toEqual(notBefore);
  expect(asked([{ body: [] }], { removals: { getPet: "after" } })).toEqual([
    "untested",
    ...Array(4).fill("inconclusive"),
  ]);
  expect(asked([{ body: [] }], { removals: { getPet: "after" }, readOnly: true })).toEqual(
    Array(5).fill("untested"),
  );
});

test("after the removal a pet or a redirect is broken, a refusal or a notice is not", () => {
  const first = isRemoved.cases(contract)[0]?.step ?? expect.fail("no case");
  const ofOne = (sample: Partial<SampleExchange>) =>
    judgedCase(isRemoved, first, factsOf([{ ...answered(200, first.label), ...sample }]));
  const of = (samples: readonly Partial<SampleExchange>[]) => samples.map(ofOne).join(" ");
  expect(of([200, 203, 301, 399].map((status) => ({ status })))).toBe("broken broken broken broken");
  expect(of([400, 404, 410, 500].map((status) => ({ status })))).toBe("held held held held");
  const bodies = [[pet(1)], { pet: pet(1) }, { id: "1", name: "Rex" }, [], { notice: "gone", id: 1 }, null];
  expect(of(bodies.map((body) => ({ body })))).toBe("broken broken broken held held held");
});

const rex = { id: 7, name: "Rex", categoryId: 1 };
const list: SampleExchange = { request: listPets(), body: [rex] };
const readOf = (id: bigint, more: SampleExchange): SampleExchange => ({ request: getPet(id), ...more });

/** What the reads among these show. */
const shown = (phase: "before" | "during" | "after", ...samples: readonly SampleExchange[]) =>
  watched(readsAfterRemoval, factsOf(samples, { removals: { getPet: phase } })).observed.map(
    ({ kind }) => kind,
  );

test.each([
  ["a pet", { status: 200, body: rex }, "broken"],
  ["404", { status: 404 }, "held"],
])("a read of a listed pet after the removal: %s", (_, answer, kind) => {
  expect(shown("after", list, readOf(7n, answer))).toEqual([kind]);
  expect(shown("during", list, readOf(7n, answer))).toEqual([]);
  expect(shown("before", list, readOf(7n, answer))).toEqual([]);
});

test("a pet that a list or a create showed before is there, and nothing follows from another", () => {
  const create = { request: postPet('{"name":"Rex","categoryId":1}'), status: 201, body: rex };
  expect(shown("after", create, readOf(7n, { status: 200, body: rex }))).toEqual(["broken"]);
  expect(shown("after", readOf(7n, { status: 404 }), list)).toEqual([]);
  expect(shown("after", list, readOf(8n, { status: 404 }))).toEqual([]);
});
