import { markdownTable } from "#report/formats/markdown-report.ts";
import { type Kind, kinds } from "./changes.ts";
import { type Mechanism, mechanisms } from "./mechanisms.ts";
import { linesOf } from "./replace.ts";

/** What was played of a mechanism. */
export interface Row {
  /** A hash of what was replaced, and by what. */
  readonly of: string;
  /** The servers whose run comes to something else, each with what weighs most of it. */
  readonly servers: readonly (readonly [scene: string, kind: Kind])[];
}

/** By the names of the mechanisms. */
export type Record = Readonly<Partial<globalThis.Record<string, Row>>>;

const mostNamed = 3;

/** The first names of each kind. */
export function serversInWords(servers: Row["servers"]): string {
  return kinds
    .flatMap((kind) => {
      const names = servers.flatMap(([scene, own]) => (own === kind ? [scene] : []));
      const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
      return names.length === 0 ? [] : [`${kind}: ${names.slice(0, mostNamed).join("; ")}${more}`];
    })
    .join("<br>");
}

function cellsOf({ name, about, simplest, replaced, besides }: Mechanism, record: Record): string[] {
  const places = [...replaced, ...besides];
  const files = [...new Set(places.map(({ file }) => `\`${file.split("/").at(-1)}\``))];
  const lines = places.reduce((sum, place) => sum + linesOf(place), 0);
  const row = record[name];
  const without = row === undefined ? "not played yet" : serversInWords(row.servers) || "**nothing**";
  return [`${about} (\`${name}\`)`, files.join(", "), String(lines), simplest, without];
}

export function needsPage(record: Record): string {
  const rows = mechanisms.map((mechanism) => cellsOf(mechanism, record));
  return `# What needs each mechanism of the engine

Each mechanism is replaced by its simplest form, and servers are played: the guarded runs, the servers that answer everything alike,
runs with options, the variants of the bed, simulated rate limiters, and every sixteenth fault, group by group until one has a server
on which verdicts or words are others, or the run is less polite, or takes a tenth more requests or time. What nothing here needs is a
candidate to go, once the whole proof in \`thorough\` says the same: some orders are needed there alone.

\`npm run needs\` plays those whose code has changed since, and \`npm run needs -- --all\` all of them, which takes some fifteen minutes on two
idle cores; \`npm run needs -- NAME\` prints what changes without one of them. \`scripts/needs/\` has the table.

${markdownTable(["mechanism", "files", "lines", "simplest form", "changes without it"], rows)}`;
}
