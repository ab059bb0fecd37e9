import type { ClientProof, ProofClients } from "#core/check/clients/client-suite.ts";
import { faultFiles } from "./index.ts";
import { type ClientEntries, runOf } from "./reference-client/client.ts";
import { taskVariants } from "./reference-client/task-variants.ts";
import { clientVariants } from "./reference-client/variants.ts";
import { roles } from "./shared/requests.ts";

/** Clients with one fault each, as their files have them. */
export async function loadClientFaults(): Promise<ClientEntries> {
  const files = await Promise.all(faultFiles.map((load) => load()));
  return Object.assign({}, ...files.map(({ faults }) => faults));
}

export const allClientVariants: ClientEntries = { ...clientVariants, ...taskVariants };

export async function loadProof(): Promise<ClientProof> {
  return { faults: played(await loadClientFaults()), variants: played(allClientVariants), roles };
}

function played(entries: ClientEntries): ProofClients {
  return Object.fromEntries(
    Object.entries(entries).map(([id, entry]) => [id, { ...entry, run: runOf(entry) }]),
  );
}
