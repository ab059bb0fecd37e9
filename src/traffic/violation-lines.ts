import { requirementName } from "#core/check/requirement.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { wrap } from "#report/console/wrap.ts";
import { placeInWords } from "#report/words/sentences.ts";
import type { Example } from "./tally.ts";
import type { Violation } from "./traffic-judge.ts";

const longest = 300;

/** What one exchange broke, as it passes. */
export function violationLines({ requirement, example }: Violation, width: number): string {
  const { expected, seen } = example;
  const name = `${requirement.level === "must" ? "✗" : "!"} ${requirementName(requirement)}`;
  return `${[
    ...line(`${name}: expected ${shorten(expected, longest)}; got ${shorten(seen, longest)}`, width, ""),
    ...line(requestInWords(example), width, "  "),
  ].join("\n")}\n`;
}

function requestInWords({ method, target, status, place }: Redacted<Example>): string {
  const answered = status === undefined ? "" : ` → ${status}`;
  return `${method} ${target}${answered}${place === undefined ? "" : `; ${placeInWords(place)}`}`;
}

function line(text: string, width: number, indent: string): readonly string[] {
  return wrap(escapeForTerminal(text), width, indent, `${indent}  `);
}
