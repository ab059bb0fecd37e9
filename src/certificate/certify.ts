import { inTotoType, type Signer, sealed, writeEnvelope } from "./dsse.ts";
import type { JudgedRecording } from "./judge-evidence.ts";
import { deviationSentence, obstaclesOf } from "./obstacles.ts";
import { type Statement, statementOf } from "./statement.ts";

interface ToCertify {
  /** Undefined: the host of the base address. */
  readonly name: string | undefined;
  readonly commit: string | undefined;
  /** The seed that the run must have used. */
  readonly challenge: number | undefined;
  readonly validForMs: number;
  readonly nowMs: number;
}

export type Certified =
  | { readonly obstacles: readonly string[] }
  | { readonly text: string; readonly statement: Statement };

/** A certificate of a recording, or a sentence for each reason why there can be none. */
export async function certify(
  evidence: JudgedRecording,
  asked: ToCertify,
  signer: Signer,
): Promise<Certified> {
  const { judgedBy: then, judgedNow: now, options, baseUrl } = evidence;
  const { name = baseUrl.host, commit, challenge, validForMs, nowMs } = asked;
  const notPlanned = deviationSentence(evidence);
  const obstacles = [
    ...obstaclesOf(evidence),
    ...(notPlanned === undefined ? [] : [`It is not what the suite would have sent. ${notPlanned}`]),
    ...(then.document.digest === now.document.digest
      ? []
      : ["The run was judged by another OpenAPI document; give it with --spec."]),
    ...(then.version === now.version &&
    (then.catalogue === now.catalogue || then.document.digest !== now.document.digest)
      ? []
      : [
          `The run was made by version ${then.version} of the suite, and this is ${now.version}; certify with the same.`,
        ]),
    ...(challenge === undefined || challenge === options.seed
      ? []
      : [`The run used the seed ${options.seed}, and the challenge is ${challenge}.`]),
  ];
  if (obstacles.length > 0) return { obstacles };
  const [issuedAt, expiresAt] = [nowMs, nowMs + validForMs].map((ms) => new Date(ms).toISOString());
  const statement = statementOf(evidence, {
    name,
    commit,
    issuedAt: issuedAt ?? "",
    expiresAt: expiresAt ?? "",
  });
  const envelope = await sealed(inTotoType, Buffer.from(JSON.stringify(statement)), signer);
  return { text: writeEnvelope(envelope), statement };
}
