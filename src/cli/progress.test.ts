import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleExchange } from "../exchange/sample-exchange.ts";
import type { Io } from "./io.ts";
import { createProgress } from "./progress.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

function io(errIsTerminal: boolean): { readonly io: Io; readonly written: string[] } {
  const written: string[] = [];
  const nothing = (): void => undefined;
  return {
    written,
    io: {
      out: nothing,
      err: (text) => void written.push(text),
      outIsTerminal: false,
      errIsTerminal,
      columns: 80,
      env: {},
      folder: "/",
      readStandardInput: async () => "",
      openPrompt: undefined,
      onInterrupt: () => nothing,
      secrets: new Set(),
    },
  };
}

test("a terminal sees one line that is written over, with a countdown while the run waits", () => {
  const { io: terminal, written } = io(true);
  const { onEvent, stop } = createProgress(terminal, { quiet: false, virtual: false });
  onEvent({ kind: "planned", requests: [10, 55], creates: [1, 5] });
  onEvent({ kind: "exchange", exchange: sampleExchange({}) });
  onEvent({ kind: "waiting", reason: "the limit resets", untilMs: 3000 });
  vi.advanceTimersByTime(1000);
  onEvent({ kind: "exchange", exchange: sampleExchange({}) });
  stop();
  const clear = "\r\u001b[2K";
  expect(written.map((text) => text.replace(clear, ""))).toEqual([
    "░░░░░░░░░░░░░░░░ 0 of at most 55 requests",
    "░░░░░░░░░░░░░░░░ 1 of at most 55 requests",
    "waiting 3 s: the limit resets · 1 of at most 55 requests",
    "waiting 2 s: the limit resets · 1 of at most 55 requests",
    "█░░░░░░░░░░░░░░░ 2 of at most 55 requests",
    "",
  ]);
  expect(written.every((text) => text.startsWith(clear))).toBe(true);
});

test("a log sees a line for each notice and each wait, and nothing else", () => {
  const { io: log, written } = io(false);
  const { onEvent } = createProgress(log, { quiet: false, virtual: false });
  onEvent({ kind: "exchange", exchange: sampleExchange({}) });
  onEvent({ kind: "notice", sentence: "others will see \u001b[1m429" });
  onEvent({ kind: "waiting", reason: "the limit resets", untilMs: 3000 });
  expect(written).toEqual(["others will see \\u{1b}[1m429\n", "waiting 3 s: the limit resets\n"]);
});

test("quiet says nothing, and waits of a virtual clock are not told", () => {
  const { io: log, written } = io(true);
  const { onEvent, stop } = createProgress(log, { quiet: true, virtual: false });
  onEvent({ kind: "notice", sentence: "notice" });
  stop();
  createProgress(io(false).io, { quiet: false, virtual: true }).onEvent({
    kind: "waiting",
    reason: "x",
    untilMs: 5,
  });
  expect(written).toEqual([]);
});
