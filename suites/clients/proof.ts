import type { ClientProof } from "#core/check/clients/client-suite.ts";
import { faultFiles } from "./index.ts";
import { type ClientEntries, runOf } from "./reference-client/client.ts";
import { taskVariants } from "./reference-client/task-variants.ts";
import { clientVariants } from "./reference-client/variants.ts";
import { roles } from "./shared/requests.ts";

/** Every client of the proof: those with one fault each, as their files have them, and the unusual ones. */
export async function loadClients(): Promise<ClientEntries> {
  const files = await Promise.all(faultFiles.map((load) => load()));
  return Object.assign({}, ...files.map(({ faults }) => faults), clientVariants, taskVariants);
}

export async function loadProof(): Promise<ClientProof> {
  const entries = Object.entries(await loadClients());
  return { clients: new Map(entries.map(([id, one]) => [id, { fails: one.fails, run: runOf(one) }])), roles };
}
