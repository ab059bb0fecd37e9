import { writeFile } from "node:fs/promises";
import { loadFaults } from "../reference-server/registry.ts";
import { prepare } from "../src/assembly/assemble.ts";
import { play } from "../src/proof/play.ts";
import { escapeForMarkdown, markdownTable } from "../src/report/formats/markdown.ts";
import { placeInWords } from "../src/report/place-in-words.ts";

// Writes docs/findings.md: what a user reads of each fault of the proof, so that the words can be read as one text.

const prepared = await prepare({ spec: undefined, removalDate: undefined });
const faults = await loadFaults();
const parts = [
  "# Findings, in words\n",
  "What the suite says of each broken server of the proof: its first finding of each requirement that fails.",
  "Written by `node scripts/findings.ts`; read it as one text when words change.\n",
];

for (const [area, some] of Map.groupBy(faults, (fault) => fault.area)) {
  const rows: string[][] = [];
  for (const fault of some) {
    const run = await play(fault, { ...prepared, options: { profile: "thorough" } });
    const failed = run.verdicts.filter(({ verdict }) => verdict === "fail");
    for (const {
      id,
      findings: [finding],
    } of failed) {
      if (finding === undefined) continue;
      const { case: label, expected, seen, place } = finding;
      const where = place === undefined ? "" : placeInWords(place);
      rows.push(
        [`a server that ${fault.title} (\`${fault.id}\`)`, id, label, expected, seen, where].map(
          (cell, index) => (index === 0 ? cell.replaceAll("|", "\\|") : escapeForMarkdown(cell, 200)),
        ),
      );
    }
  }
  parts.push(`## ${area}\n`, markdownTable(["server", "fails", "case", "expected", "got", "where"], rows));
}

await writeFile(new URL("../docs/findings.md", import.meta.url), `${parts.join("\n")}`);
