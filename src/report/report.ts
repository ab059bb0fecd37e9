import type { VNode } from "preact";
import type { Cause, Needs } from "#core/check/results/defect.ts";
import type { Finding, FindingInRounds, Verdict } from "#core/check/results/verdict.ts";
import type { BodyProblem } from "#core/exchange/exchange.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import type { Judgement, Run } from "#core/run/result.ts";
import type { CurlCommand } from "./curl.ts";
import type { CauseInWords } from "./words/cause-in-words.ts";

/**
 * What every report says, whoever was judged: a service by a run or by its traffic, a client by an exam. Each makes one of
 * these of what was redacted, and every format writes any of them. Whoever shows its texts escapes them.
 */
export interface Report extends Judgement {
  /** What kind of judging it was: a word for file names, and a heading. */
  readonly kind: "run" | "exam" | "traffic";
  readonly heading: string;
  /** Who was judged: an address, a command, files. */
  readonly subject: string;
  /** The outcome with what was tested, then further sentences. In brief: without why some cases were left out. */
  readonly sentences: (isBrief: boolean) => readonly string[];
  /** Who was judged, how and when, as terms and descriptions. */
  readonly facts: readonly Fact[];
  /** The same in a line. */
  readonly about: (isVerbose: boolean) => string;
  /** What it took: `41 requests (1 POST) in 2.5 s`; then further lines of the summary. */
  readonly cost: (isVerbose: boolean) => readonly string[];
  /** True where the judging was cut short. */
  readonly partial: boolean;
  /** What is wrong, each defect once, worst first. */
  readonly causes: readonly Cause[];
  readonly suiteErrors: Run["suiteErrors"];
  /** The likely cause of all that could not be judged. */
  readonly cause: OneCause | undefined;
  /** Failures that do not count. */
  readonly known: readonly string[];
  readonly lists: readonly List[];
  /** What is judged: a requirement is judged on 41 answers, or requests. */
  readonly unit: "answer" | "request";
  readonly exchange: (id: number) => ShownExchange | undefined;
  readonly groups: readonly Group[];
  /** Of a finding: what to know of it besides; the first text is a term. */
  readonly aside: (finding: FindingInRounds) => readonly Fact[];
  /** What reproduces a finding, in the shell. */
  readonly again: (finding: Finding, needs?: Needs) => readonly CurlCommand[];
  /** Names and values for machines. */
  readonly properties: Readonly<Record<string, string | number | boolean>>;
  /** Writes all of it for machines, each kind in a form of its own. */
  readonly json: () => Promise<Iterable<string>>;
  readonly pictures: () => Promise<readonly Picture[]>;
}

/** What a report says unless its kind of judging knows better. */
export const plainReport = {
  ...{ partial: false, cause: undefined },
  ...{ known: [], suiteErrors: [] },
  aside: () => [],
  again: () => [],
  pictures: async () => [],
} satisfies Partial<Report>;

/** False where one cause left nothing to judge, as for a target that was not reached: it is said once, not of each requirement. */
export function hasJudged({ cause, verdicts }: Report): boolean {
  return cause === undefined || verdicts.some(({ verdict }) => verdict === "pass" || verdict === "fail");
}

/** The verdicts by area, without those on what is never judged. */
export function areasOf({ verdicts }: Report): (readonly [area: string, verdicts: readonly Verdict[]])[] {
  const judged = verdicts.filter(({ level }) => level !== "open");
  return [...Map.groupBy(judged, ({ area }) => area)];
}

export function isKnownCause({ leading, consequences }: Cause, { known }: Report): boolean {
  return [leading, ...consequences].every((id) => known.includes(id));
}

/** A cause on top of all, and what shows it. */
export interface OneCause extends CauseInWords {
  readonly commands: readonly CurlCommand[];
}

export type Fact = readonly [term: string, text: string];

/** Things that belong together, each with what it is called. */
export interface List {
  readonly title: string;
  readonly lead?: string;
  readonly items: readonly Fact[];
}

/** Exchanges that were sent together: all of a run, or those of one session of a client. */
export interface Group {
  readonly title: string;
  readonly aside: string;
  readonly exchanges: readonly number[];
  /** How many more there were. */
  readonly left: number;
  /** What the client printed meanwhile. */
  readonly printed?: string;
}

export interface ShownExchange extends WireExchange {
  readonly id: number;
  /** How a finding names it: `exchange 7`; `request 7, situation burst`. */
  readonly name: string;
  readonly about: string;
  /** Of a run, which of its requests with the key it is: `limit abc`. */
  readonly label?: string;
  /** What is said of the request. */
  readonly note?: string | undefined;
  readonly problems?: readonly BodyProblem[];
}

/** A section of the page that only one kind of report has. */
export interface Picture {
  readonly title: string;
  readonly content: VNode | readonly VNode[];
}
