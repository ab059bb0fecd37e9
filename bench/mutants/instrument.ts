import type { Mutant } from "./mutate.ts";

/** A mutant with its number among those of all files. */
export interface Numbered extends Mutant {
  readonly id: number;
}

/**
 * The file with all its mutants in it, each behind a switch: `$mutant(id, right, wrong)` gives the value of the one
 * or the other, `$isOn(id)` is asked before what acts or returns.
 */
export function instrumented(source: string, mutants: readonly Numbered[]): string {
  const outermostFirst = mutants.toSorted(({ scope: a }, { scope: b }) => a.start - b.start || b.end - a.end);
  return render(source, 0, source.length, outermostFirst);
}

function render(source: string, start: number, end: number, mutants: readonly Numbered[]): string {
  let [text, at] = ["", start];
  let rest = mutants;
  for (let [outer] = rest; outer !== undefined; [outer] = rest) {
    const { scope } = outer;
    const below = rest.slice(1).filter((m) => m.scope.start >= scope.start && m.scope.end <= scope.end);
    text += source.slice(at, scope.start);
    text += switched(source, outer, render(source, scope.start, scope.end, below));
    at = scope.end;
    rest = rest.slice(1 + below.length);
  }
  return text + source.slice(at, end);
}

function switched(source: string, mutant: Numbered, right: string): string {
  const { id, kind, acts, start, end, scope } = mutant;
  if (kind === "block") return `{if(!$isOn(${id}))${right}}`;
  const wrong = source.slice(scope.start, start) + mutant.becomes + source.slice(end, scope.end);
  if (acts) return `($isOn(${id})?(${wrong}):(${right}))`;
  return `$mutant(${id},()=>(${right}),()=>(${wrong}))`;
}
