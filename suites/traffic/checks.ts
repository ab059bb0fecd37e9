import type { TrafficChecks } from "../../src/core/check/key-check.ts";
import { createdAsSent } from "../petstore/create-animal/created-pets/checks.ts";
import { neverMoreThanMaximum } from "../petstore/list-animals/limit/checks.ts";
import { allThree, planFigure } from "../petstore/rate-limits/headers/checks.ts";
import { retryAfter } from "../petstore/rate-limits/over-limit/checks.ts";
import { announcesLimits, filteredLists, listLengths, servedReads, tooLongLists } from "./answers.ts";
import { createdIds } from "./created-ids.ts";
import { rateWatch } from "./rate-watch.ts";

/**
 * What of the suite's trace checks traffic can show. Left out is what takes requests that were sent to show it (filters
 * that lack a pet, the wait after a 429), and what others may do between two requests: change a status and back, use a
 * key, delete a pet.
 */
export const trafficChecks: TrafficChecks = {
  lone: [
    servedReads,
    filteredLists,
    ...tooLongLists,
    neverMoreThanMaximum,
    createdAsSent,
    ...[allThree, announcesLimits, planFigure, retryAfter],
  ],
  keyed: [listLengths, createdIds, rateWatch],
  keptByOne: ["RATE-2"],
  dueWith: { "RATE-1": "RATE-2" },
};
