import { type PlayOptions, play } from "#proof/play.ts";
import type { Stage } from "#reference-server/bed-server.ts";
import type { Hooks } from "#reference-server/hooks/call.ts";
import { prepared } from "../proof/bed.ts";

/** What a server is played with. */
interface Around extends Pick<PlayOptions, "latencyMs" | "keptConnections"> {
  /** Default: standard. */
  readonly profile?: "standard" | "thorough";
  readonly stage?: Stage;
}

type MakeHooks = (correct: Hooks) => Partial<Hooks>;

/** The correct server with some hooks replaced, and a part of the likely cause that the evidence on it gives away. */
export interface Hinted {
  readonly about: string;
  readonly says: string;
  readonly hooks: MakeHooks;
  readonly around: Around;
}

/** Makes rows of a table of servers that are played alike. */
export const hinted =
  (around: Around = {}) =>
  (about: string, says: string, hooks: MakeHooks): Hinted => ({ about, says, hooks, around });

/** The likely cause of each cause that a run on the correct server with these hooks finds. */
export async function likelyCauses(
  hooks: MakeHooks,
  { profile = "standard", stage, ...way }: Around = {},
): Promise<readonly (string | undefined)[]> {
  const given = { ...prepared, options: { profile }, ...way };
  const { causes } = await play({ hooks, ...(stage && { stage }) }, given);
  return causes.map(({ advice }) => advice?.likelyCause);
}
