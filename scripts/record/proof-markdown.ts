import { requirementName } from "../../src/core/check/requirement.ts";
import type { ProofRecord, RecordedServer } from "./proof-record.ts";

/** The proof for people. */
export function recordAsMarkdown(record: ProofRecord): string {
  const sections = [
    "# Proof: the suite tested against known servers",
    "Written by `npm run record`; a test fails where it is not what the code shows.",
    summaryTable(record),
    "## Faults",
    "Each is the reference server with one hook replaced. *Fails* names every requirement that fails on it in `thorough`; those that `standard` shows already are in bold. *110 requests* and *160 requests* mean that `standard` comes to the cases that show it where the first answers announce room for so many; a minute of the Free plan has room for 55, and the over-limit probe.",
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
  const share = (part: number, of: number) => `${part} of ${of}`;
  return table(
    ["tested on", "what has to be", "is"],
    [
      [
        "the reference server broken in one place",
        "caught in `thorough`",
        share(figures.caughtInThorough, figures.faults),
      ],
      ["", "caught in `standard`: 160 requests", share(figures.caughtInStandard, figures.faults)],
      ["", "… within 110 requests", share(figures.caughtIn110, figures.faults)],
      [
        "",
        "… within 55 requests, for one minute of the Free plan",
        share(figures.caughtInOneMinute, figures.faults),
      ],
      ["", "exactly the requirements that it breaks fail", share(figures.exact, figures.faults)],
      [
        "the reference server, unusual but permitted",
        "conforming",
        share(figures.conforming, figures.variants),
      ],
      [
        "servers that answer everything alike",
        "not conforming",
        share(figures.trivial - figures.trivialConforming, figures.trivial),
      ],
      ["", "pass at most 2 musts", `at most ${figures.mostMustsPassedByTrivial}`],
      ["musts", "failed by a broken server", share(figures.mustsWithFaults, figures.musts)],
    ],
  );
}

function faultTable(faults: readonly RecordedServer[]): string {
  return table(
    ["fault", "a server that", "fails", "caught by"],
    faults.map(({ id, title, idiom, standard, thorough, caughtBy = "" }) => [
      `\`${id}\``,
      idiom === undefined ? title : `${title} (${idiom})`,
      [...new Set([...thorough, ...standard])]
        .map((one) => (standard.includes(one) ? `**${one}**` : one))
        .join(" "),
      caughtBy,
    ]),
  );
}

function variantTable(variants: readonly RecordedServer[]): string {
  return table(
    ["variant", "a server that", "rulings", "is", "warns", "untested"],
    variants.map(({ id, title, ruling = [], outcome, thorough, untested }) => [
      `\`${id}\``,
      title,
      ruling.join(", "),
      outcome,
      thorough.join(" "),
      untested.join(" "),
    ]),
  );
}

function trivialTable({ trivial }: ProofRecord): string {
  return table(
    ["server", "it", "is", "musts passed"],
    trivial.map(({ id, title, outcome, mustsPassed }) => [
      `\`${id}\``,
      title,
      outcome,
      mustsPassed.join(" ") || "none",
    ]),
  );
}

function requirementTable({ requirements }: ProofRecord): string {
  return table(
    ["requirement", "level", "servers in `thorough`", "in `standard`", "what it asks for"],
    requirements.map(({ level, text, standard, thorough, ...named }) => [
      requirementName(named),
      level,
      String(thorough),
      String(standard),
      text,
    ]),
  );
}

function familyTable({ generated }: ProofRecord): string {
  return table(
    ["requirements", "operations", "servers in `thorough`", "in `standard`"],
    generated.map(({ family, operations, thorough, standard }) => [
      `\`${family}\``,
      String(operations),
      String(thorough),
      String(standard),
    ]),
  );
}

function byArea(
  { servers }: ProofRecord,
  kind: RecordedServer["kind"],
): readonly (readonly [area: string, servers: readonly RecordedServer[]])[] {
  return [
    ...Map.groupBy(
      servers.filter((server) => server.kind === kind),
      ({ area }) => area,
    ),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
