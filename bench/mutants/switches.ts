/** How the mutants of instrumented files are switched on, and watched. */
export interface Switches {
  /** These are on from now, and no others. */
  turnOn(ids: readonly string[]): void;
  /** Those whose place was passed since this was last asked. */
  reached(): readonly string[];
}

/** A mutant that is asked for so often loops for ever: no run asks for one a hundredth as often. */
const mostAsked = 20_000_000;

/** Puts what instrumented files call where they look for it: under the names that Stryker gives it. */
export function installSwitches(ids: readonly string[]): Switches {
  const reached = new Set<string>();
  let on: ReadonlySet<string> = new Set(ids);
  let asked = 0;
  const switches: Switches = {
    turnOn: (next) => {
      on = new Set(next);
      asked = 0;
    },
    reached: () => {
      const ids = [...reached];
      reached.clear();
      return ids;
    },
  };
  Object.assign(globalThis, {
    stryMutAct_9fa48: (id: string) => {
      if (!on.has(id)) return false;
      asked += 1;
      if (asked > mostAsked) throw new Error(`mutant ${id} loops for ever`);
      return true;
    },
    stryCov_9fa48: (...ids: readonly string[]) => {
      for (const id of ids) reached.add(id);
    },
  });
  return switches;
}
