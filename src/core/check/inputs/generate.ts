import type { Arbitrary } from "fast-check";
import type { RequestSpec, SeriesPart } from "#core/exchange/exchange.ts";
import { type Answered, type Facts, hasStatus, isAnswered } from "../facts.ts";
import { unread } from "../json-body.ts";
import { notApplicable } from "../results/core-reasons.ts";
import { isMadeFrom, type Series, type Step } from "./step.ts";

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
  /** @param nth counts the requests of the step from 0 */
  readonly request: (input: Input, facts: Facts, nth: number) => RequestSpec;
  /** Only guides the search for a smaller input: the cases of the requirements judge the answer. */
  readonly holds: (answer: Answered, facts: Facts) => boolean;
}

/** How many requests each step spends on smaller inputs. */
export const mostSmaller = 24;

export interface GeneratedStep<Input> extends Omit<Step, "profile" | "request" | "atMost">, Property<Input> {}

/** A step of a thorough run that makes one request of each input. */
export function generatedStep<Input>(generated: GeneratedStep<Input>): Step {
  const { runs, inputs, request, holds, ...step } = generated;
  return {
    ...step,
    profile: "thorough",
    atMost: { requests: runs },
    request: (facts) => {
      const { replay } = facts.setting;
      if (replay !== undefined && replay.step !== step.id) return notApplicable("not-replayed");
      return explore(generated, facts);
    },
  };
}

/** Draws inputs, sends them and reduces a failing one. The same seed and answers give the same requests. */
function explore<Input>(property: GeneratedStep<Input>, facts: Facts): Series {
  return {
    series: async (send) => {
      if (generators === undefined) throw new Error("inputs are generated before loadGenerators was awaited");
      const fc = generators;
      let asked = 0;
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
          const isLeft = asked < property.runs + mostSmaller;
          const exchange = isLeft && (await send({ input: path }, property.request(input, facts, asked)));
          asked += 1;
          // Nothing can be said where there was no answer, it was a 429, or it is more than the suite reads.
          const isUsable = exchange && isAnswered(exchange) && !hasStatus(exchange, 429) && !unread(exchange);
          const holds = !isUsable || property.holds(exchange, facts);
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
        seed: Math.floor(facts.random(property.id)() * 2 ** 31),
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
