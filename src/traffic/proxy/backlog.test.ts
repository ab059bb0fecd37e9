import { expect, test } from "vitest";
import { Room } from "#core/exchange/decoding/body-bytes.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { createBacklog } from "./backlog.ts";

const passed = (n: number): WireExchange => ({
  ...{ method: "GET", target: `/pets/${n}`, headers: [], body: new Uint8Array(), sentAtMs: n, endedAtMs: n },
  outcome: { kind: "answer", status: 200, headers: [], body: new Uint8Array() },
});

/** A backlog on a clock of its own, where each exchange takes so long. */
function backlogOf(eachMs: number, load = 0) {
  let now = 0;
  const taken: number[] = [];
  const planned: { readonly work: () => void; readonly waitMs: number }[] = [];
  const backlog = createBacklog({
    room: new Room(32 << 20),
    take: ({ sentAtMs }) => {
      taken.push(sentAtMs ?? -1);
      now += eachMs;
    },
    nowMs: () => now,
    load: () => load,
    later: (work, waitMs) => void planned.push({ work, waitMs }),
  });
  return { backlog, taken, planned };
}

test.each([
  ["as long", 0, [0, 2, 2]],
  ["nine times as long, where it needs all of the time,", 1, [0, 18, 18]],
])("exchanges are taken in their order, and passing goes on for %s in between", (_, load, expected) => {
  const { backlog, taken, planned } = backlogOf(1, load);
  for (let n = 0; n < 5; n += 1) backlog.add(passed(n), 0);
  const waits = [];
  for (let next = planned.shift(); next !== undefined; next = planned.shift()) {
    waits.push(next.waitMs);
    next.work();
  }
  expect(taken).toEqual([0, 1, 2, 3, 4]);
  expect(waits).toEqual(expected);
});

test("a burst beyond the bound is left out, and counted; what is left is taken at the end", () => {
  const { backlog, taken } = backlogOf(0);
  for (let n = 0; n < 5010; n += 1) backlog.add(passed(n), 0);
  expect(backlog.leftOut).toBe(10);
  backlog.drain();
  expect(taken).toHaveLength(5000);
  for (let n = 0; n < 40; n += 1) backlog.add(passed(n), 1 << 20);
  expect(backlog.leftOut).toBe(18);
  backlog.drain();
  backlog.add(passed(1), 1 << 20);
  expect(backlog.leftOut).toBe(18);
});

test("many exchanges that are taken as they come leave nothing behind", () => {
  const { backlog, taken, planned } = backlogOf(0);
  for (let n = 0; n < 20_000; n += 1) {
    backlog.add(passed(n), 0);
    if (n % 3 === 0) planned.shift()?.work();
  }
  backlog.drain();
  expect([taken.length, backlog.leftOut]).toEqual([20_000, 0]);
});
