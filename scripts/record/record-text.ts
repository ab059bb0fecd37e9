import { cameAndWent, changedVerdicts } from "./changes.ts";
import type { ProofRecord } from "./proof-record.ts";

/** Rows of a list that a screen has room for. */
const most = 15;

/** A generated file: the text that stood in it, and another that has to. */
export interface Changed {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

const heading = {
  written: "Written anew, with the lines that came and went",
  outdated: "Not up to date, with the lines that `npm run record` would add and take away",
};

/** What a record changed, or would change, in a screen. @param verdict a sentence about the proof */
export function recordInText(
  files: readonly Changed[],
  verdict: string,
  state: keyof typeof heading,
): string {
  if (files.length === 0) return `${verdict} Every generated file is up to date.\n`;
  const width = Math.max(...files.map(({ path }) => path.length));
  const proof = files.find(({ path }) => path === "reports/proof.json");
  const lines = [
    `${verdict} ${heading[state]}:`,
    ...files.map(({ path, before, after }) => {
      const came = linesBeyond(after, before);
      const went = linesBeyond(before, after);
      return `  ${path.padEnd(width)}  +${came} -${went}`;
    }),
    ...(proof === undefined ? [] : proofLines(proof)),
  ];
  return `${lines.join("\n")}\n`;
}

function proofLines({ before, after }: Changed): readonly string[] {
  const [then, now] = [recordIn(before), recordIn(after)];
  if (then === undefined || now === undefined) return [];
  const { came, went } = cameAndWent(then, now);
  const judged = changedVerdicts(then, now).map(({ server, changed }) => `${server}: ${changed.join(", ")}`);
  return [
    ...(came.length === 0 ? [] : ["New in the proof:", ...shortened(came)]),
    ...(went.length === 0 ? [] : ["No longer in the proof:", ...shortened(went)]),
    ...(judged.length === 0
      ? []
      : ["Judged differently than before (CHANGELOG.md has to say so):", ...shortened(judged)]),
  ];
}

/** Undefined for a text of another shape, such as that of an earlier version. */
function recordIn(text: string): ProofRecord | undefined {
  if (text === "") return undefined;
  const record = JSON.parse(text) as Partial<ProofRecord>;
  return record.servers === undefined ? undefined : (record as ProofRecord);
}

function shortened(rows: readonly string[]): readonly string[] {
  const shown = rows.slice(0, most).map((row) => `  ${row}`);
  return rows.length > most ? [...shown, `  … and ${rows.length - most} more`] : shown;
}

function linesBeyond(text: string, other: string): number {
  const left = new Map<string, number>();
  for (const line of other.split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
  return text.split("\n").filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  }).length;
}
