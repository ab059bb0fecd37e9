import { configured, isOfClient, type MustsTested, type Statement } from "./statement/statement.ts";

/** `62 of 75 musts`. */
export function mustsInWords({ tested, of }: MustsTested): string {
  return `${tested} of ${of} musts`;
}

/** `, 210 of 221 cases`; empty where a client was tested. */
export function casesInWords(cases: MustsTested | undefined): string {
  return cases === undefined ? "" : `, ${cases.tested} of ${cases.of} cases`;
}

/** `server thorough, 71 of 75 musts, 210 of 221 cases, rate limits covered: 88 requirements passed, 2 warned; 4 could not be tested`. */
export function headline({ predicate }: Statement): string {
  const { level, musts, cases, rateLimits, passedTests, warnedTests, untested } = predicate;
  const tested = untested.filter(({ verdict }) => verdict !== "not-applicable");
  return [
    `${level}, ${mustsInWords(musts)}${casesInWords(cases)}${rateLimits === undefined ? "" : `, rate limits ${rateLimits}`}: ${passedTests.length} requirements passed`,
    ...(warnedTests.length === 0 ? [] : [`, ${warnedTests.length} warned`]),
    tested.length === 0 ? "; all that apply were tested" : `; ${tested.length} could not be tested`,
  ].join("");
}

/**
 * `run 2026-…Z to 2026-…Z, seed 5, by petstore-conformance 1.0.0`; an exam of a client has no seed. A virtual clock runs
 * ahead of the one by which it was signed, so its instants say nothing.
 */
export function runInWords(statement: Statement): string {
  const { run } = statement.predicate;
  const { version, options } = configured(statement);
  const seed = options.seed === undefined ? "" : `, seed ${String(options.seed)}`;
  const when = run.clock === "virtual" ? "in virtual time" : `${run.startedAt} to ${run.endedAt}`;
  return `${isOfClient(statement) ? "exam" : "run"} ${when}${seed}, by petstore-conformance ${version}`;
}

/** What a certificate says, its gaps first. May hold text of others: escape it when it is shown. */
export function summaryLines(statement: Statement): readonly string[] {
  const { subject, predicate } = statement;
  const { untested, warnedTests, expiresAt, run } = predicate;
  const [service, document] = subject;
  const gaps = Map.groupBy(
    untested,
    ({ verdict, reason }) => `${verdict}${reason === "" ? "" : ` (${reason})`}`,
  );
  return [
    ...(run.clock === "virtual"
      ? ["This is about the embedded reference server, and about no service."]
      : []),
    `${service?.name}: ${headline(statement)}`,
    ...[...gaps].map(([why, some]) => `  ${why}: ${some.map(({ id }) => id).join(", ")}`),
    ...(warnedTests.length === 0 ? [] : [`  warned: ${warnedTests.join(", ")}`]),
    `${runInWords(statement)}; holds until ${expiresAt}`,
    document?.name ?? "",
  ];
}

/** How far a certificate was checked that holds, in words: beside its name, as a tag, at the end of a badge. */
export const extents = {
  signature: {
    state: "signed and in date, evidence not checked",
    tag: "○ signed",
    unchecked: ", evidence not checked",
  },
  /** Another version of the suite made the evidence, and this one does not know its requests. */
  verdicts: {
    state: "verdicts verified, requests not checked",
    tag: "○ partly verified",
    unchecked: ", requests not checked",
  },
  everything: { state: "verified", tag: "✓ verified", unchecked: "" },
} as const;

export type Extent = keyof typeof extents;

/** What neither the signature nor judging again shows: there the reader relies on the one who signed. */
export function restsOnTheSigner(statement: Statement, checked: Extent): string {
  const clauses = [
    ...(checked === "verdicts" ? ["that the requests are those of the suite"] : []),
    isOfClient(statement)
      ? "that this client sent the requests, and of which commit it was"
      : "that the answers came from this service and none was made up",
    "when it was tested, within a day, and the order of what does not rest on each other",
    "how connections were used, and what the recording says of its own files and counts",
  ];
  const what =
    checked === "signature"
      ? "everything that it says, since the recording was not judged"
      : clauses.join("; ");
  return `Only the signer vouches for this: ${what}.`;
}
