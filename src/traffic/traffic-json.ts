import { requirementName } from "../check/requirement.ts";
import { jsonText } from "../report/escape.ts";
import type { ClientSide } from "./client-side.ts";
import type { TrafficNotes } from "./read-traffic.ts";
import type { Judged } from "./traffic-judge.ts";
import type { TrafficVerdict } from "./verdicts.ts";

/** Rises when a reader of the version before would misread it. */
const version = 1;

export interface JudgedTraffic {
  readonly files: readonly { readonly file: string; readonly notes: TrafficNotes }[];
  readonly judged: Judged;
  readonly verdicts: readonly TrafficVerdict[];
  readonly client: ClientSide;
  readonly exitCode: number;
}

/** What traffic showed, for machines: one requirement a line. Its last member is `"complete": true`. */
export function* trafficJson({
  files,
  judged,
  verdicts,
  client,
  exitCode,
}: JudgedTraffic): Generator<string> {
  const head = {
    form: "petstore-conformance traffic verdicts",
    version,
    exitCode,
    files: files.map(fileRecord),
    exchanges: judged.seen,
    givenUp: judged.givenUp,
    clientRequestsNotAllowed: { count: client.count, first: client.first ?? null },
  };
  yield "{\n";
  for (const [name, value] of Object.entries(head)) yield `${JSON.stringify(name)}: ${jsonText(value)},\n`;
  yield '"verdicts": [';
  for (const [at, verdict] of verdicts.entries())
    yield `${at === 0 ? "\n" : ",\n"}${jsonText(verdictRecord(verdict))}`;
  yield '\n],\n"complete": true\n}\n';
}

function fileRecord({ file, notes }: JudgedTraffic["files"][number]): object {
  const { source, base, leftOut, unreadable, tooLong, isCut } = notes;
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
    first: first ?? null,
  };
}
