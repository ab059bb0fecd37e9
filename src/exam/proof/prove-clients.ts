import { badClients } from "../../../suites/clients/index.ts";
import { rightClient } from "../../../suites/clients/reference-client/client.ts";
import type { ClientEntries, ClientEntry } from "../../../suites/clients/reference-client/client-entry.ts";
import { rightTasks } from "../../../suites/clients/reference-client/task-variants.ts";
import { rightClients } from "../../../suites/clients/reference-client/variants.ts";
import type { Requirement } from "../../core/check/requirement.ts";
import type { Contract } from "../../core/contract/contract.ts";
import type { ExamReport } from "../exam-report.ts";
import { playClient } from "./play-client.ts";

/** Clients that are unusual but right. */
export const goodClients: ClientEntries = { ...rightClients, ...rightTasks };

export interface ProvedClient {
  readonly id: string;
  readonly kind: "bad" | "right";
  readonly title: string;
  /** What fails on it by its entry, and what did. */
  readonly declared: readonly string[];
  readonly failed: readonly string[];
  readonly report: ExamReport;
}

/** Plays every client of the proof, or those named, in virtual time. */
export async function proveClients(
  judgedBy: { readonly contract: Contract; readonly requirements: readonly Requirement[] },
  isChosen: (id: string) => boolean = () => true,
): Promise<readonly ProvedClient[]> {
  const proved: ProvedClient[] = [];
  for (const [kind, entries] of [
    ["bad", badClients],
    ["right", goodClients],
  ] as const)
    for (const [id, entry] of Object.entries(entries))
      if (isChosen(id)) proved.push(await proveClient(id, kind, entry, judgedBy));
  return proved;
}

async function proveClient(
  id: string,
  kind: ProvedClient["kind"],
  { title, fails = [], warns = [], hooks }: ClientEntry,
  judgedBy: { readonly contract: Contract; readonly requirements: readonly Requirement[] },
): Promise<ProvedClient> {
  const report = await playClient({ ...rightClient, ...hooks(rightClient) }, judgedBy);
  const failed = report.verdicts.filter(({ verdict }) => verdict === "fail").map((one) => one.id);
  const order = judgedBy.requirements.map((one) => one.id);
  const declared = [...fails, ...warns].toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  return { id, kind, title, declared, failed, report };
}

/** Whether a client was found to be what its entry says. */
export function isAsDeclared({ declared, failed }: ProvedClient): boolean {
  return declared.length === failed.length && declared.every((id) => failed.includes(id));
}
