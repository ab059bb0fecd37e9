import { requirementName } from "#core/check/requirement.ts";
import type { Conduct } from "#proof/job.ts";
import { musts, type Proof, type ProofProfile, type ServerRow } from "#proof/proof.ts";
import { markdownTable } from "#report/formats/markdown-report.ts";

/** What both profiles show of the whole bed: what is committed. Holds no times, so that equal code writes equal bytes. */
export type ProofRecord = ReturnType<typeof recordOf>;
export type RecordedServer = ReturnType<typeof recordedServer>;

type CaughtBy = "standard" | "standard, 160 requests" | "thorough" | "nothing";

export interface ShownInStandard {
  readonly id: string;
  /** Every requirement that failed. */
  readonly failed: readonly string[];
  /** Undefined where nothing that it is said to fail is among them. */
  readonly caughtBy: CaughtBy | undefined;
  readonly conduct: Conduct | undefined;
}

export function shownInStandard({ servers }: Proof): readonly ShownInStandard[] {
  return servers.map(({ id, caught, result: { failed, withRoom, conduct } }) => ({
    id,
    failed: failed.map((one) => one.id),
    caughtBy: caught.length === 0 ? undefined : withRoom ? "standard, 160 requests" : "standard",
    conduct,
  }));
}

/** The same, as a record says it. */
export function committedInStandard({ servers }: ProofRecord): readonly ShownInStandard[] {
  return servers.map(({ id, standard, caughtBy, conduct }) => ({
    id,
    failed: standard,
    caughtBy: caughtBy?.startsWith("standard") ? caughtBy : undefined,
    conduct: conduct.standard,
  }));
}

export function recordOf(standard: readonly ShownInStandard[], thorough: Proof) {
  const { bed } = thorough;
  const inStandard = new Map(standard.map((shown) => [shown.id, shown]));
  const servers = thorough.servers.map((row) => recordedServer(row, inStandard.get(row.id)));
  /** On how many servers one of these fails. */
  const failing = (profile: ProofProfile, ids: readonly string[]) =>
    servers.filter((server) => server[profile].some((id) => ids.includes(id))).length;
  const requirements = bed.requirements
    .filter(({ level }) => level !== "open")
    .map(({ id, slug, level, text }) => ({
      ...{ id, slug, level, text },
      standard: failing("standard", [id]),
      thorough: failing("thorough", [id]),
    }));
  /** What is asked of every operation that only a document describes, proved on some of a later revision. */
  const generated = [...Map.groupBy(bed.generated, ({ family }) => family)].map(([family, all]) => {
    const ids = all.map(({ id }) => id);
    return {
      family: `OP:…/${family}`,
      operations: new Set(all.map(({ area }) => area)).size,
      standard: failing("standard", ids),
      thorough: failing("thorough", ids),
    };
  });
  const trivial = thorough.trivial.map(({ id, title, mustsPassed, result: { outcome, conduct } }) => {
    return { id, title, outcome, mustsPassed, conduct };
  });
  const faults = servers.filter(({ kind }) => kind === "fault");
  const variants = servers.filter(({ kind }) => kind === "variant");
  const playedFaults = thorough.servers.filter(({ kind }) => kind === "fault");
  const mustIds = musts(bed.requirements);
  return {
    figures: {
      faults: faults.length,
      // Caught: at least one requirement named for the fault fails.
      caughtInStandard: faults.filter(({ caughtBy }) => caughtBy?.startsWith("standard")).length,
      // Within the requests of a minute of the smallest plan: the others need a service that announces more room.
      caughtInOneMinute: faults.filter(({ caughtBy }) => caughtBy === "standard").length,
      caughtInThorough: playedFaults.filter(({ caught }) => caught.length > 0).length,
      // Exactly the requirements named for the fault fail, in thorough.
      exact: playedFaults.filter(({ extra, missed }) => extra.length + missed.length === 0).length,
      variants: variants.length,
      conforming: variants.filter(({ outcome }) => outcome === "conforming").length,
      trivial: trivial.length,
      trivialConforming: trivial.filter(({ outcome }) => outcome === "conforming").length,
      mostMustsPassedByTrivial: Math.max(0, ...trivial.map(({ mustsPassed }) => mustsPassed.length)),
      musts: mustIds.length,
      mustsWithFaults: requirements.filter(({ id, thorough: n }) => mustIds.includes(id) && n > 0).length,
    },
    ...{ servers, trivial, requirements, generated },
  };
}

function recordedServer(row: ServerRow, inStandard: ShownInStandard | undefined) {
  const { kind, id, area, title, idiom, ruling, breaks, caught, notTested, result } = row;
  const caughtBy: CaughtBy = inStandard?.caughtBy ?? (caught.length > 0 ? "thorough" : "nothing");
  return {
    ...{ kind, id, area, title },
    ...(idiom !== undefined && { idiom }),
    // Of a variant: what permits it.
    ...(ruling.length > 0 && { ruling }),
    // In thorough.
    outcome: result.outcome,
    ...(breaks.length > 0 && { caughtBy }),
    // Every requirement that failed.
    standard: inStandard?.failed ?? [],
    thorough: result.failed.map((one) => one.id),
    // Where it fails no must: those that thorough cannot test on it.
    untested: notTested,
    conduct: { standard: inStandard?.conduct, thorough: result.conduct },
  };
}

/** For machines: one server a line, so that a difference reads well. */
export function recordAsJson({ figures, ...tables }: ProofRecord): string {
  const table = ([name, rows]: [string, readonly object[]]): string =>
    `  ${JSON.stringify(name)}: [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(",\n")}\n  ]`;
  const head = `  "figures": ${JSON.stringify(figures, undefined, 2).replaceAll("\n", "\n  ")}`;
  return `{\n${[head, ...Object.entries(tables).map(table)].join(",\n")}\n}\n`;
}

export function recordAsMarkdown(record: ProofRecord): string {
  const sections = [
    "# Proof: the suite tested against known servers",
    "Written by `npm run record`; a test fails where it is not what the code shows.",
    summaryTable(record),
    "## Faults",
    "Each is the reference server with one hook replaced. *Fails* names every requirement that fails on it in `thorough`; those that `standard` shows already are in bold. *160 requests* means that `standard` comes to the cases that show it where the first answers announce room for so many; a minute of the Free plan has room for 55, and the over-limit probe.",
    ...byArea(record, "fault").map(([area, faults]) => `### ${area}\n\n${faultTable(faults)}`),
    "## Variants",
    "Each is unusual and permitted, and has to be conforming. *Warns* are the requirements of level `should` that it does not meet; *untested* are the musts that a `thorough` run tests on the reference server and cannot test here.",
    ...byArea(record, "variant").map(([area, variants]) => `### ${area}\n\n${variantTable(variants)}`),
    "## Trivial servers",
    "Each gives every request the same answer.",
    trivialTable(record),
    "## Requirements",
    "How many servers fail each of them.",
    requirementTable(record),
    "## Requirements made from a document",
    "Of operations that only the document of a later revision describes (`reference-server/revisions/extension.yaml`): for how many they are made, and how many servers fail them for one at least.",
    familyTable(record),
  ];
  return `${sections.join("\n\n")}\n`;
}

function summaryTable({ figures }: Pick<ProofRecord, "figures">): string {
  const { faults, variants, trivial, musts, trivialConforming } = figures;
  const rows: readonly (readonly [tested: string, what: string, part: number, of: number])[] = [
    ["the reference server broken in one place", "caught in `thorough`", figures.caughtInThorough, faults],
    ["", "caught in `standard`: 160 requests", figures.caughtInStandard, faults],
    ["", "… within 55 requests, for one minute of the Free plan", figures.caughtInOneMinute, faults],
    ["", "exactly the requirements that it breaks fail", figures.exact, faults],
    ["the reference server, unusual but permitted", "conforming", figures.conforming, variants],
    ["servers that answer everything alike", "not conforming", trivial - trivialConforming, trivial],
  ];
  const shares = (some: typeof rows) =>
    some.map(([tested, what, part, of]) => [tested, what, `${part} of ${of}`]);
  return table(
    ["tested on", "what has to be", "is"],
    [
      ...shares(rows),
      ["", "pass at most 2 musts", `at most ${figures.mostMustsPassedByTrivial}`],
      ...shares([["musts", "failed by a broken server", figures.mustsWithFaults, musts]]),
    ],
  );
}

function faultTable(faults: readonly RecordedServer[]): string {
  const rows = faults.map(({ id, title, idiom, standard, thorough, caughtBy = "" }) => {
    const fails = new Set([...thorough, ...standard]);
    const named = [...fails].map((one) => (standard.includes(one) ? `**${one}**` : one)).join(" ");
    return [`\`${id}\``, idiom === undefined ? title : `${title} (${idiom})`, named, caughtBy];
  });
  return table(["fault", "a server that", "fails", "caught by"], rows);
}

function variantTable(variants: readonly RecordedServer[]): string {
  const rows = variants.map(({ id, title, ruling = [], outcome, thorough, untested }) => {
    return [`\`${id}\``, title, ruling.join(", "), outcome, thorough.join(" "), untested.join(" ")];
  });
  return table(["variant", "a server that", "rulings", "is", "warns", "untested"], rows);
}

function trivialTable({ trivial }: ProofRecord): string {
  const rows = trivial.map(({ id, title, outcome, mustsPassed }) => {
    return [`\`${id}\``, title, outcome, mustsPassed.join(" ") || "none"];
  });
  return table(["server", "it", "is", "musts passed"], rows);
}

function requirementTable({ requirements }: ProofRecord): string {
  const rows = requirements.map(({ level, text, standard, thorough, ...named }) => {
    return [requirementName(named), level, `${thorough}`, `${standard}`, text];
  });
  return table(["requirement", "level", "servers in `thorough`", "in `standard`", "what it asks for"], rows);
}

function familyTable({ generated }: ProofRecord): string {
  const rows = generated.map(({ family, operations, thorough, standard }) => {
    return [`\`${family}\``, `${operations}`, `${thorough}`, `${standard}`];
  });
  return table(["requirements", "operations", "servers in `thorough`", "in `standard`"], rows);
}

function byArea(
  { servers }: ProofRecord,
  kind: RecordedServer["kind"],
): readonly (readonly [area: string, servers: readonly RecordedServer[]])[] {
  const ofKind = servers.filter((server) => server.kind === kind);
  return [...Map.groupBy(ofKind, ({ area }) => area)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable(
    head,
    rows.map((cells) => cells.map((text) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;"))),
  ).trimEnd();
}
