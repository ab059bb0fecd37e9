import type { Io } from "#cli/io.ts";
import { wantsColour } from "#cli/published/for-people.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { TargetResult } from "#fleet/results.ts";
import type { FleetEntry, Shard } from "#fleet/targets-file.ts";
import { palette } from "#report/console/terminal.ts";
import { durationInWords } from "#report/live/live-state.ts";

const widestName = 24;

/** The worst first. */
const exitCodes = [70, 1, 2, 3];

/** A line for each target as it ends, and the counts at the end. */
export function createFleetConsole(
  entries: readonly FleetEntry[],
  { quiet, out }: { readonly quiet: boolean; readonly out: string },
  io: Io,
) {
  const paint = palette(wantsColour(io.env, io.outIsTerminal));
  const tints = {
    conforming: paint.good,
    "non-conforming": paint.bad,
    inconclusive: paint.warn,
    "not run": paint.warn,
  };
  const width = Math.min(widestName, Math.max(0, ...entries.map(({ name }) => name.length)));
  const results: Redacted<TargetResult>[] = [];
  let [began, before] = [0, 0];
  return {
    /** For `--dry-run`: which targets would be checked. */
    planned: ({ part, of }: Shard, listed: number): void => {
      const which = of === 1 ? "" : `Part ${part} of ${of}: `;
      io.out(`${which}${entries.length} of ${counted(listed, "target")}. Nothing was sent.\n`);
      for (const { name, baseUrl } of entries)
        io.out(`${name.padEnd(width)}  ${escapeForTerminal(io.secrets.redact(baseUrl))}\n`);
    },
    started: ({ name }: FleetEntry): void => {
      began += 1;
      if (!quiet && io.errIsTerminal)
        io.err(`${paint.dim(`${name} begins (${before + began} of ${entries.length})`)}\n`);
    },
    ended: (result: Redacted<TargetResult>, earlier: boolean): void => {
      results.push(result);
      if (earlier) before += 1;
      if (quiet) return;
      const { name, outcome, sentence } = result;
      const tint = tints[outcome];
      const line = outcome === "not run" ? `not run: ${sentence}` : sentence;
      const word = line.startsWith(outcome) ? outcome : "";
      const note = earlier ? paint.dim(" (finished earlier)") : "";
      io.out(`${name.padEnd(width)}  ${tint(word)}${escapeForTerminal(line.slice(word.length))}${note}\n`);
    },
    waits: ({ name }: FleetEntry, reason: string, forMs: number): void => {
      if (quiet) return;
      const why = escapeForTerminal(io.secrets.redact(reason));
      io.err(`${name} waits ${durationInWords(forMs)}, since its host or key is to be left alone: ${why}\n`);
    },
    /** Prints the counts; gives the exit code. */
    finish: (): number => {
      if (entries.length === 0) {
        io.out("There is no target in this part.\n");
        return 0;
      }
      const kinds = Object.keys(tints).flatMap((kind) => {
        const count = results.filter(({ outcome }) => outcome === kind).length;
        return count === 0 ? [] : [`${count} ${kind}`];
      });
      const left = entries.length - results.length;
      const notes = [
        ...kinds,
        ...(left > 0 ? [`${left} not started: start the same command again`] : []),
        ...(before > 0 ? [`${before} of them finished earlier, --fresh runs them again`] : []),
      ];
      io.out(`${quiet ? "" : "\n"}${counted(entries.length, "target")}: ${notes.join("; ")}\n`);
      if (!quiet && results.some(({ reports }) => reports.length > 0))
        io.out(`Compare them with petstore-conformance compare ${out}\n`);
      const codes = results.map(({ exitCode }) => exitCode);
      return exitCodes.find((code) => codes.includes(code)) ?? (left > 0 ? 3 : 0);
    },
  };
}
