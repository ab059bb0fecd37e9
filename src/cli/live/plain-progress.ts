import type { Clock } from "../../exchange/clock/clock.ts";
import { escapeForTerminal } from "../../report/escape.ts";
import type { Progress } from "./progress.ts";
import { waitInWords } from "./wait-in-words.ts";

/** For a log: what the run may cost, a line for each notice and each wait. */
export function plainProgress(write: (text: string) => void, clock: Clock): Progress {
  let toldOfLag = false;
  const tell = (sentence: string): void => write(`${escapeForTerminal(sentence)}\n`);
  return {
    onEvent: (event) => {
      switch (event.kind) {
        case "planned": {
          const [[, requests], [, creates]] = [event.requests, event.creates];
          tell(`planned: at most ${requests} requests, at most ${creates} created pets`);
          break;
        }
        case "waiting": {
          // Each list may lag a little: one line says so for all of them.
          if (event.cause === "consistency" && toldOfLag) break;
          toldOfLag ||= event.cause === "consistency";
          tell(waitInWords(event, clock.now()));
          break;
        }
        case "notice":
          tell(event.sentence);
          break;
        case "exchange":
        case "settled":
        case "finished":
          break;
      }
    },
    stop: () => undefined,
  };
}
