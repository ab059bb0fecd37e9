import type { ClientSuite } from "#core/check/clients/client-suite.ts";
import { loadClientCatalogue } from "./catalogue.ts";
import { adviceOf } from "./clients/advice.ts";
import { clientChecks } from "./clients/index.ts";
import { rateHeaders } from "./clients/rate-headers.ts";
import { clientWords } from "./clients/shared/reasons.ts";
import { refusalsIn } from "./clients/shared/refusals.ts";
import { knowingTogether, requestsIn, sentAfter } from "./clients/shared/requests.ts";
import { roleOf } from "./clients/shared/roles.ts";
import { situations } from "./clients/situations/situations.ts";
import { loadContract } from "./petstore/document.ts";

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
  advice: adviceOf,
  notes: (requests) =>
    requests.some((request) => roleOf(request) === "read")
      ? ["the client reads pets by GET /pets/{petId}, which is deprecated and will be removed"]
      : [],
  proof: async () => (await import("./clients/proof.ts")).loadProof(),
};
