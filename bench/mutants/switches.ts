/** How the mutants of an instrumented file are switched on, and watched: `instrument.ts` writes the calls. */
export interface Switches {
  /** Those that are on. */
  on: ReadonlySet<number>;
  watch: Watch;
  /** By mutant: whether it was noted since `noted` was last asked. */
  noted(): readonly number[];
}

/**
 * `reach`: every switch that is passed is noted. `differ`: those whose mutant gives another value, or acts.
 * `play`: none.
 */
export type Watch = "reach" | "differ" | "play";

/** A mutant that was alike for so long in one run is taken to differ: the run is then played with the mutant on. */
const longestMs = 3;
/** The same of one that differed in so many runs: it does so everywhere. */
const manyRuns = 25;

/**
 * Puts `$mutant` and `$isOn` where instrumented files look for them, and `$isAside`: true while a wrong value is looked
 * at, of which nothing may be remembered.

 * @param count of mutants, whose ids are below.
 */
export function installSwitches(count: number, on: ReadonlySet<number>): Switches {
  const isNoted = new Uint8Array(count);
  const runs = new Uint16Array(count);
  const alikeMs = new Float64Array(count);
  let isAside = false;
  const differs = (id: number, value: unknown, wrong: () => unknown): boolean => {
    const startedMs = performance.now();
    // What the wrong value calls is not watched in turn: that would double with every call.
    switches.watch = "play";
    isAside = true;
    try {
      if (!isAlike(value, wrong())) return true;
    } catch {
      return true;
    } finally {
      switches.watch = "differ";
      isAside = false;
    }
    const ms = (alikeMs[id] ?? 0) + performance.now() - startedMs;
    alikeMs[id] = ms;
    return ms > longestMs;
  };
  const switches: Switches = {
    on,
    watch: "reach",
    noted: () => {
      const ids: number[] = [];
      for (let id = 0; id < count; id += 1) {
        if (isNoted[id] !== 1) continue;
        ids.push(id);
        const inRuns = (runs[id] ?? 0) + 1;
        runs[id] = inRuns;
        isNoted[id] = inRuns >= manyRuns ? 1 : 0;
      }
      alikeMs.fill(0);
      return ids;
    },
  };
  const $isOn = (id: number): boolean => {
    if (switches.watch !== "play") isNoted[id] = 1;
    return switches.on.has(id);
  };
  const $mutant = <Value>(id: number, right: () => Value, wrong: () => Value): Value => {
    if (switches.on.has(id)) return wrong();
    const value = right();
    if (switches.watch === "play" || isNoted[id] === 1) return value;
    if (switches.watch === "reach" || differs(id, value, wrong)) isNoted[id] = 1;
    return value;
  };
  Object.assign(globalThis, { $isOn, $mutant, $isAside: () => isAside });
  return switches;
}

/** False wherever two values might be told apart. */
function isAlike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  return (
    Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => Object.is(one, b[i]))
  );
}
