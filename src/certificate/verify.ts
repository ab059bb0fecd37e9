import { holding } from "#report/words/sentences.ts";
import { type Compared, compareWithEvidence, refusedFor } from "./compare-evidence.ts";
import { type Extent, extents, headline, mustsInWords, restsOnTheSigner, summaryLines } from "./in-words.ts";
import {
  exitCodeOf,
  gravestFirst,
  otherChallenge,
  type Problem,
  problemInWords,
  problems,
} from "./problems.ts";
import { CertificateError, type Envelope, inTotoType, isSignedBy, readEnvelope } from "./statement/dsse.ts";
import schema from "./statement/statement.schema.json" with { type: "json" };
import {
  acceptedLevels,
  claimsOf,
  configured,
  type Dates,
  isOfClient,
  type JudgedRecording,
  type Level,
  type Statement,
  sha256,
  skewMs,
} from "./statement/statement.ts";
import { readStrictJson, StrictJsonError } from "./statement/strict-json.ts";
import { revocationProblems } from "./trust/revocations.ts";
import { notPermitted, type Trust, type TrustedKey } from "./trust/trust.ts";

export interface Verification extends Checked {
  /** What it says; undefined where it cannot be read, or no trusted key signed it. */
  readonly statement: Statement | undefined;
  readonly signer: TrustedKey | undefined;
}

/** The gravest problem comes first. None: everything that was asked for holds. */
interface Checked extends Compared {
  /** Signature and dates alone; the verdicts, too, which were reached again from the evidence; its requests, too. */
  readonly checked: Extent;
  /** The origin of the base address, which the evidence shows and the certificate only has a digest of. */
  readonly origin?: string;
}

/** Checks a certificate by itself, then by its evidence. What it says counts only once its signature holds. */
export async function verifyCertificate(
  bytes: Uint8Array,
  evidence: Evidence | undefined,
  asked: Asked,
): Promise<Verification> {
  const refused = (...problems: readonly Problem[]): Verification => ({
    problems: gravestFirst(problems),
    ...{ notes: [], statement: undefined, signer: undefined, checked: "signature" },
  });
  try {
    const { envelope, isOurForm } = readEnvelope(bytes);
    const altered = problems("altered", isOurForm ? undefined : otherForm);
    const type = JSON.stringify(envelope.payloadType);
    if (envelope.payloadType !== inTotoType)
      return refused(...altered, ...problems("not-a-certificate", `Its payload is of the type ${type}.`));
    const signer = asked.trust.keys.find(({ publicKey }) => isSignedBy(envelope, publicKey));
    if (signer === undefined) return refused(...altered, ...unsigned(envelope, asked.trust.keys));
    if (envelope.signature.keyid !== signer.keyid) altered.push(...problems("altered", otherKeyid));
    const statement = readStrictJson<Statement>(envelope.payload, schema);
    const alone = [...altered, ...aloneProblems(statement, signer, sha256(bytes), asked)];
    const judged = await byEvidence(statement, evidence, asked.challenge);
    return { ...judged, problems: gravestFirst([...alone, ...judged.problems]), statement, signer };
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    return refused(...problems("not-a-certificate", `It ${error.message}.`));
  }
}

const otherForm =
  "Spaces, members or their order are not as `certify` writes them. What was signed may be whole: get the file again from where it was published.";

const otherKeyid = "Its keyid is not that of the key that signed it.";

const withoutEvidence =
  "Not checked: whether the verdicts follow from the evidence. Give the recording with --evidence; until then this is the word of the one who signed.";

function unsigned({ signature: { keyid } }: Envelope, trusted: readonly TrustedKey[]): Problem[] {
  const named = trusted.find((key) => key.keyid === keyid);
  return named === undefined
    ? problems("untrusted-key", `No trusted key signed it; it names the key ${JSON.stringify(keyid)}.`)
    : problems("wrong-signature", `It names the key of ${named.name}, which did not sign these bytes.`);
}

async function byEvidence(
  statement: Statement,
  evidence: Evidence | undefined,
  challenge: number | undefined,
): Promise<Checked> {
  if (evidence === undefined) return { problems: [], notes: [withoutEvidence], checked: "signature" };
  const { recording } = configured(statement);
  if (evidence.digest !== recording) {
    const detail = `Its SHA-256 is ${evidence.digest}, and the certificate is about ${recording}.`;
    return { ...refusedFor("other-evidence", detail), checked: "signature" };
  }
  try {
    const judged = await evidence.judge();
    const { judgedBy: then, judgedNow: now, origin } = judged;
    return {
      ...compareWithEvidence(statement, judged, challenge),
      checked: then.version === now.version ? "everything" : "verdicts",
      ...(origin && { origin }),
    };
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    return { ...refusedFor("evidence-unreadable", error.message), checked: "signature" };
  }
}

/** What was found, as it is printed. May hold text of the certificate's: escape it when it is shown. */
export function verificationInWords(verification: Verification) {
  const { problems, statement, checked } = verification;
  return {
    state: problems.length > 0 ? "REFUSED" : extents[checked].state,
    problems: problems.map(problemInWords),
    headline: statement && headline(statement),
    says: statement === undefined ? [] : summaryLines(statement),
    rests: statement && restsOnTheSigner(statement, checked),
    exitCode: exitCodeOf(problems),
  };
}

/**
 * What a certificate is about, whoever signed it: enough for a name, and nothing to rely on. Undefined for bytes that are no
 * certificate.
 */
export function unverifiedSubject(bytes: Uint8Array):
  | {
      readonly name: string;
      readonly side: "server" | "client";
      readonly isAbout: (recording: Uint8Array) => boolean;
    }
  | undefined {
  try {
    const { envelope } = readEnvelope(bytes);
    if (envelope.payloadType !== inTotoType) return undefined;
    const statement = readStrictJson<Statement>(envelope.payload, schema);
    return {
      name: claimsOf(statement).name,
      side: isOfClient(statement) ? "client" : "server",
      isAbout: (recording) => sha256(recording) === configured(statement).recording,
    };
  } catch (error) {
    if (error instanceof StrictJsonError) return undefined;
    throw error;
  }
}

export interface Asked {
  readonly trust: Trust;
  /** A list as it was read. */
  readonly revocations: Uint8Array | undefined;
  readonly nowMs: number;
  readonly maxAgeMs: number | undefined;
  /** Undefined: any level will do. */
  readonly require: keyof typeof acceptedLevels | undefined;
  /** How many of the musts that apply must be tested, in percent. */
  readonly minTested: number | undefined;
  /** The seed that the run must have used. */
  readonly challenge: number | undefined;
  /** Accepts a certificate about the embedded reference server. */
  readonly allowSelf: boolean;
}

interface Evidence {
  readonly digest: string;
  /** @throws CertificateError */
  readonly judge: () => Promise<JudgedRecording>;
}

function aloneProblems(statement: Statement, signer: TrustedKey, digest: string, asked: Asked): Problem[] {
  const { predicate } = statement;
  const { nowMs, maxAgeMs, require, minTested, challenge } = asked;
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
  const accepted: readonly Level[] | undefined = require && acceptedLevels[require];
  if (accepted?.includes(predicate.level) === false) add("level-too-low", `It is ${predicate.level}.`);
  const { tested, of } = predicate.musts;
  if (minTested !== undefined && tested * 100 < of * minTested)
    add("level-too-low", `${mustsInWords(predicate.musts)} were tested, and ${minTested} % are asked for.`);
  const unanswered = otherChallenge(configured(statement).options.seed, challenge);
  if (unanswered !== undefined) add("other-challenge", unanswered);
  if (run.clock === "virtual" && !asked.allowSelf)
    add("simulated", "The run was made with --self, on a virtual clock. --allow-self accepts that.");
  return found;
}

/** The longest time for which a certificate holds, from when it was signed. */
const mostValidDays = 366;
const dayMs = 86_400_000;

/** How the dates contradict each other. Were it signed before its run, it could be dated back to a retired key. */
export function contradictions({ run, issuedAt, expiresAt }: Dates): readonly string[] {
  const [started, ended, issued, expires] = [run.startedAt, run.endedAt, issuedAt, expiresAt].map(
    Date.parse,
  ) as [number, number, number, number];
  return holding([
    [ended < started, `Its run ended at ${run.endedAt}, before it began at ${run.startedAt}.`],
    // A virtual clock runs ahead of all others.
    [
      run.clock === "wall" && issued < ended - skewMs,
      `It was signed at ${issuedAt}, before its run ended at ${run.endedAt}.`,
    ],
    [expires <= issued, `It holds until ${expiresAt}, and was signed at ${issuedAt}.`],
    [
      expires - issued > mostValidDays * dayMs,
      `It holds from ${issuedAt} until ${expiresAt}, longer than ${mostValidDays} days.`,
    ],
  ]);
}
