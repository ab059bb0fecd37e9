import { expect, test } from "vitest";
import type { Stage } from "../../reference-server/bed-server.ts";
import type { Hooks } from "../../reference-server/hooks/call.ts";
import { type PlayOptions, play } from "../../src/proof/play.ts";
import { prepared } from "./bed.ts";

interface Around extends Pick<PlayOptions, "latencyMs" | "keptConnections"> {
  /** Default: standard. */
  readonly profile?: "standard" | "thorough";
  readonly stage?: Stage;
}

/** The likely cause of each cause that a run on the correct server with these hooks finds. */
export async function likelyCauses(
  hooks: (correct: Hooks) => Partial<Hooks>,
  { profile = "standard", stage, ...way }: Around = {},
): Promise<readonly (string | undefined)[]> {
  const given = { ...prepared, options: { profile }, ...way };
  const { causes } = await play({ hooks, ...(stage && { stage }) }, given);
  return causes.map(({ advice }) => advice?.likelyCause);
}

/** Makes tests that the evidence on a server with these hooks gives its cause away: a part of the likely cause. */
export const givenAway =
  (around: Around = {}) =>
  (about: string, part: string, hooks: (correct: Hooks) => Partial<Hooks>): void =>
    test(`what gives its cause away: ${about}`, async () => {
      expect((await likelyCauses(hooks, around)).join("\n")).toContain(part);
    });
