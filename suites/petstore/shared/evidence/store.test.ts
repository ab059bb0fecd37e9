import { expect, test } from "vitest";
import { isAnswered } from "#core/check/facts.ts";
import { exchangeLabel } from "#core/check/inputs/step.ts";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { parseJson } from "#core/json/parse.ts";
import { member } from "#core/json/read.ts";
import { described, exceptPasses } from "#testing/documents/described-service.ts";
import { correct, playOn, type Served } from "#testing/proof/bed.ts";
import { bodyOf, type InFront, inFrontOf } from "#testing/reference-server/handlers.ts";
import { create, factsOf, pet, type SampleExchange, type setting } from "#testing/suites/sample-evidence.ts";
import { probe } from "../steps/named-steps.ts";
import { getPet } from "../steps/requests.ts";
import { othersUseTheKey, requestsBetween, usedByOthers } from "./rate-evidence.ts";
import { categories, exactDoubles, ordinaryCategory } from "./store.ts";

const inCategory = (...ids: readonly bigint[]): SampleExchange => ({
  body: ids.map((categoryId, i) => ({ ...pet(i + 1), categoryId })),
});
const known = (samples: readonly SampleExchange[], changed: Partial<typeof setting> = {}) =>
  categories(factsOf(samples, changed)).map(({ id, known: how }) => [id, how]);

test("categories are the int64s declared and then those listed, each once, the ordinary ones first; else 1 is guessed", () => {
  const lists = [inCategory(exactDoubles, 7n, 0n), inCategory(7n, 8n, 3n, 2n ** 63n)];
  expect(known(lists, { declared: { categoryIds: ["3"] } })).toEqual([
    [3n, "declared"],
    [7n, "listed"],
    [8n, "listed"],
    [exactDoubles, "listed"],
    [0n, "listed"],
  ]);
  expect(known([inCategory(2n ** 63n)])).toEqual([[1n, "guessed"]]);
});

test("where no ordinary category is listed, one that was accepted is used again", () => {
  expect(ordinaryCategory(factsOf([inCategory(exactDoubles)])).id).toBe(exactDoubles);
  expect(ordinaryCategory(factsOf([inCategory(exactDoubles), create("create", 9)])).id).toBe(7n);
});

const rated = (remaining: number, resetSeconds: number, more: SampleExchange = {}): SampleExchange => ({
  rate: [60, remaining, resetSeconds],
  ...more,
});

test("a fall of Remaining by more than the requests between is use by others", () => {
  expect(othersUseTheKey(factsOf([rated(50, 60), rated(49, 60)]))).toBe(false);
  expect(othersUseTheKey(factsOf([rated(50, 60), { body: [] }, rated(48, 60)]))).toBe(false);
  expect(othersUseTheKey(factsOf([rated(50, 60), rated(48, 60)]))).toBe(true);
  expect(othersUseTheKey(factsOf([rated(50, 60), rated(55, 60), rated(54, 60)]))).toBe(false);
});

test("less left than this run alone would have left is use by others, before the run too", () => {
  expect(usedByOthers(factsOf([rated(59, 60), {}, rated(57, 60)]))).toBe(false);
  expect(usedByOthers(factsOf([rated(58, 60)]))).toBe(true);
  expect(usedByOthers(factsOf([rated(59, 60), rated(57, 60)]))).toBe(true);
});

/** How many requests are between the first and the last that was asked for of these, of which one came later. */
const between = (at: number, ...samples: readonly SampleExchange[]) => {
  const facts = factsOf(samples);
  const [first = expect.fail("no first")] = facts.exchanges.filter(isAnswered).slice(at);
  const [last = expect.fail("no last")] = facts.exchanges.filter(isAnswered).slice(at + 2);
  return requestsBetween(first, last, facts);
};

test.each([50, 500])(
  "of requests between two, the last, what ran beside it, and one at %i ms count",
  (atMs) => {
    const sentAt = [0, atMs, 1000, 1100, 1050];
    expect(between(0, ...sentAt.map((sent) => ({ atMs: sent, tookMs: 100 })))).toBe(3);
  },
);

test("what was set aside between two requests was sent all the same, and counts", () => {
  const all = factsOf([{}, {}, {}]);
  const [first = expect.fail("no first"), , last = expect.fail("no last")] = all.exchanges.filter(isAnswered);
  expect(requestsBetween(first, last, { ...all, exchanges: [first, last] })).toBe(2);
});

test("what had ended before the first of two requests was counted before it", () => {
  expect(between(1, {}, {}, {}, {})).toBe(2);
});

test("what others use is known on each operation and under each limit by itself", () => {
  const read = (remaining: number): SampleExchange =>
    rated(remaining, 60, { request: getPet(1n), body: { id: 1 } });
  expect(othersUseTheKey(factsOf([rated(59, 60), read(20)]))).toBe(false);
  expect(othersUseTheKey(factsOf([{ rate: [100, 99, 60] }, rated(58, 60)]))).toBe(false);
  expect(othersUseTheKey(factsOf([read(59), read(20)]))).toBe(true);
});

const own = embeddedText("suites/petstore/openapi.yaml");

function withNamesUpTo(maxLength: number): string {
  const document = own.replace("name: { type: string,", `name: { type: string, maxLength: ${maxLength},`);
  expect(document).not.toBe(own);
  return document;
}

/** Rejects names that are longer than that, as it rejects a body without any. */
const bounded =
  (most: number): InFront =>
  (request, pass) => {
    const parsed = request.method === "POST" ? parseJson(bodyOf(request)) : undefined;
    const name = parsed?.ok ? member(parsed.value, "name") : undefined;
    const isLonger = name?.kind === "string" && [...name.value].length > most;
    return pass(isLonger ? { body: Buffer.from("{}") } : {});
  };

/** How a run ends where names have so many characters at most, and which musts it leaves untested. */
async function runWith(most: number, profile: "standard" | "thorough") {
  const serve: Served["serve"] = (given) => inFrontOf(given, bounded(most));
  const server = { ...correct, stage: { plan: "business" }, serve } as const;
  const run = await playOn(server, { profile }, await described(most === 64 ? own : withNamesUpTo(most)));
  expect(run.suiteErrors).toEqual([]);
  const musts = new Set<string>(run.verdicts.filter(({ level }) => level === "must").map(({ id }) => id));
  const open = Object.entries(exceptPasses(run)).filter(
    ([id, verdict]) => musts.has(id) && verdict !== "not-applicable",
  );
  // So short a name has no room for another number, which the probe's create would need.
  const planned = run.exchanges.filter(({ step }) => step !== probe.between.id);
  const sent = planned.filter(({ request }) => request.method === "POST").map(exchangeLabel);
  return { outcome: run.outcome, open: open.map(([id]) => id), sent };
}

test.each([12, 50])("a service with names of at most %i characters is tested as any", async (most) => {
  for (const profile of ["standard", "thorough"] as const) {
    const [whole, short] = [await runWith(64, profile), await runWith(most, profile)];
    expect(short.outcome).toBe("conforming");
    expect(short.open.filter((id) => !whole.open.includes(id))).toEqual([]);
    expect(whole.sent.filter((label) => !short.sent.includes(label))).toEqual([]);
  }
});
