import { requirementName } from "#core/check/requirement.ts";
import { markdownTable } from "#report/formats/markdown-report.ts";
import type { ProofRecord, RecordedServer } from "./proof-record.ts";

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
