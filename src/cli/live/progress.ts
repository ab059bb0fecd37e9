import type { Clock } from "#core/exchange/clock/clock.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import type { AreaProgress } from "#core/run/plan/plan-progress.ts";
import type { RunEvent } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { cut, type Palette, palette, wrap } from "#report/console/terminal.ts";
import {
  afterEvent,
  type LiveState,
  liveState,
  roundInWords,
  sumsInWords,
  waitInWords,
  waitsInWords,
} from "#report/live/live-state.ts";
import type { Io } from "../io.ts";
import { wantsColour } from "../published/for-people.ts";

interface Progress {
  /** Undefined where nothing is shown. */
  readonly onEvent?: (event: Redacted<RunEvent>) => void;
  readonly stop: () => void;
  readonly showsSteps: boolean;
}

export interface ProgressOptions {
  readonly quiet: boolean;
  /** True if standard output is used for something else during the run. */
  readonly outIsTaken: boolean;
  /** What the interface calls what a create stores. */
  readonly things: string;
  /** The run's clock. Undefined if it is virtual: nobody has to wait, and nothing is printed. */
  readonly clock: Clock | undefined;
}

const silent: Progress = { stop: () => undefined, showsSteps: false };

/** At most ten frames a second, and at least one, for countdowns and a resized terminal. */
const leastBetweenMs = 100;
const mostBetweenMs = 1000;

/** Prints progress on standard error: a live view in a terminal, lines for a log elsewhere. */
export function createProgress(io: Io, options: ProgressOptions): Progress {
  const { clock } = options;
  if (options.quiet || clock === undefined) return silent;
  return isWatched(io, options) ? new LiveProgress(io, clock) : plainProgress(io.err, clock, options.things);
}

/** False with a pager or a file on standard output, and on a CI server: these get lines for a log. */
function isWatched({ env, outIsTerminal, errIsTerminal }: Io, { outIsTaken }: ProgressOptions): boolean {
  const inCi = env.CI !== undefined && !["", "0", "false"].includes(env.CI);
  return outIsTerminal && errIsTerminal && !outIsTaken && !inCi && env.TERM !== "dumb";
}

class LiveProgress implements Progress {
  readonly showsSteps = true;
  readonly #io: Io;
  readonly #clock: Clock;
  readonly #paint: Palette;
  readonly #ended = new AbortController();
  #state: LiveState;
  #notices = "";
  #drawnAtMs = Number.NEGATIVE_INFINITY;
  #isDue = false;
  /** Of the lines that stand at the end of the terminal. */
  #rows = 0;

  constructor(io: Io, clock: Clock) {
    this.#io = io;
    this.#clock = clock;
    this.#paint = palette(wantsColour(io.env, true));
    this.#state = liveState(clock.now());
    void this.#keepDrawing();
    // A second Ctrl-C, or a fault of the suite, ends the process without the end of the run.
    io.cleanups.add(this.stop);
  }

  onEvent(event: Redacted<RunEvent>): void {
    this.#state = afterEvent(this.#state, event);
    if (event.kind === "notice") {
      const lines = wrap(escapeForTerminal(event.sentence), this.#columns() - 1);
      this.#notices += `${lines.join("\n")}\n`;
    }
    this.#isDue = true;
    this.#draw();
  }

  readonly stop = (): void => {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    this.#io.cleanups.delete(this.stop);
    this.#redraw([]);
  };

  #columns(): number {
    return this.#io.columns ?? 80;
  }

  /** Draws where it is time to: what has changed soon, and else once a second. */
  #draw(): void {
    const nowMs = this.#clock.now();
    const leastMs = this.#isDue ? leastBetweenMs : mostBetweenMs;
    if (this.#ended.signal.aborted || nowMs - this.#drawnAtMs < leastMs) return;
    const size = { columns: this.#columns(), rows: this.#io.rows ?? 24 };
    this.#redraw(liveFrame(this.#state, nowMs, size, this.#paint));
    [this.#drawnAtMs, this.#isDue] = [nowMs, false];
  }

  /**
   * Replaces the lines at the end of the terminal by others; notices are printed above them and stay. The cursor is never
   * hidden, and between two frames it is on the line below the block, so that any other output (a shell after a second
   * Ctrl-C, for example) starts on its own line. Each frame is one write, so none is seen half drawn.
   */
  #redraw(lines: readonly string[]): void {
    const up = this.#rows === 0 ? "" : `\r\u001b[${this.#rows}A`;
    const over = this.#notices === "" ? "" : `${toEndOfScreen}${this.#notices}`;
    const block = lines.map((line) => `${line}${toEndOfLine}\n`).join("");
    this.#io.err(`${up}${over}${block}${toEndOfScreen}`);
    [this.#rows, this.#notices] = [lines.length, ""];
  }

  async #keepDrawing(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      await this.#clock.sleep(leastBetweenMs, signal).catch(() => undefined);
      this.#draw();
    }
  }
}

function plainProgress(write: Io["err"], clock: Clock, things: string): Progress {
  let mentionedLag = false;
  const sentenceOn = (event: RunEvent): string | undefined => {
    if (event.kind === "round") return `${roundInWords(event.round, event.of)} (seed ${event.seed})`;
    if (event.kind === "notice") return event.sentence;
    if (event.kind === "planned") {
      const { requests, creates, probe } = event;
      const burst = probe === 0 ? "" : `, ${probe} of them by the over-limit probe`;
      return `planned: at most ${requests} requests${burst}; at most ${creates} created ${things}`;
    }
    if (event.kind !== "waiting") return undefined;
    // Each list may lag a little: one line is enough for all of them.
    const isMentioned = event.cause === "consistency" && mentionedLag;
    mentionedLag ||= event.cause === "consistency";
    return isMentioned ? undefined : waitInWords(event, clock.now());
  };
  const onEvent = (event: Redacted<RunEvent>): void => {
    const sentence = sentenceOn(event);
    if (sentence !== undefined) write(`${escapeForTerminal(sentence)}\n`);
  };
  return { ...silent, onEvent };
}

const toEndOfLine = "\u001b[K";
const toEndOfScreen = "\u001b[J";

const barWidth = 16;
const gap = "   ";

/** Fewer than `rows` lines, each shorter than `columns`. Pure; colour never changes the text. */
export function liveFrame(
  state: LiveState,
  nowMs: number,
  { columns, rows }: Readonly<Record<"columns" | "rows", number>>,
  paint: Palette = palette(false),
): string[] {
  const room = Math.max(1, columns - 1);
  const waits = waitsInWords(state.waits, nowMs)
    .flatMap((line) => wrap(line, room))
    .map((line) => paint.warn(cut(line, room)));
  const sums = summary(state, nowMs, room).map((line) => cut(line, room));
  const whole = [...areaLines(state.areas, room, paint), ...sums, ...waits];
  // Without room for everything, waits come first.
  return whole.length < rows ? whole : [...waits, ...sums].slice(0, Math.max(0, rows - 1));
}

function areaLines(areas: readonly AreaProgress[], room: number, paint: Palette): string[] {
  const name = Math.max(0, ...areas.map(({ area }) => area.length));
  return areas.map(({ area, cases, settled }) => {
    const full = "#".repeat(Math.floor((settled / Math.max(1, cases)) * barWidth));
    const text = cut(`${area.padEnd(name)} [${full.padEnd(barWidth, ".")}] ${settled}/${cases}`, room);
    if (settled === cases) return paint.good(text);
    return settled === 0 ? paint.dim(text) : text;
  });
}

/** On as many lines as needed; no part is split. */
function summary(state: LiveState, nowMs: number, room: number): string[] {
  const lines: string[] = [];
  for (const part of sumsInWords(state, nowMs)) {
    const longer = lines.length === 0 ? part : `${lines.at(-1)}${gap}${part}`;
    if (longer.length <= room) lines.splice(-1, 1, longer);
    else lines.push(part);
  }
  return lines;
}
