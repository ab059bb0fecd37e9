import { escapeForTerminal } from "../report/escape.ts";
import { wrap } from "../report/wrap.ts";
import type { RunEvent } from "../run/run.ts";
import type { Io } from "./io.ts";
import { budgetOf, isTrouble, type RunState, statusLine } from "./status-line.ts";

export interface Progress {
  readonly onEvent: (event: RunEvent) => void;
  /** Takes the status line away. */
  readonly stop: () => void;
}

const clearLine = "\r\u001b[2K";

/**
 * Tells on standard error how a run goes: on a terminal one line that is written over, with a countdown while
 * the run waits; elsewhere a line for each notice and each wait. With a virtual clock nobody waits and nobody else is
 * concerned: nothing is told.
 */
export function createProgress(
  io: Io,
  { quiet, virtual }: { readonly quiet: boolean; readonly virtual: boolean },
): Progress {
  const live = io.errIsTerminal && !quiet;
  let requests = 0;
  let most: number | undefined;
  let budget: RunState["budget"];
  let trouble = 0;
  let wait: { readonly reason: string; readonly untilMs: number } | undefined;

  const draw = (): void => {
    if (!live) return;
    const waiting = wait && {
      reason: wait.reason,
      seconds: Math.max(0, Math.ceil((wait.untilMs - Date.now()) / 1000)),
    };
    io.err(clearLine + statusLine({ requests, most, budget, trouble, wait: waiting }, io.columns ?? 80));
  };
  const tell = (sentence: string): void => {
    if (quiet) return;
    const text = escapeForTerminal(sentence);
    const lines = live ? wrap(text, io.columns ?? 80, { first: "", rest: "  " }) : [text];
    io.err(`${live ? clearLine : ""}${lines.join("\n")}\n`);
    draw();
  };
  const ticking = live ? setInterval(() => wait !== undefined && draw(), 1000) : undefined;
  ticking?.unref();

  return {
    onEvent: (event) => {
      switch (event.kind) {
        case "planned":
          most = event.requests[1];
          if (!virtual && !live)
            tell(`planned: at most ${most} requests, at most ${event.creates[1]} created pets`);
          draw();
          break;
        case "exchange":
          requests += 1;
          budget = budgetOf(event.exchange) ?? budget;
          if (isTrouble(event.exchange)) trouble += 1;
          wait = undefined;
          draw();
          break;
        case "waiting":
          if (virtual) break;
          wait = { reason: escapeForTerminal(event.reason), untilMs: event.untilMs };
          if (live) draw();
          else
            tell(`waiting ${Math.max(0, Math.ceil((event.untilMs - Date.now()) / 1000))} s: ${event.reason}`);
          break;
        case "notice":
          if (!virtual) tell(event.sentence);
          break;
        case "finished":
          break;
      }
    },
    stop: () => {
      clearInterval(ticking);
      if (live) io.err(clearLine);
    },
  };
}
