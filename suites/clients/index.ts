// Written by `npm run record` from the folders that hold a requirements.yaml; nobody edits it.

import type { ClientCheck } from "#core/check/clients/client-suite.ts";
import { checks as authentication } from "./authentication/checks.ts";
import { checks as backoff } from "./backoff/checks.ts";
import { checks as backoffGrowth } from "./backoff/growth.checks.ts";
import { checks as exactIntegers } from "./exact-integers/checks.ts";
import type { ClientEntries } from "./reference-client/client.ts";
import { checks as requests } from "./requests/checks.ts";
import { checks as retries } from "./retries/checks.ts";
import { checks as retriesTries } from "./retries/tries.checks.ts";
import { checks as retryAfter } from "./retry-after/checks.ts";
import { checks as unusualAnswers } from "./unusual-answers/checks.ts";

/** Every check of clients. */
export const clientChecks: readonly ClientCheck[] = [
  ...authentication,
  ...retryAfter,
  ...backoff,
  ...backoffGrowth,
  ...requests,
  ...exactIntegers,
  ...unusualAnswers,
  ...retries,
  ...retriesTries,
];

/** Clients with one fault each. */
export const faultFiles: readonly (() => Promise<{ readonly faults: ClientEntries }>)[] = [
  () => import("./authentication/faults.ts"),
  () => import("./retry-after/faults.ts"),
  () => import("./backoff/faults.ts"),
  () => import("./requests/faults.ts"),
  () => import("./exact-integers/faults.ts"),
  () => import("./unusual-answers/faults.ts"),
  () => import("./retries/faults.ts"),
];
