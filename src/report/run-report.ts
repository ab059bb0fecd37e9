import { exchangeLabel, inputName } from "#core/check/inputs/step.ts";
import type { FindingInRounds } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { isSafe, type WholeExchange } from "#core/exchange/exchange.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { type CurlCommand, curlCommand, reachable, shellWord, wireView } from "./curl.ts";
import { leftOutInWords, outcomeParts } from "./reach.ts";
import {
  type Fact,
  type List,
  type OneCause,
  plainReport,
  type Report,
  type ShownExchange,
} from "./report.ts";
import { reproductionOf } from "./reproduction.ts";
import { causeInWords } from "./words/cause-in-words.ts";
import { everyCause } from "./words/defect-in-words.ts";
import {
  capitalised,
  differenceInWords,
  factsOf,
  firstNamed,
  missedInWords,
  roundsInWords,
  secondsInWords,
} from "./words/sentences.ts";

/** The most ids of what was created that are shown; the JSON report has them all. */
const mostShown = 200;

export function reportOfRun(run: Redacted<Run>): Report {
  const exchanges = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const { words, target, profile, seed, runId, outcome, partial } = run;
  return {
    ...plainReport,
    ...run,
    ...{ subject: target, kind: "run", unit: "answer" },
    heading: `${words.title} conformance report`,
    sentences: (isBrief) => outcomeParts(run, isBrief),
    facts: factsOf(
      run,
      ["Target", target],
      factsThatAre([
        ["Profile", `${profile}, seed ${seed}`],
        ["Requests", `${run.requests.total}, ${writesInWords(run)}`],
        ["Rounds", run.rounds && roundsInWords(run.rounds)],
        ["Rounds", run.rounds && missedInWords(run.rounds)],
        ["Run", `\`${runId}\``],
      ]),
    ),
    // The names of what was created have the run's id already.
    about: (isVerbose) =>
      `target ${target}, profile ${profile}, seed ${seed}${isVerbose || run.created.length === 0 ? `, run ${runId}` : ""}`,
    cost: (isVerbose) => costOf(run, isVerbose),
    cause: causeOf(run),
    causes: everyCause(run.verdicts, run.causes),
    lists: listsOf(run),
    exchange: (id) => {
      const exchange = exchanges.get(id);
      return exchange && shownExchange(exchange);
    },
    groups: [{ title: "Exchanges", aside: "", exchanges: [...exchanges.keys()], left: 0 }],
    aside: (finding) => {
      const differs = finding.rounds && differenceInWords(finding.rounds);
      const input = replayWords(finding, run);
      const { traceId } = exchanges.get(finding.exchange) ?? {};
      return factsThatAre([
        ["trace", traceId],
        ["differs", differs],
        ["input", input],
      ]);
    },
    again: (finding, needs) => [
      ...reproductionOf(finding, exchanges, run, needs),
      ...(needs?.wholeRun ? [runAgain(run)] : []),
    ],
    properties: { target, profile, seed, runId, outcome, partial },
    json: async () => (await import("./formats/json.ts")).jsonReport(run),
  };
}

function causeOf(run: Redacted<Run>): OneCause | undefined {
  const cause = causeInWords(run);
  const exchange = run.exchanges.find(({ id }) => id === cause?.exchange);
  return cause && { ...cause, commands: exchange ? [curlCommand(exchange.request, run.target)] : [] };
}

function shownExchange(exchange: WholeExchange): ShownExchange {
  const { id, request, outcome, repeats } = exchange;
  const { credential } = request;
  const again = repeats === undefined ? "" : `, sent again for ${repeats}`;
  return {
    ...wireView(exchange),
    ...{ id, name: `exchange ${id}` },
    ...(credential.kind === "valid" && { label: exchangeLabel(exchange) }),
    about: exchangeLabel(exchange) + again,
    note: credential.kind === "other" ? `Credential: ${credential.about}` : undefined,
    problems: outcome.kind === "answer" ? outcome.answer.body.problems : [],
  };
}

function factsThatAre(facts: readonly (readonly [term: string, text: string | undefined])[]): Fact[] {
  return facts.flatMap(([term, text]) => (text === undefined ? [] : [[term, text] as const]));
}

/** `16 POSTs`; `1 POST, 3 PUTs`. */
function writesInWords({ exchanges, requests }: Redacted<Run>): string {
  const methods = exchanges.map(({ request }) => request).filter((one) => !isSafe(one));
  const counts = [...Map.groupBy(methods, ({ method }) => method)];
  const [only = ["POST"]] = counts;
  return counts.length < 2
    ? counted(requests.writes, only[0])
    : counts.map(([method, { length }]) => counted(length, method)).join(", ");
}

function costOf(run: Redacted<Run>, isVerbose: boolean): readonly string[] {
  const { requests, rounds, counts } = run;
  const parts = [
    writesInWords(run),
    ...(requests.probe > 0 ? [`${requests.probe} by the probe`] : []),
    ...(requests.experiments > 0 ? [counted(requests.experiments, "experiment")] : []),
  ];
  const isJudged = counts.must.pass + counts.must.fail > 0;
  const created = run.created.length === 0 ? [] : [createdInWords(run, 0)[0]];
  const all = created.length > 0 ? "all" : "every requirement";
  const brief = [...created, ...(isJudged ? [`--verbose prints ${all}`] : [])].join("; ");
  return [
    `${counted(requests.total, "request")} (${parts.join(", ")}) in ${secondsInWords(run)}`,
    ...(rounds === undefined ? [] : [roundsInWords(rounds), missedInWords(rounds) ?? ""]),
    isVerbose ? "" : brief,
  ].filter((line) => line !== "");
}

function listsOf(run: Redacted<Run>): readonly List[] {
  const { created, cases, words } = run;
  return [
    {
      title: "Cases left out",
      lead: `${cases.tested} of ${cases.total} cases of this profile were tested.`,
      items: cases.leftOut.map((group): Fact => {
        const names = group.cases.map((one) => `${one.requirement} ${one.case.label}`);
        return [`${counted(names.length, "case")}: ${leftOutInWords(group, run.words)}`, names.join(", ")];
      }),
    },
    {
      title: `${capitalised(words.things)} that this run created`,
      lead: "The interface has no way to remove them.",
      items: created.length === 0 ? [] : [createdInWords(run, mostShown)],
    },
  ].filter(({ items }) => items.length > 0);
}

function runAgain({ target, profile, seed, requests }: Run): CurlCommand {
  return {
    comment: "where that shows nothing, the whole run, with your options:",
    words: [
      "npx --no -- petstore-conformance run",
      shellWord(reachable(target)),
      ...(profile === "standard" ? [] : [`--profile ${profile}`]),
      ...(requests.writes === 0 && profile !== "quick" ? ["--read-only"] : []),
      `--seed ${seed}`,
    ],
  };
}

/** Where a generated input comes from, and how to send it again; undefined if the finding is about no generated input. */
function replayWords({ generated, rounds }: FindingInRounds, run: Run): string | undefined {
  if (generated === undefined) return undefined;
  const { step, input } = generated;
  const origin =
    input.length > 1 ? "the smallest failing input, reduced from a generated one" : "generated from the seed";
  return `${origin}; to send it again, add \`--seed ${rounds?.seed ?? run.seed} --replay "${step} #${inputName(input)}"\``;
}

/**
 * How what a run created is found: how many there are and what their names begin with; then each of at most so many by its id,
 * else its name (text of the target's).
 */
export function createdInWords({ created, runId, words }: Run, most: number): Fact {
  const [certain = [], doubtful = []] = [true, false].map((is) =>
    created.filter((one) => one.certain === is),
  );
  const doubt = doubtful.length === 0 ? "" : `, and perhaps ${doubtful.length} more that no 2xx confirms`;
  const count = counted(certain.length, words.thing, words.things);
  const beginning = `conformance-${runId}-`;
  // A document may leave room for no such name.
  const named = created.some(({ name }) => name.startsWith(beginning));
  return [
    `${count} created${named ? `, named ${beginning}…` : ""}${doubt}`,
    firstNamed(
      [...certain, ...doubtful].map(({ id, name }) => id ?? (name || "one without an id or a name")),
      most,
    ),
  ];
}
