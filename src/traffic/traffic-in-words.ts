import { requirementName } from "../check/requirement.ts";
import { wrap } from "../report/console/wrap.ts";
import { counted } from "../report/counted.ts";
import { escapeForTerminal, shorten } from "../report/escape.ts";
import { placeInWords } from "../report/place-in-words.ts";
import { pathWithQuery } from "../report/request-line.ts";
import type { Redacted } from "../secrets/redacted.ts";
import type { TrafficJudge, TrafficVerdict, Violation } from "./traffic-judge.ts";

/** The most characters of what was expected, and of what came. */
const longest = 300;

/** What one exchange broke, as it passes. */
export function violationLines(violation: Redacted<Violation>, width: number): string {
  const { requirement, exchange, observation } = violation;
  const { expected, seen, place } = observation.finding;
  const status = exchange.outcome.kind === "answer" ? ` → ${exchange.outcome.answer.status}` : "";
  const where = place === undefined ? "" : `; ${placeInWords(place)}`;
  const line = (first: string, text: string) =>
    wrap(escapeForTerminal(text), width, { first, rest: "    " }).join("\n");
  const mark = requirement.level === "must" ? "✗" : "!";
  return `${[
    line(
      `${mark} `,
      `${requirementName(requirement)}: expected ${shorten(expected, longest)}; got ${shorten(seen, longest)}`,
    ),
    line("  ", `${exchange.request.method} ${pathWithQuery(exchange.request)}${status}${where}`),
  ].join("\n")}\n`;
}

/** What was judged of all that passed, and what was not. */
export function trafficSummary(
  verdicts: readonly TrafficVerdict[],
  seen: TrafficJudge["seen"],
  width: number,
): string {
  const judged = verdicts.filter(({ held, broken }) => held + broken > 0);
  const broken = judged.filter((verdict) => verdict.broken > 0);
  const unseen = verdicts.filter((verdict) => !judged.includes(verdict));
  const lines = [
    "",
    ...broken.map(
      ({ requirement, held, broken: times }) =>
        `${requirement.level === "must" ? "✗" : "!"} ${requirementName(requirement)}: ${times} of ${counted(held + times, "answer")} broke it`,
    ),
    ...(unseen.length === 0
      ? []
      : wrap(
          `nothing that passed could show ${unseen.map(({ requirement }) => requirement.id).join(" ")}`,
          width,
          { first: "", rest: "  " },
        )),
    `${counted(seen.all, "exchange")} passed${seen.foreign === 0 ? "" : `, ${seen.foreign} of them to no operation of the interface`}`,
    `${judged.length} of ${counted(verdicts.length, "requirement")} that one exchange can show: ${judged.length - broken.length} kept, ${broken.length} broken`,
    "",
  ];
  return lines.join("\n");
}

/** 1 where a must was broken, 3 where none could be judged. */
export function exitCodeOf(verdicts: readonly TrafficVerdict[]): 0 | 1 | 3 {
  const musts = verdicts.filter(({ requirement }) => requirement.level === "must");
  if (musts.some(({ broken }) => broken > 0)) return 1;
  return musts.some(({ held }) => held > 0) ? 0 : 3;
}
