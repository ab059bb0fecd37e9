import { firstNamed } from "#report/words/sentences.ts";
import { type Problem, problems } from "./problems.ts";
import { claimsOf, type JudgedRecording, type Statement, statementOf } from "./statement/statement.ts";

/** What is wrong, and what is only to be said. */
export interface Compared {
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
}

export function compareWithEvidence(
  statement: Statement,
  evidence: JudgedRecording,
  challenge: number | undefined,
): Compared {
  const { judgedBy: then, judgedNow: now } = evidence;
  if (then.document.digest !== now.document.digest)
    return refusedFor(
      "other-document",
      `The document then has the SHA-256 ${then.document.digest}, the one here ${now.document.digest}. Give the document of the certificate with --spec.`,
    );
  if (then.version !== now.version) return byAnotherVersion(statement, evidence, challenge);
  if (then.catalogue !== now.catalogue)
    return refusedFor(
      "other-claims",
      "The recording names this version of the suite, but another catalogue of requirements.",
    );
  const expected = statementOf(evidence, claimsOf(statement));
  const verdicts = verdictChanges(statement, expected);
  const other = otherMember(everything(statement), everything(expected));
  return {
    problems: [
      ...problems("evidence-not-planned", evidence.notPlanned),
      ...problems("not-certifiable", ...evidence.obstacles),
      ...(verdicts.length > 0
        ? problems("other-verdicts", sentenceOf(verdicts))
        : problems("other-claims", other)),
    ],
    notes: [],
  };
}

export function refusedFor(kind: Problem["kind"], detail: string): Compared {
  return { problems: problems(kind, detail), notes: [] };
}

/** A newer suite may ask for more; what it judges otherwise is reported, requirement by requirement. */
function byAnotherVersion(statement: Statement, evidence: JudgedRecording, challenge: number | undefined) {
  const { judgedBy: then, judgedNow: now } = evidence;
  const expected = statementOf(evidence, claimsOf(statement));
  const other = otherMember(aboutTheRun(statement), aboutTheRun(expected));
  if (other !== undefined) return refusedFor("other-claims", other);
  const known = verdictsIn(statement);
  const serious = verdictChanges(statement, expected).filter(
    ({ id, to }) => known.has(id) || to === "failed",
  );
  const [limitsThen, limitsNow] = [statement, expected].map(({ predicate }) => predicate.rateLimits);
  const otherwise = [
    ...evidence.obstacles,
    ...(serious.length === 0 ? [] : [sentenceOf(serious)]),
    ...(limitsThen === limitsNow ? [] : [`Rate limits: ${limitsThen} then, ${limitsNow} now.`]),
  ];
  const again = `To judge as then, use petstore-conformance ${then.version}.`;
  // Otherwise, naming another version would be a way to leave anything out.
  const unanswered = `Whether its requests follow from the seed, only version ${then.version} knows.`;
  return {
    problems: [
      ...(challenge === undefined ? [] : problems("other-challenge", unanswered)),
      ...(otherwise.length === 0 ? [] : problems("judged-otherwise", [...otherwise, again].join(" "))),
    ],
    notes: [
      `The run was made with version ${then.version}, and is judged here by ${now.version}, which does not know whether the requests are those of that version. ${again}`,
    ],
  };
}

function verdictChanges(before: Statement, after: Statement) {
  const [then, now] = [verdictsIn(before), verdictsIn(after)];
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((id) => {
    const [from, to] = [then.get(id) ?? "not named", now.get(id) ?? "not named"];
    return from === to ? [] : [{ id, from, to }];
  });
}

function verdictsIn({ predicate }: Statement): ReadonlyMap<string, string> {
  const { passedTests, warnedTests, untested } = predicate;
  return new Map([
    ...passedTests.map((id) => [id, "passed"] as const),
    ...warnedTests.map((id) => [id, "failed"] as const),
    ...untested.map(({ id, verdict }) => [id, verdict] as const),
  ]);
}

const mostNamed = 10;

function sentenceOf(changes: ReturnType<typeof verdictChanges>): string {
  const named = changes.map(({ id, from, to }) => `${id} (${from} then, ${to} now)`);
  return `${firstNamed(named, mostNamed)}.`;
}

/** What follows from the recording alone, whichever version judges it. */
function aboutTheRun({ subject, predicate }: Statement): object {
  const { level, run, configuration } = predicate;
  return { subject: subject.map(({ name, digest }) => [name, digest]), level, run, configuration };
}

function everything(statement: Statement): object {
  const { predicate, ...others } = statement;
  return { ...others, ...predicate, "the order of its members": statement };
}

const longest = 100;

/** The first member that is not the same, as a sentence. */
function otherMember(one: object, other: object): string | undefined {
  const of = new Map<string, unknown>(Object.entries(other));
  for (const [name, value] of Object.entries(one)) {
    const says = JSON.stringify(value);
    const shows = JSON.stringify(of.get(name)) ?? "nothing";
    if (says === shows) continue;
    return says.length > longest || shows.length > longest
      ? `What it says in ${name} is not so in the evidence.`
      : `It says ${says} in ${name}, and the evidence shows ${shows}.`;
  }
  return undefined;
}
