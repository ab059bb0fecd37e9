import { capitalised } from "#report/words/sentences.ts";

/**
 * Every way in which a certificate can be wrong, the gravest first: with several, the first one's code is the exit code.
 * `title` completes "The certificate is refused:".
 */
export const problemKinds = {
  "not-a-certificate": { exitCode: 10, title: "the file is not a certificate" },
  altered: { exitCode: 11, title: "its bytes were changed after it was written" },
  "wrong-signature": { exitCode: 12, title: "the signature does not match what is signed" },
  "untrusted-key": { exitCode: 13, title: "it is signed with a key that is not trusted" },
  "key-revoked": { exitCode: 14, title: "its key was revoked" },
  "certificate-revoked": { exitCode: 15, title: "it was revoked" },
  "revocations-invalid": { exitCode: 16, title: "the list of revocations cannot be relied on" },
  "not-permitted": { exitCode: 17, title: "its key may not certify this" },
  "not-yet-valid": { exitCode: 18, title: "its dates lie in the future" },
  expired: { exitCode: 19, title: "it has expired" },
  "too-old": { exitCode: 20, title: "its run is older than --max-age allows" },
  "level-too-low": { exitCode: 21, title: "it covers less than --require or --min-tested asks for" },
  "other-challenge": { exitCode: 22, title: "it does not answer the challenge" },
  "other-evidence": { exitCode: 23, title: "the evidence is not the file that was certified" },
  "evidence-unreadable": { exitCode: 24, title: "the evidence cannot be read as a recording" },
  "evidence-not-planned": { exitCode: 25, title: "the evidence is not what the suite would have sent" },
  "not-certifiable": { exitCode: 26, title: "the evidence does not conform" },
  "other-verdicts": { exitCode: 27, title: "the evidence gives other verdicts than it names" },
  "other-claims": { exitCode: 28, title: "the evidence is of another run than it describes" },
  "judged-otherwise": { exitCode: 29, title: "this version of the suite judges the evidence otherwise" },
  "other-document": { exitCode: 31, title: "it is about another OpenAPI document than the one given here" },
  "dates-contradict": { exitCode: 32, title: "its dates contradict each other, or it holds too long" },
  simulated: { exitCode: 30, title: "it is about the embedded reference server, not about a service" },
} as const;

type ProblemKind = keyof typeof problemKinds;

export interface Problem {
  readonly kind: ProblemKind;
  /** A sentence: what was found. May hold text of the certificate's: escape it when it is shown. */
  readonly detail: string;
}

/** One for each of these sentences that there is. */
export function problems(kind: ProblemKind, ...details: readonly (string | undefined)[]): Problem[] {
  return details.flatMap((detail) => (detail === undefined ? [] : { kind, detail }));
}

/** `The signature does not match what is signed. It names …`. */
export function problemInWords({ kind, detail }: Problem): string {
  return `${capitalised(problemKinds[kind].title)}. ${detail}`;
}

export function gravestFirst(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => problemKinds[a.kind].exitCode - problemKinds[b.kind].exitCode);
}

export function exitCodeOf(problems: readonly Problem[]): number {
  return problems.length === 0 ? 0 : Math.min(...problems.map(({ kind }) => problemKinds[kind].exitCode));
}

/** Why it does not answer a challenge; undefined where it does, or where there is none. */
export function otherChallenge(seed: unknown, challenge: number | undefined): string | undefined {
  if (challenge === undefined || seed === challenge) return undefined;
  return seed === undefined
    ? "An exam of a client has no seed, so it answers no challenge."
    : `The run used the seed ${String(seed)}, and the challenge is ${challenge}.`;
}
