import type { AreaProgress } from "#core/run/plan/plan-progress.ts";
import { cut, type Palette, palette, wrap } from "#report/console/terminal.ts";
import { type LiveState, sumsInWords, waitsInWords } from "#report/live/live-state.ts";

const barWidth = 16;
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
