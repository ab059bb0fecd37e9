import { createHash } from "node:crypto";
import packageJson from "../../package.json" with { type: "json" };
import type { Requirement } from "../check/requirement.ts";
import type { Contract } from "../contract/contract.ts";
import { escapedJson } from "../report/escape.ts";
import type { JournalEntry, RunStart } from "../run/journal.ts";
import type { Run } from "../run/result.ts";
import type { Redacted } from "../secrets/redacted.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { createStandIns, type StandIns } from "../secrets/stand-ins.ts";
import { type RecordedExchange, readExchange, recordedExchange } from "./recorded-exchange.ts";

/** Rises when a reader of the form before would read a recording wrongly. */
const recordingVersion = 1;
const recordingForm = "petstore-conformance recording";

/** What a run was judged by: where another is given later, verdicts may change. */
export interface JudgedBy {
  readonly version: string;
  /** SHA-256 of the catalogue. */
  readonly catalogue: string;
  readonly document: { readonly source: string; readonly digest: string };
  /** YYYY-MM-DD, where `--removal-date` said it. */
  readonly removalDate: string | null;
}

export interface RecordedVerdict {
  readonly id: string;
  readonly verdict: string;
  readonly reason: string | null;
}

type Line =
  | Exclude<JournalEntry, { readonly kind: "start" | "exchange" }>
  | (StartLine & { readonly kind: "start" })
  | { readonly kind: "exchange"; readonly exchange: RecordedExchange }
  | { readonly kind: "verdicts"; readonly verdicts: readonly RecordedVerdict[] };

interface StartLine {
  readonly form: string;
  readonly version: number;
  readonly judgedBy: JudgedBy;
  readonly start: Omit<RunStart, "baseUrl"> & { readonly baseUrl: string };
}

export function judgedBy(
  contract: Contract,
  requirements: readonly Requirement[],
  removalDate: string | undefined,
): JudgedBy {
  return {
    version: packageJson.version,
    catalogue: createHash("sha256").update(JSON.stringify(requirements)).digest("hex"),
    document: { source: contract.source, digest: contract.digest() },
    removalDate: removalDate ?? null,
  };
}

/** Entries as lines of a recording, out of which every secret that is known by then is taken. */
export function lineOf(
  entry: JournalEntry,
  by: JudgedBy,
  secrets: Pick<Secrets, "redact" | "redactForJudging">,
): string {
  const line = lineFor(entry, by);
  return written(line.kind === "exchange" ? secrets.redactForJudging(line) : secrets.redact(line));
}

function lineFor(entry: JournalEntry, by: JudgedBy): Line {
  switch (entry.kind) {
    case "start": {
      const start = { ...entry.start, baseUrl: entry.start.baseUrl.href };
      return { kind: "start", form: recordingForm, version: recordingVersion, judgedBy: by, start };
    }
    case "exchange":
      return { kind: "exchange", exchange: recordedExchange(entry.exchange) };
    default:
      return entry;
  }
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
function bytesAsJson(bytes: Uint8Array): { readonly utf8: string } | { readonly base64: string } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("utf8");
  return Buffer.from(text, "utf8").equals(buffer) ? { utf8: text } : { base64: buffer.toString("base64") };
}

/** A recording, read. */
export interface Recording {
  readonly judgedBy: JudgedBy;
  readonly start: RunStart;
  /** All that came after the start, in order. */
  readonly entries: readonly Exclude<JournalEntry, { readonly kind: "start" }>[];
  /** The run's own; undefined where the recording ends before them. */
  readonly verdicts: readonly RecordedVerdict[] | undefined;
  /** What the exchanges hold in the place of secrets. */
  readonly standIns: Pick<StandIns, "takeOut">;
}

/** A file that is no recording, or one of another form; says what to do. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}

/** @throws RecordingError */
export function readRecording(texts: readonly string[]): Recording {
  const lines = texts.map(readLine);
  const [first, ...rest] = lines;
  if (first?.kind !== "start" || first.form !== recordingForm)
    throw new RecordingError("it does not begin as a recording does; give a file that `run --record` wrote");
  if (first.version !== recordingVersion)
    throw new RecordingError(
      `it has form ${first.version}, and this version reads form ${recordingVersion}; judge it with petstore-conformance ${first.judgedBy.version}`,
    );
  const verdicts = rest.find((line) => line.kind === "verdicts");
  const standIns = createStandIns((digits) => !texts.some((text) => text.includes(digits)));
  const entries = rest.flatMap((line): Recording["entries"][number][] => {
    if (line.kind === "start" || line.kind === "verdicts") return [];
    if (line.kind !== "exchange") return [line];
    return [{ kind: "exchange", exchange: readExchange(standIns.fillIn(line.exchange)) }];
  });
  if (verdicts !== undefined) expectWhole(entries);
  return {
    judgedBy: first.judgedBy,
    start: { ...first.start, baseUrl: new URL(first.start.baseUrl) },
    ...{ entries, standIns },
    verdicts: verdicts?.verdicts,
  };
}

/** A run numbers its exchanges from 1 on: where it ended, its recording has each of them once. */
function expectWhole(entries: Recording["entries"]): void {
  const numbers = entries.flatMap((entry) => (entry.kind === "exchange" ? [entry.exchange.id] : []));
  if (numbers.toSorted((a, b) => a - b).every((number, index) => number === index + 1)) return;
  throw new RecordingError(
    "an exchange of the run is missing, or there twice; give the file as it was written, or all its parts in their order",
  );
}

function readLine(text: string, at: number): Line {
  try {
    return JSON.parse(text, bytesFromJson) as Line;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new RecordingError(`line ${at + 1} is no JSON (${why}); it was changed after it was written`);
  }
}

/** For `JSON.parse`: bytes as `written` has them. */
export function bytesFromJson(name: string, value: unknown): unknown {
  if ((name !== "body" && name !== "bytes") || typeof value !== "object" || value === null) return value;
  if ("utf8" in value && typeof value.utf8 === "string") return Buffer.from(value.utf8, "utf8");
  if ("base64" in value && typeof value.base64 === "string") return Buffer.from(value.base64, "base64");
  return value;
}
