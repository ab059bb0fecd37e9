import { resolve } from "node:path";
import { type Prepared, preparedFor } from "#assembly/assemble.ts";
import { prepareExam } from "#assembly/exam.ts";
import type { ComparedOperations } from "#assembly/revisions.ts";
import { kindOfFile, otherKind } from "#cli/file-kinds.ts";
import type { Io } from "#cli/io.ts";
import type { Verdict } from "#core/check/results/verdict.ts";
import type { Suite, SuiteWords } from "#core/check/suite.ts";
import type { ClassifiableRequest } from "#core/contract/classification/classification.ts";
import type { Contract } from "#core/contract/contract.ts";
import type { JudgedAgain } from "#core/recording/judge-again.ts";
import { type ExamRecording, recordedExamReport } from "#exam/exam-recording.ts";
import type { PreparedExam } from "#exam/exam-report.ts";
import { reasonInWords } from "#report/words/why-in-words.ts";
import type { JudgedTwice, ShownVerdict } from "#revisions/impact.ts";
import { judgeFiles } from "#traffic/judge-files.ts";
import { judgeFile, readExamFile } from "../judge/judge-file.ts";

/** The documents that evidence is judged by, as `--spec` has them; undefined: the suite's own. */
interface Documents {
  readonly older: string | undefined;
  readonly newer: string | undefined;
}

/** What one file shows by each of two documents: of the server, of the client, or of both. @throws UsageError for a file that is no evidence */
export async function judgedTwice(file: string, documents: Documents, compared: ComparedOperations, io: Io) {
  const kind = await kindOfFile(file, io.folder);
  switch (kind) {
    case "recording":
      return [await serverTwice(file, documents, compared, io)];
    case "exam":
      return [await clientTwice(file, documents, io)];
    case "certificate":
    case "report":
      throw otherKind(file, kind, "a whole recording, or traffic,");
    default:
      return trafficTwice(file, documents, compared, io);
  }
}

async function serverTwice(
  evidence: string,
  { older, newer }: Documents,
  compared: ComparedOperations,
  { folder }: Io,
): Promise<JudgedTwice> {
  const [before, after, prepared] = await Promise.all([
    judgeFile(evidence, folder, older),
    judgeFile(evidence, folder, newer),
    preparedFor({ spec: newer }),
  ]);
  const unsent = after.unsent.filter(
    ({ operation }) =>
      compared.changed.size > 0 && (operation === undefined || compared.changed.has(operation)),
  );
  const was = shownByRun(before, prepared.suite);
  const is = shownByRun({ ...after, unsent }, prepared.suite);
  return {
    ...{ evidence, side: "server", subject: after.run.target, called: new Set(), before: was },
    after: (unsent.length > 0 ? is : unlessLost(was, is)).map(withCredential(compared, prepared)),
  };
}

/** Keeps the older verdicts of an operation that both documents have, if the newer one asks nothing new of it. */
function unlessLost(was: readonly ShownVerdict[], is: readonly ShownVerdict[]): readonly ShownVerdict[] {
  const before = new Map(was.map((verdict) => [verdict.id, verdict]));
  return is.map((verdict) => {
    const { state, because } = before.get(verdict.id) ?? verdict;
    return verdict.state === "unknown" && state !== "none" ? { ...verdict, state, because } : verdict;
  });
}

/** Marks answers to another credential than the document asks for: they do not show how the service would answer now. */
function withCredential({ closed }: ComparedOperations, { requirements }: Prepared) {
  const about = requirements.filter(({ operations }) => operations.some((one) => closed.has(one)));
  const because = "its requests had another credential than this document asks for";
  return unknownFor(new Set(about.map(({ id }) => id)), because);
}

function unknownFor(ids: ReadonlySet<string>, because: string): (verdict: ShownVerdict) => ShownVerdict {
  return (verdict) =>
    verdict.state === "conforms" && ids.has(verdict.id) ? { ...verdict, state: "unknown", because } : verdict;
}

export function shownByRun({ run, unsent }: JudgedAgain, { checks }: Suite): readonly ShownVerdict[] {
  const shown = run.verdicts.map((one) => shownVerdict(one, run.words));
  const [first, ...more] = unsent;
  if (first === undefined) return shown;
  // A pass that rests on every answer is unknown for requests that were never sent.
  const ofEveryAnswer = new Set(checks.flatMap(({ kind, about }) => (kind === "scenario" ? [] : [about])));
  const because =
    more.length === 0
      ? `the request "${first.label}" of this document is not in the recording`
      : `the requests "${first.label}" and ${more.length} more of this document are not in the recording`;
  return shown.map(unknownFor(ofEveryAnswer, because));
}

async function clientTwice(evidence: string, { older, newer }: Documents, io: Io): Promise<JudgedTwice> {
  const { recording } = await readExamFile(evidence, io);
  const [before, after] = await Promise.all([prepareExam(older), prepareExam(newer)]);
  return {
    ...{ evidence, side: "client", subject: recording.exam.client ?? "client" },
    ...{ before: shownByExam(recording, before), after: shownByExam(recording, after) },
    called: calledIn(recording, before.contract),
  };
}

export function shownByExam(recording: ExamRecording, prepared: PreparedExam): readonly ShownVerdict[] {
  const { verdicts, words } = recordedExamReport(recording, prepared);
  return verdicts.map((one) => shownVerdict(one, words));
}

function calledIn({ sessions }: ExamRecording, contract: Contract): ReadonlySet<string> {
  const requests = sessions.flatMap(({ exchanges }) => exchanges);
  return new Set(
    requests.flatMap(({ method, target }) => {
      const request: ClassifiableRequest = { method, path: target.split("?")[0] ?? "" };
      const operation = contract.operations.get(contract.classify(request).operation ?? "");
      return operation?.name ?? [];
    }),
  );
}

async function trafficTwice(
  file: string,
  { older, newer }: Documents,
  compared: ComparedOperations,
  { folder }: Io,
): Promise<readonly JudgedTwice[]> {
  const [before, after] = await Promise.all([trafficBy(file, older, folder), trafficBy(file, newer, folder)]);
  const shown = (side: "server" | "client") => ({ side, before: before[side], after: after[side] });
  const server = after.server.map(withCredential(compared, await preparedFor({ spec: newer })));
  return [
    {
      ...{ ...shown("server"), after: server },
      ...{ evidence: file, subject: "the service in the traffic", called: new Set() },
    },
    { ...shown("client"), evidence: file, subject: "the clients in the traffic", called: after.called },
  ];
}

async function trafficBy(file: string, spec: string | undefined, folder: string) {
  const prepared = await preparedFor({ spec });
  const files = [{ name: file, path: resolve(folder, file) }];
  const { client, verdicts } = (await judgeFiles({ files }, prepared)).judged;
  const server = verdicts.map(
    ({ requirement: { id, level, text, clause }, held, broken, first }): ShownVerdict => ({
      ...{ id, level, text, clause, state: broken > 0 ? "breaks" : held > 0 ? "conforms" : "unknown" },
      because: first && `line ${first.at.line}: expected ${first.expected}; got ${first.seen}`,
    }),
  );
  const requests: ShownVerdict = {
    ...{ id: "requests", level: "must", text: "Every request is one that the document allows." },
    state: client.count > 0 ? "breaks" : "conforms",
    because:
      client.first &&
      `${client.count} of them, the first in line ${client.first.at.line}: ${client.first.text}`,
  };
  // The operations of these clients are unknown: any may be affected.
  const operations = [...prepared.contract.operations.values()];
  const called = new Set(operations.map(({ name }) => name));
  return { server, client: [requests], called };
}

function shownVerdict(of: Verdict, words: SuiteWords): ShownVerdict {
  const { id, level, text, clause, verdict, findings } = of;
  const [first] = findings;
  const states: Readonly<Partial<Record<Verdict["verdict"], ShownVerdict["state"]>>> = {
    pass: "conforms",
    fail: "breaks",
    untested: "unknown",
    inconclusive: "unknown",
  };
  return {
    ...{ id, level, text, clause, state: states[verdict] ?? "none" },
    because:
      first === undefined
        ? reasonInWords(of, words)
        : `${first.case.label}: expected ${first.expected}; got ${first.seen} (exchange ${first.exchange})`,
  };
}
