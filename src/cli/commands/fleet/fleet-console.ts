import type { Io } from "#cli/io.ts";
import { wantsColour } from "#cli/published/for-people.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { TargetResult } from "#fleet/results.ts";
import type { FleetEntry } from "#fleet/targets-file.ts";
import { type Palette, palette } from "#report/console/terminal.ts";
import { durationInWords } from "#report/live/live-state.ts";

/** One of N parts, from 1. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

const widestName = 24;

/** The worst first. */
const exitCodes = [70, 1, 2, 3];

export class FleetConsole {
  readonly #entries: readonly FleetEntry[];
  readonly #options: { readonly quiet: boolean; readonly out: string };
  readonly #io: Io;
  readonly #paint: Palette;
  readonly #width: number;
  readonly #results: Redacted<TargetResult>[] = [];
  #began = 0;
  #finishedEarlier = 0;

  constructor(entries: readonly FleetEntry[], options: { quiet: boolean; out: string }, io: Io) {
    this.#entries = entries;
    this.#options = options;
    this.#io = io;
    this.#paint = palette(wantsColour(io.env, io.outIsTerminal));
    this.#width = Math.min(widestName, Math.max(0, ...entries.map(({ name }) => name.length)));
  }

  planned({ part, of }: Shard, listed: number): void {
    const { out, secrets } = this.#io;
    const which = of === 1 ? "" : `Part ${part} of ${of}: `;
    out(`${which}${this.#entries.length} of ${counted(listed, "target")}. Nothing was sent.\n`);
    for (const { name, baseUrl } of this.#entries)
      out(`${this.#padded(name)}  ${escapeForTerminal(secrets.redact(baseUrl))}\n`);
  }

  started({ name }: FleetEntry): void {
    this.#began += 1;
    if (this.#options.quiet || !this.#io.errIsTerminal) return;
    const nth = this.#finishedEarlier + this.#began;
    this.#io.err(`${this.#paint.dim(`${name} begins (${nth} of ${this.#entries.length})`)}\n`);
  }

  /** @param earlier by an earlier start with the same folder */
  ended(result: Redacted<TargetResult>, earlier: boolean): void {
    this.#results.push(result);
    if (earlier) this.#finishedEarlier += 1;
    const { name, outcome, sentence } = result;
    // What keeps a target from being checked is no detail.
    if (this.#options.quiet && outcome !== "not run") return;
    const tint = this.#paint[tints[outcome]];
    const line = outcome === "not run" ? `not run: ${sentence}` : sentence;
    const word = line.startsWith(outcome) ? outcome : "";
    const note = earlier ? this.#paint.dim(" (finished earlier)") : "";
    const rest = escapeForTerminal(line.slice(word.length));
    this.#io.out(`${this.#padded(name)}  ${tint(word)}${rest}${note}\n`);
  }

  /** Another run asked for its host and its key to be left alone for so long. `reason` may be the target's. */
  waits({ name }: FleetEntry, reason: string, forMs: number): void {
    if (this.#options.quiet) return;
    const why = escapeForTerminal(this.#io.secrets.redact(reason));
    this.#io.err(
      `${name} waits ${durationInWords(forMs)}, since its host or key is to be left alone: ${why}\n`,
    );
  }

  finish(): number {
    const [entries, results] = [this.#entries, this.#results];
    const { quiet, out: folder } = this.#options;
    const { out } = this.#io;
    if (entries.length === 0) {
      out("There is no target in this part.\n");
      return 0;
    }
    const kinds = Object.keys(tints).flatMap((kind) => {
      const count = results.filter(({ outcome }) => outcome === kind).length;
      return count === 0 ? [] : [`${count} ${kind}`];
    });
    const left = entries.length - results.length;
    const earlier = this.#finishedEarlier;
    const notes = [
      ...kinds,
      ...(left > 0 ? [`${left} not started: start the same command again`] : []),
      ...(earlier > 0 ? [`${earlier} of them finished earlier, --fresh runs them again`] : []),
    ];
    out(`${quiet ? "" : "\n"}${counted(entries.length, "target")}: ${notes.join("; ")}\n`);
    if (!quiet && results.some(({ reports }) => reports.length > 0))
      out(`Compare them with petstore-conformance compare ${folder}\n`);
    const codes = results.map(({ exitCode }) => exitCode);
    return exitCodes.find((code) => codes.includes(code)) ?? (left > 0 ? 3 : 0);
  }

  #padded(name: string): string {
    return name.padEnd(this.#width);
  }
}

const tints = {
  conforming: "good",
  "non-conforming": "bad",
  inconclusive: "warn",
  "not run": "warn",
} as const;
