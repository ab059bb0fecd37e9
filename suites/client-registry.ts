import type { ClientSuite } from "#core/check/clients/client-suite.ts";
import type { Situation } from "#core/check/clients/situation.ts";
import { adviceOn, loadClientCatalogue } from "./catalogue.ts";
import { clientChecks, faultFiles } from "./clients/index.ts";
import { mistakeBehind } from "./clients/mistakes.ts";
import type { ClientEntries } from "./clients/reference-client/client.ts";
import { clientWords } from "./clients/shared/reasons.ts";
import { refusalsIn } from "./clients/shared/refusals.ts";
import { knowingTogether, requestsIn, roleOf, roles, sentAfter } from "./clients/shared/requests.ts";
import { answerSituations, rateHeaders } from "./clients/situations/answers.ts";
import { failureSituations } from "./clients/situations/failures.ts";
import { limitSituations } from "./clients/situations/limits.ts";
import { loadContract } from "./petstore/document.ts";

/** By which a situation comes later: it takes long, or it may end what a client does. */
function lateness({ longestSeconds, lessons = [] }: Situation): number {
  return lessons.some(({ isLast }) => isLast === true)
    ? Number.POSITIVE_INFINITY
    : Math.max(9, longestSeconds);
}

/** Every situation, in the order in which a client that is led through all of them meets them. The name is stable. */
export const situations: readonly Situation[] = [
  ...answerSituations,
  ...limitSituations,
  ...failureSituations,
].toSorted((a, b) => (lateness(a) === lateness(b) ? 0 : lateness(a) - lateness(b)));

export const clientSuite: ClientSuite = {
  load: ({ spec }) => loadContract({ spec }),
  requirements: loadClientCatalogue,
  words: clientWords,
  checks: clientChecks,
  situations,
  basePath: "/v1",
  roleOf,
  service: async () => (await import("./clients/service.ts")).openService,
  fieldsOfAnswers: rateHeaders,
  reading: { requestsIn, knowingTogether, refusalsIn, sentAfter },
  advice: (requirement, ...seen) => {
    const mistake = mistakeBehind(requirement, ...seen);
    return mistake === undefined ? undefined : adviceOn(requirement, mistake);
  },
  notes: (requests) =>
    requests.some((request) => roleOf(request) === "read")
      ? ["the client reads pets by GET /pets/{petId}, which is deprecated and will be removed"]
      : [],
  proof: async () => {
    const { runOf } = await import("./clients/reference-client/client.ts");
    const entries = Object.entries(await loadClients());
    return {
      clients: new Map(entries.map(([id, one]) => [id, { fails: one.fails, run: runOf(one.hooks) }])),
      roles,
    };
  },
};

/** Every client of the proof: those with one fault each, as their files have them, and the unusual ones. */
export async function loadClients(): Promise<ClientEntries> {
  const { clientVariants } = await import("./clients/reference-client/variants.ts");
  const { taskVariants } = await import("./clients/reference-client/task-variants.ts");
  const files = await Promise.all(faultFiles.map((load) => load()));
  return Object.assign({}, ...files.map(({ faults }) => faults), clientVariants, taskVariants);
}
