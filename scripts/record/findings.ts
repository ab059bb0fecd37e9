import type { Proof, ServerRow } from "../../src/proof/proof.ts";
import { escapeForMarkdown, markdownTable } from "../../src/report/formats/markdown.ts";
import { placeInWords } from "../../src/report/place-in-words.ts";

/** What a user reads of each server of the proof that fails something, so that the words can be read as one text. */
export function findingsInMarkdown({ servers }: Proof): string {
  const failing = servers.filter(({ findings }) => findings.length > 0);
  const sections = [...Map.groupBy(failing, ({ area }) => area)].map(
    ([area, rows]) =>
      `## ${area}\n\n${markdownTable(["server", "fails", "case", "expected", "got", "where"], rows.flatMap(cells))}`,
  );
  return [
    "# Findings, in words\n",
    "What the suite says of each server of the proof that fails something: its first finding of each requirement.",
    "Written by `npm run record`; read it as one text when words change.\n",
    ...sections,
  ].join("\n");
}

function cells({ id, title, findings }: ServerRow): string[][] {
  const server = `a server that ${title} (\`${id}\`)`.replaceAll("|", "\\|");
  return findings.map(({ id: requirement, case: label, expected, seen, place }) => {
    const where = place === undefined ? "" : placeInWords(place);
    const texts = [requirement, label, expected, seen, where];
    return [server, ...texts.map((text) => escapeForMarkdown(text, 200))];
  });
}
