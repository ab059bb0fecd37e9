import type { Proof } from "./proof.ts";

/** What the whole bed says of one requirement. @param proof of the whole bed */
export function judgedRequirement(proof: Proof, id: string) {
  const { profile, servers, stages, reference, revisions, trivial } = proof;
  const correct = [
    { server: "the correct server", result: reference },
    ...revisions.map(({ revision, result }) => ({
      server: `the correct server of the revision ${revision}`,
      result,
    })),
    ...stages.map((stage) => ({
      server: `the correct server on the stage of ${stage.id}`,
      result: stage.result,
    })),
  ];
  const isSaid = (row: (typeof servers)[number]): boolean =>
    row.breaks.includes(id) || (profile === "standard" && Object.hasOwn(row.standardOnly ?? {}, id));
  const others = [
    ...correct,
    ...servers
      .filter((row) => !isSaid(row))
      .map((row) => ({ server: `${row.kind} ${row.id}`, result: row.result })),
  ];
  const said = Object.groupBy(servers.filter(isSaid), ({ findings }) =>
    findings.some((finding) => finding.id === id) ? "fails" : "holds",
  );
  const verdicts = [...correct, ...servers].map(({ result }) => result.verdicts[id] ?? "not judged");
  return {
    ...{ id, profile },
    /** How many servers were played, and how many trivial ones besides. */
    played: correct.length + servers.length,
    trivial: trivial.length,
    /** Servers that say it fails on them: where it does, and where it does not. */
    failsAsSaid: said.fails?.map((row) => row.id) ?? [],
    saidOnly: said.holds?.map((row) => row.id) ?? [],
    /** Servers that say nothing of it, and what was found on them. The correct server on a stage is among them. */
    failsUnsaid: others.flatMap(({ server, result }) =>
      result.failed.filter((finding) => finding.id === id).map((finding) => ({ server, finding })),
    ),
    /** Trivial servers that it passes on. */
    trivialPasses: trivial.filter(({ result }) => result.verdicts[id] === "pass").map((row) => row.id),
    onCorrect:
      [reference, ...revisions.map(({ result }) => result)].find(({ verdicts: own }) => own[id] !== undefined)
        ?.verdicts[id] ?? "not judged",
    /** Of every server but the trivial ones: verdicts with their counts, the most frequent first. */
    verdicts: [...Map.groupBy(verdicts, (verdict) => verdict)]
      .map(([verdict, all]) => [verdict, all.length] as const)
      .sort(([, a], [, b]) => b - a),
  };
}

type JudgedRequirement = ReturnType<typeof judgedRequirement>;

/** Whether each server does what it says. Standard has fewer cases, so that what is said may need thorough. */
export function isAsSaid({ profile, saidOnly, failsUnsaid, onCorrect }: JudgedRequirement): boolean {
  return (
    failsUnsaid.length === 0 && onCorrect !== "fail" && (profile === "standard" || saidOnly.length === 0)
  );
}

export function judgedInText(judged: JudgedRequirement): string {
  const { id, profile, played, trivial, verdicts } = judged;
  const { failsAsSaid, saidOnly, failsUnsaid, trivialPasses, onCorrect } = judged;
  const names = (ids: readonly string[]): string => (ids.length === 0 ? "none" : ids.join(", "));
  const holds = profile === "standard" ? "does not fail in standard" : "does not fail";
  const lines = [
    `${id} in ${profile}: ${played} servers were played (${verdicts.map(([verdict, n]) => `${verdict} ${n}`).join(", ")}), and ${trivial} that answer everything alike`,
    `  on the correct server: ${onCorrect}`,
    `  fails, as declared: ${names(failsAsSaid)}`,
    `  ${holds}, though declared: ${names(saidOnly)}`,
    `  fails, though not declared: ${failsUnsaid.length === 0 ? "none" : failsUnsaid.length}`,
    ...failsUnsaid.flatMap(({ server, finding }) => [
      `    ✗ ${server} (${finding.case})`,
      `        expected  ${finding.expected}`,
      `        got       ${finding.seen}`,
    ]),
    `  passes on a server that answers everything alike: ${names(trivialPasses)}`,
  ];
  return `${lines.join("\n")}\n`;
}
