import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A place where an observation can be made to fail. */
export interface Place {
  /** Relative to the project: `suites/lists.ts`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** The requirements that the file's checks are about; empty: any. */
  readonly about: readonly string[];
  /** The whole file with the place switched off. */
  readonly switchedOff: string;
}

/** How a place is written, and what it becomes: it holds, or the answer is as expected. */
const forms: readonly { readonly pattern: RegExp; readonly becomes: string }[] = [
  { pattern: /\bobserve\.broken\(/g, becomes: "observe.held(" },
  { pattern: /\bbroken: \{/g, becomes: "held: true, off: {" },
  { pattern: /\bbroken: problem\b/g, becomes: "held: true, off: problem" },
];

/** Where an expectation says how an answer differs. */
const mismatches = /\{ seen: [^{}]*(?:\{[^{}]*\}[^{}]*)*, where: [^{}]*\}/g;

const checkOf =
  /\b(?:scenario|refusal|invariant|traceCheck|overLimitCheck|seriesCheck|rateInvariant|headerInvariant|errorBodies|wrongBodyCases|judgeStored|judgeMembership|judgeName|judgePresence)\(\s*"([A-Z0-9]+-[0-9]+)"/g;

/** Every place in the suites and in the expectations that they share. */
export function placesIn(project: string): readonly Place[] {
  const suites = readdirSync(join(project, "suites"))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => `suites/${name}`);
  return [...suites, "src/run/answers.ts"].flatMap((file) => placesOf(project, file));
}

function placesOf(project: string, file: string): Place[] {
  const source = readFileSync(join(project, file), "utf8");
  const about = [...new Set([...source.matchAll(checkOf)].map(([, id = ""]) => id))];
  const place = (match: RegExpMatchArray, becomes: string): Place => {
    const { index = 0, 0: text } = match;
    const switchedOff = source.slice(0, index) + becomes + source.slice(index + text.length);
    return {
      file,
      line: source.slice(0, index).split("\n").length,
      text: text.slice(0, 60),
      about,
      switchedOff,
    };
  };
  return [
    ...forms.flatMap(({ pattern, becomes }) =>
      [...source.matchAll(pattern)].map((match) => place(match, becomes)),
    ),
    ...[...source.matchAll(mismatches)]
      .filter(({ index = 0 }) => /(?:return|\?|:|&&)\s*$/.test(source.slice(0, index)))
      .map((match) => place(match, "undefined")),
  ];
}
