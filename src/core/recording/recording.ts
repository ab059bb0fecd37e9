import { createHash } from "node:crypto";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { Unreadable } from "#files/read-bounded.ts";
import packageJson from "../../../package.json" with { type: "json" };
import type { Requirement } from "../check/requirement.ts";
import type { Reason } from "../check/results/unresolved.ts";
import type { Contract } from "../contract/contract.ts";
import { escapedJson } from "../json/escape.ts";
import { derivedFrom } from "../memory/derived-from.ts";
import type { KeptEntry, RunStart } from "../run/journal/journal.ts";
import type { Run } from "../run/result.ts";
import type { Redacted } from "../secrets/redacted.ts";
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

/** The schema of a line: each of its definitions that names a `kind` is a line of that kind. */
interface LineSchema {
  readonly $id: string;
  readonly $defs: Readonly<Record<string, object>>;
}

interface Definition {
  readonly properties?: { readonly kind?: { readonly const?: string } };
}

/** @throws Unreadable for a text that is no JSON object */
export function parsedLines(texts: readonly string[]): readonly object[] {
  return texts.map((text, at) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw changed(at, "is not JSON");
    }
    if (typeof value !== "object" || value === null) throw changed(at, "is not an object");
    return value;
  });
}

/** The lines, which anyone may have changed, as their schema has them; bytes as `written` wrote them. @throws Unreadable */
export function linesAsIn<Line>(schema: LineSchema, values: readonly object[]): readonly Line[] {
  const validators = validatorsOf(schema);
  return values.map((value, at) => {
    const kind = "kind" in value ? value.kind : undefined;
    const validate = validators.get(kind);
    if (validate === undefined) throw changed(at, `is of another kind, ${JSON.stringify(kind) ?? "none"}`);
    if (!validate(value)) throw changed(at, `is not as its schema has it: ${deepest(validate.errors ?? [])}`);
    return withBytes("", value) as Line;
  });
}

function changed(at: number, why: string): Unreadable {
  return new Unreadable(`line ${at + 1} ${why}; it was changed after it was written`);
}

const validatorsOf = derivedFrom((schema: LineSchema): ReadonlyMap<unknown, ValidateFunction> => {
  const ajv = new Ajv2020({ strict: false }).addSchema(schema);
  return new Map(
    Object.entries(schema.$defs as Readonly<Record<string, Definition>>).flatMap(([name, { properties }]) => {
      const kind = properties?.kind?.const;
      return kind === undefined ? [] : [[kind, ajv.compile({ $ref: `${schema.$id}#/$defs/${name}` })]];
    }),
  );
});

/** Of the forms that a value may have, the one that it comes nearest to says what is wrong. */
function deepest(errors: readonly ErrorObject[]): string {
  const levels = ({ instancePath }: ErrorObject) => instancePath.split("/").length;
  const [problem] = errors.toSorted((a, b) => levels(b) - levels(a));
  return `${problem?.instancePath || "it"} ${problem?.message ?? "is wrong"}`;
}

/** In place: what stands in `body` and `bytes` becomes the bytes that it says. */
function withBytes(name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (name === "body" || name === "bytes") {
    if ("utf8" in value && typeof value.utf8 === "string") return Buffer.from(value.utf8, "utf8");
    if ("base64" in value && typeof value.base64 === "string") return Buffer.from(value.base64, "base64");
  }
  for (const [member, of] of Object.entries(value))
    if (typeof of === "object") Reflect.set(value, member, withBytes(member, of));
  return value;
}
