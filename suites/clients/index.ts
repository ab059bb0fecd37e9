import type { ClientCheck } from "../../src/core/check/client-check.ts";
import { credentialChecks } from "./authentication/checks.ts";
import { faults as authenticationFaults } from "./authentication/faults.ts";
import { backoffChecks } from "./backoff/checks.ts";
import { faults as backoffFaults } from "./backoff/faults.ts";
import { survivalChecks } from "./backoff/unusable.checks.ts";
import { idChecks } from "./exact-integers/checks.ts";
import { faults as exactIntegersFaults } from "./exact-integers/faults.ts";
import type { ClientEntries } from "./reference-client/client-entry.ts";
import { rightTasks } from "./reference-client/task-variants.ts";
import { rightClients } from "./reference-client/variants.ts";
import { requestChecks } from "./requests/checks.ts";
import { faults as requestsFaults } from "./requests/faults.ts";
import { repeatChecks } from "./retries/checks.ts";
import { faults as retriesFaults } from "./retries/faults.ts";
import { after429Checks } from "./retry-after/checks.ts";
import { faults as retryAfterFaults } from "./retry-after/faults.ts";
import { reactionChecks } from "./unusual-answers/checks.ts";
import { silentFaults, faults as unusualAnswersFaults } from "./unusual-answers/faults.ts";

/** Every check of clients. */
export const clientChecks: readonly ClientCheck[] = [
  ...credentialChecks,
  ...after429Checks,
  ...backoffChecks,
  ...requestChecks,
  ...idChecks,
  ...repeatChecks,
  ...reactionChecks,
  ...survivalChecks,
];

/** Clients with one fault each. */
export const badClients: ClientEntries = {
  ...authenticationFaults,
  ...retryAfterFaults,
  ...backoffFaults,
  ...requestsFaults,
  ...exactIntegersFaults,
  ...unusualAnswersFaults,
  ...silentFaults,
  ...retriesFaults,
};

/** Clients that are unusual, and right. */
export const goodClients: ClientEntries = { ...rightClients, ...rightTasks };
