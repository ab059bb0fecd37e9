import type { Arbitrary } from "fast-check";
import type { RequestSpec, SeriesPart, StepId } from "#core/exchange/exchange.ts";
import { type Answered, type Facts, hasStatus, isAnswered } from "../facts.ts";
import { unread } from "../json-body.ts";
import { notApplicable } from "../results/core-reasons.ts";
import { isMadeFrom, type SendPart, type Series, type Step } from "./step.ts";

/** The module fast-check. */
export type Generators = typeof import("fast-check");

let generators: Generators | undefined;

/** To be called by a thorough run: no other generates inputs, and loading fast-check takes time. */
export async function loadGenerators(): Promise<void> {
  generators ??= await import("fast-check");
}

/**
 * Inputs drawn from the run's seed, each sent and judged as any case is. If one is answered wrongly, smaller ones are tried.
 * The report shows the smallest that is still answered wrongly.
 */
export interface Property<Input> {
  readonly runs: number;
  readonly inputs: (fc: Generators, facts: Facts) => Arbitrary<Input>;
  /** Sends what the input stands for. False where an answer is wrong: a smaller input is then tried. */
  readonly holds: (input: Input, ask: Ask, facts: Facts) => Promise<boolean>;
}

/**
 * Sends one request of an input. `nth` counts the requests of the series from 0. Undefined where nothing can be
 * said: there was no answer, it was a 429, or it is more than the suite reads.
 */
export type Ask = (request: (nth: number) => RequestSpec) => Promise<Answered | undefined>;

/** How many requests each step spends on smaller inputs. */
export const mostSmaller = 24;

/** A step that sends the inputs of a property. */
export function generating<Input>(
  step: Omit<Step, "request" | "atMost">,
  property: Property<Input>,
  atMost: NonNullable<Step["atMost"]>,
): Step {
  return {
    ...step,
    atMost,
    request: (facts) => {
      const { replay } = facts.setting;
      if (replay !== undefined && replay.step !== step.id) return notApplicable("not-replayed");
      return explore(step.id, property, atMost.requests + mostSmaller, facts);
    },
  };
}

/** Draws inputs, sends them and reduces a failing one. The same seed and answers give the same requests. */
function explore<Input>(step: StepId, property: Property<Input>, budget: number, facts: Facts): Series {
  return {
    series: async (send) => {
      if (generators === undefined) throw new Error("inputs are generated before loadGenerators was awaited");
      const fc = generators;
      const ask = askingWithin(budget, send);
      /** The position of fast-check: the path to the input that was made smaller last, and which is tried in its place. */
      let smallest: SeriesPart["input"] = [];
      let next = 0;
      const known = new Map<string, boolean>();
      let failed: { readonly error: unknown } | undefined;
      const tried = async (input: Input, path: SeriesPart["input"]): Promise<boolean> => {
        const text = fc.stringify(input);
        const before = known.get(text);
        if (before !== undefined || failed !== undefined) return before ?? true;
        try {
          const holds = await property.holds(input, ask(path), facts);
          known.set(text, holds);
          return holds;
        } catch (error) {
          // fast-check would mistake it for an input that is answered wrongly.
          failed = { error };
          return true;
        }
      };
      const predicate = async (input: Input): Promise<boolean> => {
        const path = [...smallest, next];
        const holds = replayed(facts.setting.replay?.input, path) ?? (await tried(input, path));
        [smallest, next] = holds ? [smallest, next + 1] : [path, 0];
        return holds;
      };
      await fc.check(fc.asyncProperty(property.inputs(fc, facts), predicate), {
        seed: Math.floor(facts.random(step)() * 2 ** 31),
        numRuns: property.runs,
      });
      if (failed !== undefined) throw failed.error;
    },
  };
}

/** Whether an input holds, decided without sending it, on the way to the replayed one; undefined: it is sent. */
function replayed(wanted: SeriesPart["input"] | undefined, path: SeriesPart["input"]): boolean | undefined {
  if (wanted === undefined) return undefined;
  if (!isMadeFrom(path, wanted)) return true;
  return wanted.length === path.length ? undefined : false;
}

/** Sends the requests of all inputs of a series, within its budget. */
function askingWithin(budget: number, send: SendPart): (input: SeriesPart["input"]) => Ask {
  let asked = 0;
  return (input) => {
    let own = 0;
    return async (request) => {
      if (asked >= budget) return undefined;
      const nth = asked;
      asked += 1;
      own += 1;
      const exchange = await send({ input, request: own }, request(nth));
      const usable = exchange !== undefined && isAnswered(exchange) && !hasStatus(exchange, 429);
      return usable && unread(exchange) === undefined ? exchange : undefined;
    };
  };
}
