import type { Clock } from "../../core/exchange/clock/clock.ts";
import { escapeForTerminal } from "../../core/json/escape.ts";
import { roundInWords, waitInWords } from "../../report/live/wait-in-words.ts";
import type { Progress } from "./progress.ts";

/** Progress for a log: one line for the plan, for each notice and for each wait. */
export function plainProgress(write: (text: string) => void, clock: Clock): Progress {
  let mentionedLag = false;
  const print = (sentence: string): void => write(`${escapeForTerminal(sentence)}\n`);
  return {
    onEvent: (event) => {
      switch (event.kind) {
        case "planned": {
          const [[, requests], [, creates], { probe }] = [event.requests, event.creates, event];
          const burst = probe === 0 ? "" : `, and ${probe} more by the over-limit probe`;
          print(`planned: at most ${requests - probe} requests${burst}; at most ${creates} created pets`);
          break;
        }
        case "round":
          print(`${roundInWords(event.round, event.of)} (seed ${event.seed})`);
          break;
        case "waiting": {
          // Each list may lag a little: one line is enough for all of them.
          if (event.cause === "consistency" && mentionedLag) break;
          mentionedLag ||= event.cause === "consistency";
          print(waitInWords(event, clock.now()));
          break;
        }
        case "notice":
          print(event.sentence);
          break;
        case "exchange":
        case "settled":
        case "finished":
          break;
      }
    },
    stop: () => undefined,
    showsFailures: false,
  };
}
