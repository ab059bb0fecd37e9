import type { AreaProgress } from "#core/run/plan/plan-progress.ts";
import { type Palette, palette, wrap } from "#report/console/terminal.ts";
import { failingInWords, type LiveState, sumsInWords, waitsInWords } from "#report/live/live-state.ts";

/** In a narrower terminal the areas are not shown, only requests and waits. */
const leastColumnsForAreas = 60;
const leastCellWidth = 24;
const widestBar = 16;
const gap = "   ";

/**
 * One frame of the live view: fewer than `rows` lines, each shorter than `columns`. Pure; colour never changes the
 * text.
 */
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
  const failing = failingInWords(state);
  const sums = summary(state, nowMs, room)
    .map((line) => cut(line, room))
    .map((line) => (failing === undefined ? line : line.replace(failing, paint.bad(failing))));
  const areas = columns < leastColumnsForAreas ? [] : areaLines(state.areas, room, paint);
  const whole = [...areas, ...sums, ...waits];
  // Without room for everything, waits come first.
  return whole.length < rows ? whole : [...waits, ...sums].slice(0, Math.max(0, rows - 1));
}

function areaLines(areas: readonly AreaProgress[], room: number, paint: Palette): string[] {
  if (areas.length === 0) return [];
  const name = Math.max(...areas.map(({ area }) => area.length));
  const digits = Math.max(...areas.map(({ cases }) => String(cases).length));
  // Around the bar: two brackets and two spaces; the count is two numbers and a slash.
  const around = name + 2 * digits + 5;
  const cellWidth = Math.max(leastCellWidth, around + 4);
  const most = Math.floor((room + gap.length) / (cellWidth + gap.length));
  const across = Math.max(1, Math.min(areas.length, most));
  const bar = Math.min(widestBar, Math.floor((room + gap.length) / across) - gap.length - around);
  const cell = (one: AreaProgress): string => {
    const { area, cases, settled } = one;
    const full = Math.floor((settled / Math.max(1, cases)) * bar);
    const count = `${settled}/${cases}`.padStart(2 * digits + 1);
    const text = `${area.padEnd(name)} [${"#".repeat(full)}${".".repeat(bar - full)}] ${count}`;
    if (settled === cases) return paint.good(text);
    return settled === 0 ? paint.dim(text) : text;
  };
  const lines: string[] = [];
  for (let first = 0; first < areas.length; first += across)
    lines.push(
      areas
        .slice(first, first + across)
        .map(cell)
        .join(gap),
    );
  return lines;
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

function cut(line: string, room: number): string {
  const characters = [...line];
  return characters.length <= room
    ? line
    : `${characters.slice(0, Math.max(0, room - 3)).join("")}...`.slice(0, room);
}
