// Written by `npm run record` from the folders that hold a requirements.yaml; nobody edits it.

import type { ClientCheck } from "../../src/core/check/client-check.ts";
import { checks as authenticationChecks } from "./authentication/checks.ts";
import { faults as authenticationFaults } from "./authentication/faults.ts";
import { checks as backoffChecks } from "./backoff/checks.ts";
import { faults as backoffFaults } from "./backoff/faults.ts";
import { checks as backoffUnusableChecks } from "./backoff/unusable.checks.ts";
import { checks as exactIntegersChecks } from "./exact-integers/checks.ts";
import { faults as exactIntegersFaults } from "./exact-integers/faults.ts";
import type { ClientEntries } from "./reference-client/client-entry.ts";
import { checks as requestsChecks } from "./requests/checks.ts";
import { faults as requestsFaults } from "./requests/faults.ts";
import { checks as retriesChecks } from "./retries/checks.ts";
import { faults as retriesFaults } from "./retries/faults.ts";
import { checks as retryAfterChecks } from "./retry-after/checks.ts";
import { faults as retryAfterFaults } from "./retry-after/faults.ts";
import { checks as unusualAnswersChecks } from "./unusual-answers/checks.ts";
import { faults as unusualAnswersFaults } from "./unusual-answers/faults.ts";

/** Every check of clients. */
export const clientChecks: readonly ClientCheck[] = [
  ...authenticationChecks,
  ...retryAfterChecks,
  ...backoffChecks,
  ...backoffUnusableChecks,
  ...requestsChecks,
  ...exactIntegersChecks,
  ...unusualAnswersChecks,
  ...retriesChecks,
];

/** Clients with one fault each. */
export const badClients: ClientEntries = {
  ...authenticationFaults,
  ...retryAfterFaults,
  ...backoffFaults,
  ...requestsFaults,
  ...exactIntegersFaults,
  ...unusualAnswersFaults,
  ...retriesFaults,
};
