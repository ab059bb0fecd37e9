import { createHash } from "node:crypto";
import { Unreadable } from "#files/read-bounded.ts";
import packageJson from "../../../package.json" with { type: "json" };
import type { Requirement } from "../check/requirement.ts";
import type { Reason } from "../check/results/unresolved.ts";
import type { Contract } from "../contract/contract.ts";
import { escapedJson } from "../json/escape.ts";
import type { KeptEntry, RunStart } from "../run/journal/journal.ts";
import type { Run } from "../run/result.ts";
import type { Redacted } from "../secrets/redacted.ts";
import { linesAsIn, parsedLines } from "./recorded-lines.ts";
import schema from "./recording.schema.json" with { type: "json" };

/** Raised when a reader of the previous form would misread a recording. */
const recordingVersion = 4;
const recordingForm = "petstore-conformance recording";

/** What a run was judged by: where another is given later, verdicts may change. */
export interface JudgedBy {
  readonly version: string;
  /** SHA-256 of the catalogue. */
  readonly catalogue: string;
  readonly document: { readonly source: string; readonly digest: string };
}

export interface RecordedVerdict {
  readonly id: string;
  readonly verdict: string;
  readonly reason: Reason | null;
}

type StartEntry = Extract<KeptEntry, { readonly kind: "start" }>;

interface StartLine extends StartEntry {
  readonly form: string;
  readonly version: number;
  readonly judgedBy: JudgedBy;
}

type Line =
  | StartLine
  | Exclude<KeptEntry, StartEntry>
  | { readonly kind: "verdicts"; readonly verdicts: readonly RecordedVerdict[] };

export function judgedBy(contract: Contract, requirements: readonly Requirement[]): JudgedBy {
  return {
    version: packageJson.version,
    catalogue: createHash("sha256").update(JSON.stringify(requirements)).digest("hex"),
    document: { source: contract.source, digest: contract.document.digest },
  };
}

export function lineOf(entry: KeptEntry, by: JudgedBy): string {
  if (entry.kind !== "start") return written(entry);
  const { kind, start } = entry;
  return written({ kind, form: recordingForm, version: recordingVersion, judgedBy: by, start });
}

/** The last line: what the run's own verdicts were. */
export function verdictLine({ verdicts }: Redacted<Run>): string {
  return written({ kind: "verdicts", verdicts: verdicts.map(recordedVerdict) });
}

export function recordedVerdict({ id, verdict, reason }: Run["verdicts"][number]): RecordedVerdict {
  return { id, verdict, reason: reason ?? null };
}

/** A line as it is written: bytes as text, or in base64; what a terminal would interpret is escaped. */
export function written(line: unknown): string {
  // A Buffer has a `toJSON` of its own, which comes before any replacer: so the holder is asked.
  const text = JSON.stringify(line, function (this: object, name: string, value: unknown) {
    const member: unknown = Reflect.get(this, name);
    return member instanceof Uint8Array ? bytesAsJson(member) : value;
  });
  return escapedJson(text);
}

/** Text where that gives the same bytes again. */
export function bytesAsJson(bytes: Uint8Array): { readonly utf8: string } | { readonly base64: string } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("utf8");
  return Buffer.from(text, "utf8").equals(buffer) ? { utf8: text } : { base64: buffer.toString("base64") };
}

export interface Recording {
  readonly judgedBy: JudgedBy;
  readonly start: RunStart;
  /** What was kept of the run, in order, its start first. */
  readonly kept: readonly KeptEntry[];
  /** The run's own; undefined where the recording ends before them. */
  readonly verdicts: readonly RecordedVerdict[] | undefined;
}

/** @throws Unreadable */
export function readRecording(texts: readonly string[]): Recording {
  const values = parsedLines(texts);
  const [head] = values as readonly Partial<StartLine>[];
  if (head?.kind !== "start" || head.form !== recordingForm)
    throw new Unreadable("it does not begin as a recording does; give a file that `run --record` wrote");
  if (Number.isInteger(head.version) && head.version !== recordingVersion)
    throw new Unreadable(
      `it has form ${head.version}, and this version reads form ${recordingVersion}; judge it with petstore-conformance ${head.judgedBy?.version ?? "of that form"}`,
    );
  const lines = linesAsIn<Line>(schema, values);
  const [first, ...rest] = lines;
  if (first?.kind !== "start") throw new Unreadable("it does not begin as a recording does");
  if (rest.some(({ kind }) => kind === "start") || rest.filter(({ kind }) => kind === "verdicts").length > 1)
    throw new Unreadable("it begins or ends more than once; give the file of one run as it was written");
  // Judging counts with it, and searches for it.
  if (!/^[0-9a-f]{20}$/.test(first.start.options.runId))
    throw new Unreadable("the id of its run is not 20 hex digits; it was changed after it was written");
  if (!URL.canParse(first.start.baseUrl.toString()))
    throw new Unreadable("the base address of its run is none; it was changed after it was written");
  const verdicts = rest.find((line) => line.kind === "verdicts");
  const kept = lines.flatMap((line) => (line.kind === "verdicts" ? [] : [line]));
  if (verdicts !== undefined) expectWhole(kept);
  return {
    judgedBy: first.judgedBy,
    start: { ...first.start, baseUrl: new URL(first.start.baseUrl) },
    ...{ kept, verdicts: verdicts?.verdicts },
  };
}

/** A run numbers its exchanges from 1 on: where it ended, its recording has each of them once. */
function expectWhole(entries: readonly KeptEntry[]): void {
  const numbers = entries.flatMap((entry) => (entry.kind === "exchange" ? [entry.exchange.id] : []));
  if (numbers.toSorted((a, b) => a - b).every((number, index) => number === index + 1)) return;
  throw new Unreadable("an exchange of the run is missing, or there twice; give the file as it was written");
}
