import { mustsInWords } from "./in-words.ts";
import type { JudgedRecording } from "./judge-evidence.ts";
import { otherChallenge } from "./obstacles.ts";
import type { Problem } from "./problems.ts";
import { contradictions, skewMs } from "./statement/dates.ts";
import type { Level } from "./statement/levels.ts";
import { configured, type Statement } from "./statement/statement.ts";
import { revocationProblems } from "./trust/revocations.ts";
import { notPermitted, type Trust, type TrustedKey } from "./trust/trust.ts";

/** What is asked of a certificate. */
export interface Asked {
  readonly trust: Trust;
  /** A list as it was read. */
  readonly revocations: Uint8Array | undefined;
  readonly nowMs: number;
  readonly maxAgeMs: number | undefined;
  /** Those that will do; undefined: any. */
  readonly levels: readonly Level[] | undefined;
  /** How many of the musts that apply must be tested, in percent. */
  readonly minTested: number | undefined;
  readonly minCases: number | undefined;
  /** The seed that the run must have used. */
  readonly challenge: number | undefined;
  /** Accepts a certificate about the embedded reference server. */
  readonly allowSelf: boolean;
  /** Undefined: the certificate is checked without it. `judge` throws an `EvidenceError`. */
  readonly evidence: { readonly digest: string; readonly judge: () => Promise<JudgedRecording> } | undefined;
}

/** What is known without the evidence. */
export function aloneProblems(
  statement: Statement,
  signer: TrustedKey,
  digest: string,
  asked: Asked,
): Problem[] {
  const { predicate } = statement;
  const { nowMs, maxAgeMs, levels, minTested, minCases, challenge } = asked;
  const found: Problem[] = [];
  const add = (kind: Problem["kind"], detail: string) => found.push({ kind, detail });
  const named = { certificate: digest, keyid: signer.keyid };
  found.push(...revocationProblems(named, asked.revocations, asked.trust.revocations, nowMs));
  found.push(...notPermitted(signer, statement));
  const { run, issuedAt, expiresAt } = predicate;
  // A virtual clock runs ahead of all others.
  const instants = run.clock === "virtual" ? [issuedAt] : [run.startedAt, run.endedAt, issuedAt];
  const future = instants.find((at) => !(Date.parse(at) <= nowMs + skewMs));
  if (future !== undefined)
    add(
      "not-yet-valid",
      `It names ${future}, and by this machine's clock it is ${new Date(nowMs).toISOString()}.`,
    );
  if (!(Date.parse(expiresAt) > nowMs)) add("expired", `It held until ${expiresAt}.`);
  if (maxAgeMs !== undefined && nowMs - Date.parse(run.endedAt) > maxAgeMs)
    add("too-old", `The run ended at ${run.endedAt}.`);
  for (const detail of contradictions(predicate)) add("dates-contradict", detail);
  if (levels?.includes(predicate.level) === false) add("level-too-low", `It is ${predicate.level}.`);
  const { tested, of } = predicate.musts;
  if (minTested !== undefined && tested * 100 < of * minTested)
    add("level-too-low", `${mustsInWords(predicate.musts)} were tested, and ${minTested} % are asked for.`);
  const seen = predicate.cases;
  if (minCases !== undefined && !(seen !== undefined && seen.tested * 100 >= seen.of * minCases)) {
    const said = seen ? `${seen.tested} of ${seen.of} cases were tested` : "It names no cases";
    add("level-too-low", `${said}, and ${minCases} % are asked for.`);
  }
  const unanswered = otherChallenge(configured(statement).options.seed, challenge);
  if (unanswered !== undefined) add("other-challenge", unanswered);
  if (run.clock === "virtual" && !asked.allowSelf)
    add("simulated", "The run was made with --self, on a virtual clock. --allow-self accepts that.");
  return found;
}
