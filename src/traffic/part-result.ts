import { createHash } from "node:crypto";
import type { Requirement } from "../core/check/requirement.ts";
import { type Part, slots } from "./keys.ts";
import type { TrafficNotes } from "./read-traffic.ts";
import { addTally, emptyTally, type Tally } from "./tally.ts";
import type { ClientResult, Judged, TrafficJudgeInput } from "./traffic-judge.ts";

/** Rises when a reader of the form before would read a file wrongly. */
const partVersion = 1;
const partForm = "petstore-conformance part of traffic";

/** What one part of the traffic came to, as plain data: parts add up to what one process would have found. */
export interface PartResult {
  readonly judged: Judged;
  readonly client: ClientResult;
  readonly files: readonly FileResult[];
}

export interface FileResult extends Omit<TrafficNotes, "leftOut"> {
  readonly file: string;
  readonly leftOut: readonly (readonly [why: string, count: number])[];
  /** Exchanges that came out of it. */
  readonly exchanges: number;
}

/** The parts added up. Each read the same files. */
export function sumOfParts(parts: readonly PartResult[]): PartResult {
  const [first] = parts;
  if (first === undefined) throw new Error("there are no parts");
  return {
    judged: sumOf(parts.map(({ judged }) => judged)),
    client: parts.map(({ client }) => client).reduce(sumOfClients),
    files: first.files.map((_, i) => parts.flatMap(({ files }) => files[i] ?? []).reduce(sumOfFiles)),
  };
}

function sumOfClients(a: ClientResult, b: ClientResult): ClientResult {
  const [first] = [a.first, b.first]
    .filter((one) => one !== undefined)
    .toSorted((one, other) => one.at.file - other.at.file || one.at.line - other.at.line);
  return { count: a.count + b.count, first };
}

function sumOfFiles(a: FileResult, b: FileResult): FileResult {
  const counts = new Map(a.leftOut);
  for (const [why, count] of b.leftOut) counts.set(why, (counts.get(why) ?? 0) + count);
  const firsts = [a, b].flatMap(({ unreadable }) => unreadable.first ?? []);
  return {
    file: a.file,
    // A part that met no exchange takes its file for plain traffic.
    source: a.source === plainSource ? b.source : a.source,
    base: a.base,
    leftOut: [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    unreadable: {
      count: a.unreadable.count + b.unreadable.count,
      first: firsts.toSorted((one, other) => nthOf(one) - nthOf(other))[0],
    },
    tooLong: a.tooLong,
    isCut: a.isCut || b.isCut,
    exchanges: a.exchanges + b.exchanges,
  };
}

const plainSource = "traffic";

/** The number in `line 7: …`. */
function nthOf(text: string): number {
  return Number(/\d+/.exec(text)?.[0] ?? 0);
}

/** What the parts of one work have in common: only those are added up. */
export type Work = Readonly<Record<string, unknown>>;

interface KeptPart {
  readonly form: string;
  readonly version: number;
  readonly suite: string;
  /** SHA-256 of what was asked: the same for all parts of one work. */
  readonly work: string;
  readonly of: number;
  /** Which parts are in it. */
  readonly parts: readonly number[];
  readonly result: PartResult;
}

export function keptPart(suite: string, work: Work, { part, of }: Part, result: PartResult): KeptPart {
  const digest = createHash("sha256").update(JSON.stringify(work)).digest("hex");
  return { form: partForm, version: partVersion, suite, work: digest, of, parts: [part], result };
}

/** Why parts cannot be added up, and what to do. */
export class PartError extends Error {
  override readonly name = "PartError";
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** The third of eight parts for `3/8`. @throws PartError for any other text */
export function partOf(text: string): Part {
  const [part = 0, of = 0] = text.split("/").map(Number);
  if (part <= of && of <= slots) return { part, of };
  throw new PartError(
    `there is no part ${text}`,
    `Write I/N, with I from 1 to N, and N up to ${slots}: --shard 3/8.`,
  );
}

/** Reads a part. @throws PartError for a file that is not one, and for one of another version of the suite */
export function readPart(text: string, suite: string): KeptPart {
  const kept = parsed(text);
  if (typeof kept !== "object" || kept === null || !("form" in kept) || kept.form !== partForm)
    throw new PartError("a file is not a part of traffic", "Give the files that `judge --shard` wrote.");
  if (!("version" in kept) || kept.version !== partVersion || !("suite" in kept) || kept.suite !== suite)
    throw new PartError(
      "a part was judged by another version of petstore-conformance",
      "Judge all parts, and merge them, with the same version.",
    );
  return kept as KeptPart;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** All parts of one work, in whatever order, added up. @throws PartError where one is missing, doubled, or of another work */
export function mergedParts(parts: readonly KeptPart[]): PartResult {
  const [first] = parts;
  if (first === undefined) throw new PartError("there are no parts", "Name the files of all parts.");
  if (parts.some(({ work, of }) => work !== first.work || of !== first.of))
    throw new PartError(
      "the parts do not belong together: their files, options or versions differ",
      "Judge all parts with the same files and options, and I of --shard I/N alone another.",
    );
  const there = parts.flatMap((one) => one.parts);
  const missing = Array.from({ length: first.of }, (_, i) => i + 1).filter((part) => !there.includes(part));
  if (missing.length > 0)
    throw new PartError(
      `of ${first.of} parts ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing`,
      "Judge the missing parts, and merge again.",
    );
  if (there.length > first.of) throw new PartError("a part is given twice", "Name each part once.");
  return sumOfParts(parts.map(({ result }) => result));
}

export interface TrafficVerdict extends Readonly<Tally> {
  readonly requirement: Requirement;
}

/** What the whole shows, from what its parts do. The order of the parts does not matter. */
export function sumOf(parts: readonly Judged[]): Judged {
  const tallies = new Map<string, Tally>();
  for (const { id, ...tally } of parts.flatMap((part) => part.tallies)) {
    const sum = tallies.get(id) ?? emptyTally();
    tallies.set(id, sum);
    addTally(sum, tally);
  }
  const total = (count: (part: Judged) => number) => parts.reduce((sum, part) => sum + count(part), 0);
  const seen = (name: keyof Judged["seen"]) => total((part) => part.seen[name]);
  const givenUp = (name: keyof Judged["givenUp"]) => total((part) => part.givenUp[name]);
  return {
    seen: { all: seen("all"), foreign: seen("foreign"), keyless: seen("keyless") },
    givenUp: { keys: givenUp("keys"), partly: givenUp("partly"), moving: givenUp("moving") },
    tallies: [...tallies].map(([id, tally]) => ({ id, ...tally })),
  };
}

/** Of every requirement that was judged, in the catalogue's order. */
export function trafficVerdicts(
  { tallies }: Judged,
  { requirements, suite }: Pick<TrafficJudgeInput, "requirements" | "suite">,
): readonly TrafficVerdict[] {
  const byId = new Map(tallies.map((tally) => [tally.id, tally]));
  const isKept = (id: string) => (byId.get(id)?.held ?? 0) > 0;
  return requirements.flatMap((requirement): TrafficVerdict[] => {
    const { id } = requirement;
    const tally = byId.get(id);
    if (tally === undefined) return [];
    const { held, broken, first } = tally;
    const { keptByOne, dueWith } = suite.traffic.lone.find(({ about }) => about === id)?.alone ?? {};
    if (dueWith !== undefined && !isKept(dueWith)) return [{ requirement, ...emptyTally() }];
    if (keptByOne === undefined) return [{ requirement, held, broken, first }];
    const shown =
      held > 0 ? { held, broken: 0, first: undefined } : { held, broken: Math.min(1, broken), first };
    return [{ requirement, ...shown }];
  });
}
