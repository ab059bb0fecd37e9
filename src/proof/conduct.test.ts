import { expect, test } from "vitest";
import type { WholeExchange } from "#core/exchange/exchange.ts";
import { correct, playOn, prepared } from "#testing/proof/bed.ts";
import { conductOf } from "./conduct.ts";

const run = await playOn(correct);

/** The run with other exchanges. */
const conductWith = (exchanges: readonly WholeExchange[]) =>
  conductOf({ ...run, exchanges }, prepared.contract);

test("counts what a run sent, and measures it by its own clock", () => {
  const { requests, creates, ms, cause } = conductOf(run, prepared.contract);
  expect({ requests, creates, cause }).toEqual({
    requests: run.requests.total,
    creates: run.requests.writes,
    cause: null,
  });
  expect(ms).toBeGreaterThan(0);
});

test("counts no request of the usual run within a back-off, although it was refused", () => {
  const refused = run.exchanges.filter(
    ({ outcome }) => outcome.kind === "answer" && outcome.answer.status === 429,
  );
  expect(refused.length).toBeGreaterThan(0);
  expect(conductOf(run, prepared.contract).inBackOff).toEqual({});
});

test("counts a request with the same key that was sent before the time that Retry-After names, by operation and key", () => {
  const at = run.exchanges.findIndex(
    ({ outcome }) => outcome.kind === "answer" && outcome.answer.status === 429,
  );
  const [refused] = run.exchanges.slice(at);
  const [list] = run.exchanges;
  if (refused === undefined || list === undefined) throw new Error("the run went over no limit");
  const sentAtMs = refused.times.endedAtMs + 1;
  const early = { ...list, id: refused.id + 1, times: { ...list.times, sentAtMs } };
  expect(conductWith([refused, early]).inBackOff).toEqual({ "listPets valid": 1 });
  const without = { ...early, request: { ...early.request, credential: { kind: "none" } as const } };
  expect(conductWith([refused, without]).inBackOff).toEqual({});
  const atOnce = { ...early, times: { ...early.times, sentAtMs: refused.times.endedAtMs } };
  expect(conductWith([refused, atOnce]).inBackOff).toEqual({});
  const late = { ...early, times: { ...early.times, sentAtMs: sentAtMs + 3_600_000 } };
  expect(conductWith([refused, late]).inBackOff).toEqual({});
});
