import { requirementName } from "#core/check/requirement.ts";
import { jsonText } from "#core/json/escape.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { FileResult, TrafficResult } from "./judge-files.ts";
import type { TrafficVerdict } from "./traffic-judge.ts";

/** Raised when a reader of the previous version would misread the report. */
const version = 1;

interface Shown {
  readonly result: TrafficResult;
  readonly exitCode: number;
}

/** What traffic showed, for machines: one requirement a line. Its last member is `"complete": true`. */
export function* trafficJson({ result, exitCode }: Redacted<Shown>): Generator<string> {
  const { files, judged } = result;
  const { client, verdicts } = judged;
  const head = {
    form: "petstore-conformance traffic verdicts",
    version,
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
    leftOut: Object.fromEntries(leftOut),
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
