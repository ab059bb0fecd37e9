import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

const written = [
  "--report",
  "json=report.json",
  "--report",
  "html=report.html",
  "--report",
  "junit=report.xml",
];
/** Everything that a run may write. */
export const everyFile = [...written, "--record", "run.ndjson", "--events", "events.ndjson"];

/** Whole files or none: what is there can be read, and nothing is left half written. */
export function expectWholeFiles(folder: string): void {
  const files = readdirSync(folder);
  expect(files.filter((file) => /\.part$|\.lock$/.test(file))).toEqual([]);
  const read = (file: string) => (files.includes(file) ? readFileSync(join(folder, file), "utf8") : "");
  if (files.includes("report.json"))
    expect(JSON.parse(read("report.json"))).toMatchObject({ complete: true });
  if (files.includes("report.html")) expect(read("report.html")).toMatch(/<\/html>\s*$/);
  if (files.includes("report.xml")) expect(read("report.xml")).toMatch(/<\/testsuites>\s*$/);
  for (const file of ["run.ndjson", "events.ndjson"])
    for (const line of read(file).split("\n").slice(0, -1)) JSON.parse(line);
}
