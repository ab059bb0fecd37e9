import type { Facts } from "#core/check/facts.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import type { KeyCheck, KeyedAnswer, KeyWatch } from "#core/check/traffic-check.ts";
import { shownByRecorded } from "#core/contract/recorded.ts";
import { BoundedMap } from "#core/exchange/bounded-map.ts";
import { addTally, emptyTally, type Tally } from "./tally.ts";

/** How many keys are remembered: each takes up to 100 kB. */
const mostKeys = 1000;

/** What had to be given up to keep memory bounded. */
export interface GivenUp {
  /** Keys whose state was dropped: where they come again, they count as new. */
  keys: number;
  /** Keys of which windows or created things were dropped. */
  partly: number;
  /** Keys whose Reset moves with the clock, so that nothing is reported of their windows. */
  moving: number;
}

interface Watched {
  readonly watch: KeyWatch;
  readonly tallies: Map<string, Tally>;
}

/** The states of all keys, each with the observations that it will report unless they are withdrawn. */
export function createKeyStates(checks: readonly KeyCheck[]) {
  const dropped = new Map<string, Tally>();
  const droppedGivenUp: GivenUp = { keys: 0, partly: 0, moving: 0 };
  const states = new BoundedMap<string, readonly Watched[]>(mostKeys, (state) => {
    droppedGivenUp.keys += 1;
    for (const [about, tally] of reported(state)) addTally(tallyIn(dropped, about), tally);
    count(state, droppedGivenUp);
  });

  function stateOf(key: string): readonly Watched[] {
    const known = states.get(key);
    if (known !== undefined) return known;
    const state = checks.map(watched);
    // The text may be a slice of a whole line, which it would keep.
    states.set(Buffer.from(key).toString(), state);
    return state;
  }

  function addTo(tallies: ReadonlyMap<string, Tally>, more: Iterable<readonly [string, Tally]>): void {
    for (const [about, tally] of more) {
      const sum = tallies.get(about);
      if (sum !== undefined) addTally(sum, tally);
    }
  }

  return {
    /** @param note is given each observation with the tally that it goes into */
    next: (
      key: string,
      keyed: KeyedAnswer,
      facts: Facts,
      note: (observation: Observation, tally: Tally) => unknown,
    ): void => {
      for (const { watch, tallies } of stateOf(key)) {
        for (const observation of shownByRecorded(() => watch.next(keyed, facts)) ?? [])
          note(observation, tallyIn(tallies, observation.requirement));
      }
    },
    /** Adds the observations so far to the tallies of requirements that are judged. */
    addTo: (tallies: ReadonlyMap<string, Tally>): GivenUp => {
      const givenUp = { ...droppedGivenUp };
      addTo(tallies, dropped);
      for (const [, state] of states.entries()) {
        addTo(tallies, reported(state));
        count(state, givenUp);
      }
      return givenUp;
    },
  };
}

function watched({ watch }: KeyCheck): Watched {
  return { watch: watch(), tallies: new Map() };
}

function reported(state: readonly Watched[]): readonly (readonly [string, Tally])[] {
  return state.flatMap(({ watch, tallies }) => (watch.isWithdrawn?.() ? [] : [...tallies]));
}

function count(state: readonly Watched[], givenUp: GivenUp): void {
  if (state.some(({ watch }) => (watch.forgotten?.() ?? 0) > 0)) givenUp.partly += 1;
  if (state.some(({ watch }) => watch.isWithdrawn?.())) givenUp.moving += 1;
}

function tallyIn(tallies: Map<string, Tally>, about: string): Tally {
  const known = tallies.get(about) ?? emptyTally();
  tallies.set(about, known);
  return known;
}
