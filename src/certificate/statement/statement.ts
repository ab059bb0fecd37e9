import { hash } from "node:crypto";
import type { Verdict, VerdictKind } from "#core/check/results/verdict.ts";
import type { JudgedBy } from "#core/recording/recording.ts";
import { defaultOptions, type RunOptions } from "#core/run/options.ts";
import type { CaseCount, Run, TestedDocument } from "#core/run/result.ts";
import { maxBurst, maxDuration, mostCreates } from "#core/run/setting.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { reasonInWords } from "#report/words/why-in-words.ts";

// in-toto Statement v1 with the test-result predicate v0.1 (https://github.com/in-toto/attestation). Both let a predicate
// have members of its own; ours come first, how much was tested before all others.

const statementType = "https://in-toto.io/Statement/v1";
const predicateType = "https://in-toto.io/attestation/test-result/v0.1";

export interface Statement {
  readonly _type: typeof statementType;
  /** The service or the client, the document, and the service's commit where one was named. */
  readonly subject: readonly Resource[];
  readonly predicateType: typeof predicateType;
  readonly predicate: Predicate;
}

/** in-toto's ResourceDescriptor, as far as it is used. */
interface Resource {
  readonly name: string;
  readonly digest?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

interface Untested {
  readonly id: string;
  readonly level: "must" | "should";
  readonly verdict: "untested" | "inconclusive" | "not-applicable" | "skipped";
  readonly reason: string;
}

/** ISO 8601 instants in UTC. */
interface Validity {
  readonly issuedAt: string;
  readonly expiresAt: string;
}

export interface Dates extends Validity {
  readonly run: { readonly startedAt: string; readonly endedAt: string; readonly clock: Run["clock"] };
}

export interface Predicate extends Dates {
  readonly level: Level;
  readonly musts: MustsTested;
  /** Of the cases of the profile that apply. Undefined: a client was tested. */
  readonly cases?: MustsTested;
  readonly untested: readonly Untested[];
  /** Undefined: a client was tested. */
  readonly rateLimits?: "covered" | "declared off" | "not covered";
  /** `WARNED`: a should failed. */
  readonly result: "PASSED" | "WARNED";
  readonly passedTests: readonly string[];
  readonly warnedTests: readonly string[];
  readonly failedTests: readonly [];
  /** What the owner of the service is to do now. */
  readonly advice: string;
  readonly configuration: readonly Resource[];
}

/** What a certificate says that no evidence shows: who was tested, as its owner has it, and until when it holds. */
interface Claims extends Validity {
  readonly name: string;
  readonly commit: string | undefined;
}

/** What a recording shows, of a run or of an exam. */
export interface JudgedRecording {
  readonly level: Level;
  /** The service's; undefined where a client was tested. */
  readonly origin?: string;
  readonly document: TestedDocument;
  readonly verdicts: Redacted<readonly Verdict[]>;
  readonly words: Run["words"];
  readonly cases?: CaseCount;
  readonly rateLimits?: Predicate["rateLimits"];
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly clock: Run["clock"];
  /** As JSON has them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** What it was judged by when it was made. */
  readonly judgedBy: JudgedBy;
  /** What the suite of this version is: another than the recording's where it was made by another. */
  readonly judgedNow: JudgedBy;
  /** SHA-256 of the recording's bytes as they are. */
  readonly digest: string;
  /** Why it cannot be certified, a sentence each. */
  readonly obstacles: readonly string[];
  /** What of a run the suite would not have sent, as one sentence; undefined where there is nothing, or it was not replayed. */
  readonly notPlanned?: string | undefined;
}

/** The same evidence and claims give the same statement, member by member. */
export function statementOf(evidence: JudgedRecording, claims: Claims): Statement {
  const { level, origin, document, verdicts, words, cases, clock, options, rateLimits, judgedBy, digest } =
    evidence;
  const { title, version, looser, untestedOperations } = document;
  const ids = (of: (verdict: Verdict) => boolean) => verdicts.filter(of).map(({ id }) => id);
  const warnedTests = ids(({ verdict }) => verdict === "fail");
  return {
    _type: statementType,
    subject: [
      // Only its source identifies the client.
      {
        name: claims.name,
        digest: origin === undefined ? { gitCommit: claims.commit ?? "" } : { sha256: sha256(origin) },
      },
      {
        name: `OpenAPI document: ${title} ${version}`,
        digest: { sha256: judgedBy.document.digest },
        annotations: { looser, untestedOperations },
      },
      ...(origin === undefined || claims.commit === undefined
        ? []
        : [{ name: "commit", digest: { gitCommit: claims.commit } }]),
    ],
    predicateType,
    predicate: {
      level,
      musts: mustsTestedOf(verdicts),
      ...(cases !== undefined && { cases: { tested: cases.tested, of: cases.total } }),
      untested: verdicts.flatMap((verdict) => untestedOf(verdict, words)),
      ...(rateLimits !== undefined && { rateLimits }),
      result: warnedTests.length === 0 ? "PASSED" : "WARNED",
      passedTests: ids(({ verdict }) => verdict === "pass"),
      warnedTests,
      failedTests: [],
      run: {
        startedAt: new Date(evidence.startedAtMs).toISOString(),
        endedAt: new Date(evidence.endedAtMs).toISOString(),
        clock,
      },
      issuedAt: claims.issuedAt,
      expiresAt: claims.expiresAt,
      advice:
        origin === undefined
          ? "Certify the next version of the client again."
          : "Replace the API key that this run used with a new one.",
      configuration: [
        { name: "petstore-conformance", annotations: { version: judgedBy.version } },
        { name: "catalogue of requirements", digest: { sha256: judgedBy.catalogue } },
        { name: "recording", digest: { sha256: digest } },
        { name: "options", annotations: options },
      ],
    },
  };
}

export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content);
}

/** Clocks differ by a little. */
export const skewMs = 5 * 60_000;

const unresolved: readonly VerdictKind[] = ["untested", "inconclusive", "not-applicable", "skipped"];

function untestedOf(of: Verdict, words: Run["words"]): Untested[] {
  const { id, level, verdict } = of;
  if (level === "open" || !unresolved.includes(verdict)) return [];
  return [{ id, level, verdict: verdict as Untested["verdict"], reason: reasonInWords(of, words) ?? "" }];
}

export function isOfClient({ predicate: { level } }: Statement): boolean {
  return level.startsWith("client");
}

/** The evidence that the certificate is bound to, and the version and options of its run. */
export function configured({ predicate: { configuration } }: Statement) {
  const named = (name: string) => configuration.find((resource) => resource.name === name);
  return {
    recording: named("recording")?.digest?.sha256 ?? "",
    version: String(named("petstore-conformance")?.annotations?.version ?? ""),
    options: named("options")?.annotations ?? {},
  };
}

export function claimsOf({ subject, predicate: { issuedAt, expiresAt } }: Statement): Claims {
  const [tested, , named] = subject;
  const commit = named?.digest?.gitCommit ?? tested?.digest?.gitCommit;
  return { name: tested?.name ?? "", commit, issuedAt, expiresAt };
}

/** How much a certificate covers: of a server the most first, then of a client. */
export const levels = [
  "server thorough",
  "server standard",
  /** The owner says that no rate limits apply, so none were tested. */
  "server limits off",
  /** Fewer requests or creates, a shorter probe or less time than the profile has. */
  "server reduced",
  /** Nothing was created. */
  "server read-only",
  "client",
  /** Some must was not tested. */
  "client partial",
] as const;
export type Level = (typeof levels)[number];

/** Whether nothing was left out that its profile, or its exam, has. */
export function isWholeLevel(level: Level): boolean {
  return level === "server thorough" || level === "server standard" || level === "client";
}

/** What `--require` accepts. */
export const acceptedLevels = {
  standard: ["server standard", "server thorough"],
  thorough: ["server thorough"],
  client: ["client"],
} as const satisfies Readonly<Record<string, readonly Level[]>>;

/** What bounds a run: less than the profile's own tests less. */
const amounts: readonly ((options: RunOptions) => number)[] = [
  mostCreates,
  maxBurst,
  ({ maxRequests }) => maxRequests,
  maxDuration,
  ({ maxWaitMs }) => maxWaitMs,
];

export function serverLevel(options: RunOptions): Level {
  const { profile, rateLimit, seed, runId } = options;
  const usual: RunOptions = { ...defaultOptions, profile, seed, runId };
  if (mostCreates(options) === 0) return "server read-only";
  if (amounts.some((of) => of(options) < of(usual))) return "server reduced";
  if (rateLimit === "off") return "server limits off";
  return profile === "thorough" ? "server thorough" : "server standard";
}

export interface MustsTested {
  readonly tested: number;
  readonly of: number;
}

export function mustsTestedOf(verdicts: readonly Verdict[]): MustsTested {
  const musts = verdicts.filter(({ level, verdict }) => level === "must" && verdict !== "not-applicable");
  return {
    tested: musts.filter(({ verdict }) => verdict === "pass" || verdict === "fail").length,
    of: musts.length,
  };
}
