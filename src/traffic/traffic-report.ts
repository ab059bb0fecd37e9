import { caseRef } from "#core/check/case.ts";
import { type Requirement, requirementName } from "#core/check/requirement.ts";
import { reason } from "#core/check/results/core-reasons.ts";
import type { FoldedFinding, Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import type { PreparedSuite } from "#core/check/suite.ts";
import { escapeForTerminal, jsonText, shorten } from "#core/json/escape.ts";
import { countVerdicts, decideOutcome } from "#core/run/judging/outcome.ts";
import type { DocumentName, Judgement } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { wrap } from "#report/console/terminal.ts";
import { outcomeParts } from "#report/reach.ts";
import { plainReport, type Report, type ShownExchange } from "#report/report.ts";
import { everyCause } from "#report/words/defect-in-words.ts";
import { factsOf, holding, placeInWords } from "#report/words/sentences.ts";
import packageJson from "../../package.json" with { type: "json" };
import type { FileResult, TrafficResult } from "./judge-files.ts";
import type { Example, KeptMessage } from "./tally.ts";
import type { TrafficVerdict, Violation } from "./traffic-judge.ts";

interface JudgedTraffic extends Pick<TrafficReport, "result" | "target" | "startedAtMs" | "endedAtMs"> {
  readonly prepared: PreparedSuite;
  readonly strict: boolean;
  readonly notes?: readonly string[];
}

/** What traffic came to. Leaves the process as `Redacted<TrafficReport>` only. */
interface TrafficReport extends Judgement {
  readonly result: TrafficResult;
  /** The base address to which a proxy passed the requests on; undefined where files were read. */
  readonly target: string | undefined;
  readonly spec: DocumentName;
  /** The exchanges that findings name, by their ids from 1 on. */
  readonly examples: readonly Redacted<Example>[];
}

export function trafficReport(judged: JudgedTraffic): TrafficReport {
  const { prepared, result, target, strict, startedAtMs, endedAtMs, notes = [] } = judged;
  const { contract, suite } = prepared;
  const { words } = suite;
  const { verdicts: counted } = result.judged;
  const examples = examplesOf(counted);
  const verdicts = counted.map((one) => verdictOf(one, examples));
  const { title, version, source } = contract;
  return {
    tool: { name: "petstore-conformance", version: packageJson.version },
    ...{ startedAtMs, endedAtMs, result, target, words, verdicts, examples },
    ...decideOutcome({ verdicts, cutShort: undefined, required: [], strict, suiteFailed: false }),
    counts: countVerdicts(verdicts),
    spec: { title, version, source },
    notes: [...notesOnTraffic(result, words.things), ...notes],
  };
}

/** One answer may break several requirements. */
function examplesOf(counted: readonly TrafficVerdict[]): readonly Redacted<Example>[] {
  const firsts = counted.flatMap(({ first }) => first ?? []);
  const byPlace = new Map(firsts.map((first) => [placeOf(first), first]));
  return [...byPlace.values()].toSorted((a, b) => a.at.file - b.at.file || a.at.line - b.at.line);
}

function placeOf({ at }: Example): string {
  return `${at.file}:${at.line}`;
}

const everyAnswer = caseRef("every-answer", "every answer");

function verdictOf(
  { requirement, held, broken, first }: TrafficVerdict,
  examples: readonly Redacted<Example>[],
): Verdict {
  const { id, slug, area, level, text, clause, rulings, guidance }: Requirement = requirement;
  const judged = held + broken;
  const finding: FoldedFinding | undefined = first && {
    case: everyAnswer,
    ...{ expected: first.expected, seen: first.seen, place: first.place, broken, of: judged, related: [] },
    got: { status: first.status, at: undefined },
    exchange: examples.findIndex((one) => placeOf(one) === placeOf(first)) + 1,
  };
  const isUntested = judged === 0;
  return {
    ...{ id, slug, area, level, text, clause, rulings, judged, remedy: undefined, exchanges: [] },
    ...(guidance !== undefined && { guidance }),
    verdict: broken > 0 ? "fail" : isUntested ? "untested" : "pass",
    reason: isUntested ? reason("not-in-traffic") : undefined,
    findings: finding === undefined ? [] : [finding],
    cases: { promised: 0, held: 0, list: [] },
  };
}

export function reportOfTraffic(traffic: Redacted<TrafficReport>): Report {
  const { outcome, verdicts, target, words, examples, result } = traffic;
  const files = result.files.map(({ file }) => file).join(", ");
  const subject = target ?? files;
  const items = result.files.map((file) => [file.file, fileInWords(file)] as const);
  return {
    ...plainReport,
    ...traffic,
    ...{ subject, kind: "traffic", unit: "answer" },
    heading: `${words.title} traffic report`,
    sentences: () => outcomeParts({ ...traffic, spec: undefined }),
    facts: factsOf(
      traffic,
      [target === undefined ? "Files" : "Target", subject],
      [["Traffic", costOf(result)]],
    ),
    about: () => (target === undefined ? `traffic in ${files}` : `traffic to ${target}`),
    cost: () => [costOf(result)],
    causes: everyCause(verdicts),
    lists: items.length === 0 ? [] : [{ title: "Files", items }],
    exchange: (id) => {
      const example = examples[id - 1];
      return example && shownExample(example, id, traffic);
    },
    groups: [
      {
        title: "The first answer that broke each requirement",
        aside: "",
        exchanges: examples.map((_, index) => index + 1),
        left: 0,
      },
    ],
    properties: { outcome, [target === undefined ? "files" : "target"]: subject },
    json: async () => trafficJson(traffic),
  };
}

function costOf({ judged: { seen } }: TrafficResult): string {
  const foreign = seen.foreign === 0 ? "" : `, ${seen.foreign} of them to no operation of the interface`;
  return `${counted(seen.all, "exchange")}${foreign}`;
}

function shownExample(
  { method, target, at, status, request, answer }: Redacted<Example>,
  id: number,
  { result: { files } }: Redacted<TrafficReport>,
): ShownExchange {
  const file = files[at.file];
  const unit = file?.source.startsWith("HAR") ? "entry" : "line";
  return {
    ...{ id, method, target, about: "" },
    name: file === undefined ? `exchange ${at.line}` : `${file.file}, ${unit} ${at.line}`,
    ...messageOf(request),
    note: request === undefined ? "The messages were not kept." : undefined,
    ...{ sentAtMs: undefined, endedAtMs: undefined },
    outcome:
      status === undefined
        ? { kind: "failure", failure: { kind: "reset", phase: "headers", message: "no answer" } }
        : { kind: "answer", status, isDecoded: true, ...messageOf(answer) },
  };
}

function messageOf({ headers, body }: KeptMessage = { headers: [], body: null }) {
  return { headers, body: body === null ? undefined : Buffer.from(body) };
}

const longest = 300;

/** What of the traffic was not judged, or less than the rest, and what its clients did; a sentence each. */
function notesOnTraffic({ files, judged }: TrafficResult, things: string): readonly string[] {
  const { seen, partlyJudgedKeys, client } = judged;
  const without = `${counted(seen.keyless, "exchange")} without a known key, left out where the answers to one key are compared`;
  return [
    ...files.flatMap((file) => notesOnFile(file).map((text) => `${file.file}: ${text}`)),
    ...holding([
      [
        partlyJudgedKeys > 0,
        `of ${counted(partlyJudgedKeys, "key")} not all rate-limit windows and created ${things} were compared, since there are many, or Reset moves with the clock`,
      ],
      [seen.keyless > 0, without],
      [
        client.count > 0,
        `the client: ${counted(client.count, "request")} that the interface does not allow; the first is ${shorten(client.first?.text ?? "", longest)}`,
      ],
    ]),
  ];
}

function fileInWords({ source, base }: FileResult): string {
  if (base.text === undefined)
    return `${source}; no request in it looks like one of the interface; name the service with --base-url`;
  const guessed =
    ", as guessed from its requests that look like those of the interface; --base-url names another";
  return `${source} of the service at ${shorten(base.text, longest)}${base.isGuessed ? guessed : ""}`;
}

function notesOnFile({ leftOut, unreadable, tooLong, isCut }: FileResult): readonly string[] {
  const others = Object.entries(leftOut)
    .map(([why, count]) => `${counted(count, "exchange")} ${why}`)
    .join(", ");
  return holding([
    [others !== "", `left out: ${others}`],
    [
      unreadable.count > 0,
      `not read: ${counted(unreadable.count, "line")} or entries that are not exchanges; the first is ${shorten(unreadable.first ?? "", longest)}`,
    ],
    [tooLong > 0, `not read: ${counted(tooLong, "line")} of more than 32 MiB`],
    [isCut, "the file is truncated: it was read up to its last whole exchange"],
  ]);
}

/** Raised when a reader of the previous version would misread the report. */
const jsonVersion = 1;

/** What traffic showed, for machines: one requirement a line. Its last member is `"complete": true`. */
function* trafficJson({ result, exitCode }: Redacted<TrafficReport>): Generator<string> {
  const { files, judged } = result;
  const { client, verdicts } = judged;
  const head = {
    form: "petstore-conformance traffic verdicts",
    version: jsonVersion,
    exitCode,
    files: files.map(fileRecord),
    exchanges: judged.seen,
    partlyJudgedKeys: judged.partlyJudgedKeys,
    clientRequestsNotAllowed: { count: client.count, first: client.first?.text ?? null },
  };
  yield "{\n";
  for (const [name, value] of Object.entries(head)) yield `${JSON.stringify(name)}: ${jsonText(value)},\n`;
  yield '"verdicts": [';
  for (const [at, verdict] of verdicts.entries())
    yield `${at === 0 ? "\n" : ",\n"}${jsonText(verdictRecord(verdict))}`;
  yield '\n],\n"complete": true\n}\n';
}

function fileRecord(result: FileResult): object {
  const { file, source, base, leftOut, unreadable, tooLong, isCut } = result;
  return {
    file,
    source,
    baseUrl: base.text ?? null,
    baseUrlIsGuessed: base.isGuessed,
    leftOut,
    unreadable: { count: unreadable.count, first: unreadable.first ?? null },
    tooLong,
    isCut,
  };
}

function verdictRecord({ requirement, held, broken, first }: TrafficVerdict): object {
  return {
    id: requirement.id,
    name: requirementName(requirement),
    level: requirement.level,
    verdict: broken > 0 ? "fail" : held > 0 ? "pass" : "untested",
    held,
    broken,
    first: first === undefined ? null : { ...first, request: undefined, answer: undefined },
  };
}

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
