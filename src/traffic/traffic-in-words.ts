import { type Requirement, requirementName } from "../core/check/requirement.ts";
import { escapeForTerminal, shorten } from "../core/json/escape.ts";
import type { Redacted } from "../core/secrets/redacted.ts";
import { wrap } from "../report/console/wrap.ts";
import { counted } from "../report/counted.ts";
import { placeInWords } from "../report/place-in-words.ts";
import type { GivenUp } from "./key-states.ts";
import type { Example } from "./tally.ts";
import type { Judged, Violation } from "./traffic-judge.ts";
import type { TrafficVerdict } from "./verdicts.ts";

/** The most characters of what was expected, and of what came. */
const longest = 300;

/** What one exchange broke, as it passes. */
export function violationLines({ requirement, example }: Violation, width: number): string {
  const { expected, seen } = example;
  const name = `${markOf(requirement)} ${requirementName(requirement)}`;
  return `${[
    ...line(`${name}: expected ${shorten(expected, longest)}; got ${shorten(seen, longest)}`, width, ""),
    ...line(requestInWords(example), width, "  "),
  ].join("\n")}\n`;
}

/** What was judged of all that came, and what was not. The first answer that broke a requirement stands with it. */
export function trafficSummary(
  verdicts: readonly TrafficVerdict[],
  { seen, givenUp }: Pick<Judged, "seen" | "givenUp">,
  width: number,
): string {
  const judged = verdicts.filter(({ held, broken }) => held + broken > 0);
  const broken = judged.filter((verdict) => verdict.broken > 0);
  const unseen = verdicts.filter((verdict) => !judged.includes(verdict));
  const lines = [
    "",
    ...broken.flatMap((verdict) => brokenLines(verdict, width)),
    ...(unseen.length === 0
      ? []
      : line(
          `untested, since no exchange shows them: ${unseen.map(({ requirement }) => requirement.id).join(" ")}`,
          width,
          "",
        )),
    ...givenUpLines(givenUp).flatMap((text) => line(text, width, "")),
    ...(seen.keyless === 0
      ? []
      : line(
          `${counted(seen.keyless, "exchange")} without a known key, left out where the answers to one key are compared`,
          width,
          "",
        )),
    `${counted(seen.all, "exchange")}${seen.foreign === 0 ? "" : `, ${seen.foreign} of them to no operation of the interface`}`,
    `${judged.length} of ${counted(verdicts.length, "requirement")} that traffic can show tested: ${judged.length - broken.length} passed, ${broken.length} failed`,
    "",
  ];
  return lines.join("\n");
}

function brokenLines({ requirement, held, broken, first }: TrafficVerdict, width: number): readonly string[] {
  const of = `${broken} of ${counted(held + broken, "answer")} broke it`;
  const name = `${markOf(requirement)} ${requirementName(requirement)}: ${of}`;
  if (first === undefined) return [name];
  return [
    name,
    ...line(
      `expected ${shorten(first.expected, longest)}; got ${shorten(first.seen, longest)}`,
      width,
      "    ",
    ),
    ...line(requestInWords(first), width, "    "),
  ];
}

/** What is not judged, or less, so that memory stays bounded. */
function givenUpLines({ keys, partly, moving }: GivenUp): readonly string[] {
  return [
    ...(moving === 0
      ? []
      : [
          `Reset moves with the clock for ${counted(moving, "key")}: their rate-limit windows were not judged`,
        ]),
    ...(keys === 0
      ? []
      : [
          `there are many keys: ${counted(keys, "time")} what was known of one was dropped, and it was judged anew`,
        ]),
    ...(partly === 0
      ? []
      : [`of ${counted(partly, "key")} only the latest rate-limit windows and created pets were compared`]),
  ];
}

function requestInWords({ method, target, status, place }: Redacted<Example>): string {
  const answered = status === undefined ? "" : ` → ${status}`;
  return `${method} ${target}${answered}${place === undefined ? "" : `; ${placeInWords(place)}`}`;
}

function markOf({ level }: Pick<Requirement, "level">): string {
  return level === "must" ? "✗" : "!";
}

function line(text: string, width: number, indent: string): readonly string[] {
  return wrap(escapeForTerminal(text), width, { first: indent, rest: `${indent}  ` });
}

/** 1 where a must was broken, 3 where none could be judged. */
export function exitCodeOf(verdicts: readonly TrafficVerdict[]): 0 | 1 | 3 {
  const musts = verdicts.filter(({ requirement }) => requirement.level === "must");
  if (musts.some(({ broken }) => broken > 0)) return 1;
  return musts.some(({ held }) => held > 0) ? 0 : 3;
}
