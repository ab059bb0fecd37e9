import { createHash } from "node:crypto";
import type { Verdict, VerdictKind } from "../check/verdict.ts";
import type { JudgedBy } from "../evidence/recording.ts";
import type { RunOptions } from "../run/options.ts";
import type { Run } from "../run/result.ts";
import type { Redacted } from "../secrets/redacted.ts";

// in-toto Statement v1 with the test-result predicate v0.1 (https://github.com/in-toto/attestation). Both let a predicate
// have members of its own; ours come first, what was not tested before all others.

export const statementType = "https://in-toto.io/Statement/v1";
export const predicateType = "https://in-toto.io/attestation/test-result/v0.1";

export const levels = ["server standard", "server thorough"] as const;
export type Level = (typeof levels)[number];

export interface Statement {
  readonly _type: typeof statementType;
  /** The service, the document, and the commit where one was named. */
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

export interface Untested {
  readonly id: string;
  readonly level: "must" | "should";
  readonly verdict: "untested" | "inconclusive" | "not-applicable" | "skipped";
  readonly reason: string;
}

export interface Predicate {
  readonly level: Level;
  readonly untested: readonly Untested[];
  readonly rateLimits: "covered" | "declared off" | "not covered";
  /** `WARNED`: a should failed. */
  readonly result: "PASSED" | "WARNED";
  readonly passedTests: readonly string[];
  readonly warnedTests: readonly string[];
  readonly failedTests: readonly [];
  /** ISO 8601 instants in UTC. */
  readonly run: { readonly startedAt: string; readonly endedAt: string; readonly clock: Run["clock"] };
  readonly issuedAt: string;
  readonly expiresAt: string;
  /** What the owner of the service is to do now. */
  readonly advice: string;
  readonly configuration: readonly Resource[];
}

/** What a certificate says that no evidence shows: who was tested, as its owner has it, and until when it holds. */
export interface Claims {
  readonly name: string;
  readonly commit: string | undefined;
  readonly issuedAt: string;
  readonly expiresAt: string;
}

/** Evidence, judged. */
export interface JudgedEvidence {
  readonly run: Redacted<Run>;
  readonly options: RunOptions;
  readonly judgedBy: JudgedBy;
  readonly baseUrl: URL;
  /** SHA-256 of the recording's bytes as they are. */
  readonly digest: string;
  /** Requirements that the over-limit probe is for. */
  readonly probeAbout: readonly string[];
}

/** The same evidence and claims give the same statement, member by member. */
export function statementOf(evidence: JudgedEvidence, claims: Claims): Statement {
  const { run, options, judgedBy, baseUrl, digest } = evidence;
  const ids = (of: (verdict: Verdict) => boolean) => run.verdicts.filter(of).map(({ id }) => id);
  const warnedTests = ids(({ verdict }) => verdict === "fail");
  return {
    _type: statementType,
    subject: [
      { name: claims.name, digest: { sha256: sha256(baseUrl.origin) } },
      {
        name: `OpenAPI document: ${run.spec.title} ${run.spec.version}`,
        digest: { sha256: judgedBy.document.digest },
        annotations: { looser: run.spec.looser, untestedOperations: run.spec.untestedOperations },
      },
      ...(claims.commit === undefined ? [] : [{ name: "commit", digest: { gitCommit: claims.commit } }]),
    ],
    predicateType,
    predicate: {
      level: options.profile === "thorough" ? "server thorough" : "server standard",
      untested: run.verdicts.flatMap(untestedOf),
      rateLimits: rateLimitsOf(evidence),
      result: warnedTests.length === 0 ? "PASSED" : "WARNED",
      passedTests: ids(({ verdict }) => verdict === "pass"),
      warnedTests,
      failedTests: [],
      run: {
        startedAt: new Date(run.startedAtMs).toISOString(),
        endedAt: new Date(run.endedAtMs).toISOString(),
        clock: run.clock,
      },
      issuedAt: claims.issuedAt,
      expiresAt: claims.expiresAt,
      advice: "Replace the API key that this run used by a new one.",
      configuration: [
        { name: "petstore-conformance", annotations: { version: judgedBy.version } },
        { name: "catalogue of requirements", digest: { sha256: judgedBy.catalogue } },
        { name: "recording", digest: { sha256: digest } },
        { name: "options", annotations: { ...optionsOf(options), removalDate: judgedBy.removalDate } },
      ],
    },
  };
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

const unresolved: readonly VerdictKind[] = ["untested", "inconclusive", "not-applicable", "skipped"];

function untestedOf({ id, level, verdict, reason }: Verdict): Untested[] {
  if (level === "open" || !unresolved.includes(verdict)) return [];
  return [{ id, level, verdict: verdict as Untested["verdict"], reason: reason ?? "" }];
}

function rateLimitsOf({ run, options, probeAbout }: JudgedEvidence): Predicate["rateLimits"] {
  if (options.rateLimit === "off") return "declared off";
  const musts = run.verdicts.filter(({ id, level }) => level === "must" && probeAbout.includes(id));
  const areTested = musts.length > 0 && musts.every(({ verdict }) => verdict === "pass");
  return areTested ? "covered" : "not covered";
}

/** As JSON has them: what is undefined is not there. */
function optionsOf(options: RunOptions): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(options)) as Readonly<Record<string, unknown>>;
}

/** The evidence that the certificate is bound to, and what it was judged by then. */
export function configured({ predicate: { configuration } }: Statement) {
  const named = (name: string) => configuration.find((resource) => resource.name === name);
  return {
    recording: named("recording")?.digest?.sha256 ?? "",
    version: String(named("petstore-conformance")?.annotations?.version ?? ""),
    catalogue: named("catalogue of requirements")?.digest?.sha256 ?? "",
    options: named("options")?.annotations ?? {},
  };
}

/** What the certificate says that no evidence shows. */
export function claimsOf({ subject, predicate: { issuedAt, expiresAt } }: Statement): Claims {
  const commit = subject.find(({ name }, index) => index > 0 && name === "commit")?.digest?.gitCommit;
  return { name: subject[0]?.name ?? "", commit, issuedAt, expiresAt };
}
