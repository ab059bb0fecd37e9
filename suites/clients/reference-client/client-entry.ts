import type { ProofClient, ScriptedRun } from "../../../src/core/check/client-suite.ts";
import { type ClientHooks, correctClient, runClient } from "./client.ts";

/** A client of the proof: the correct one, with something replaced. */
export interface ClientEntry extends Omit<ProofClient, "run"> {
  /** The habit of real code that it stands for, or what permits it. */
  readonly why: string;
  readonly hooks: (correct: ClientHooks) => Partial<ClientHooks>;
}

export type ClientEntries = Readonly<Record<string, ClientEntry>>;

/** Started anew each time: it remembers nothing of another situation. */
export function runOf({ hooks }: Pick<ClientEntry, "hooks">): ScriptedRun {
  return (given) => runClient({ ...correctClient, ...hooks(correctClient) }, given);
}
