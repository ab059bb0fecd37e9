import { holding } from "#report/words/sentences.ts";
import { summaryLines } from "./in-words.ts";
import { otherChallenge } from "./problems.ts";
import { inTotoType, type Signer, sealed, writeEnvelope } from "./statement/dsse.ts";
import { type JudgedRecording, statementOf } from "./statement/statement.ts";

interface ToCertify {
  /** Undefined: the host of the base address; a client has none. */
  readonly name: string | undefined;
  /** Of the service or the client. */
  readonly commit: string | undefined;
  /** The seed that the run must have used. */
  readonly challenge: number | undefined;
  readonly validForMs: number;
  readonly nowMs: number;
}

type Certified =
  | { readonly obstacles: readonly string[] }
  /** `summary`: what it says, its gaps first; may hold text of others, so escape it when it is shown. `advice`: to its owner. */
  | { readonly text: string; readonly summary: readonly string[]; readonly advice: string };

/** A certificate of a recording, or a sentence for each reason why there can be none. */
export async function certify(
  evidence: JudgedRecording,
  asked: ToCertify,
  signer: Signer,
): Promise<Certified> {
  const { judgedBy: then, judgedNow: now, options, origin, notPlanned } = evidence;
  const { commit, challenge, validForMs, nowMs } = asked;
  const name = asked.name ?? (origin && new URL(origin).host);
  const unanswered = otherChallenge(options.seed, challenge);
  const isOtherDocument = then.document.digest !== now.document.digest;
  const isOtherCatalogue = then.catalogue !== now.catalogue && !isOtherDocument;
  const obstacles = [
    ...evidence.obstacles,
    ...holding([
      [
        name === undefined || (origin === undefined && commit === undefined),
        "Nothing says which client was tested: give --name and --commit.",
      ],
      [notPlanned !== undefined, `It is not what the suite would have sent. ${notPlanned}`],
      [isOtherDocument, "The run was judged by another OpenAPI document; give it with --spec."],
      [
        then.version !== now.version || isOtherCatalogue,
        `The run was made by version ${then.version} of the suite, and this is ${now.version}; certify with the same.`,
      ],
      [unanswered !== undefined, unanswered ?? ""],
    ]),
  ];
  if (obstacles.length > 0) return { obstacles };
  const statement = statementOf(evidence, {
    name: name ?? "",
    commit,
    issuedAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + validForMs).toISOString(),
  });
  const envelope = await sealed(inTotoType, Buffer.from(JSON.stringify(statement)), signer);
  return {
    text: writeEnvelope(envelope),
    summary: summaryLines(statement),
    advice: statement.predicate.advice,
  };
}
