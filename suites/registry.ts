import type { Check, Suites } from "../src/run/check.ts";
import { notApplicable } from "./applicability.ts";
import * as authentication from "./authentication.ts";
import * as bearerScheme from "./bearer-scheme.ts";
import * as createPet from "./create-pet.ts";
import * as createdPets from "./created-pets.ts";
import * as deprecation from "./deprecation.ts";
import * as errors from "./errors.ts";
import * as exchanges from "./exchanges.ts";
import { fillSteps } from "./filling.ts";
import * as fullLists from "./full-lists.ts";
import * as generatedBodies from "./generated-bodies.ts";
import * as generatedLists from "./generated-lists.ts";
import { generatedNames } from "./generated-names.ts";
import * as generatedReads from "./generated-reads.ts";
import * as generatedWalks from "./generated-walks.ts";
import * as getPet from "./get-pet.ts";
import * as int64 from "./int64.ts";
import * as listPets from "./list-pets.ts";
import * as listedReads from "./listed-reads.ts";
import * as lists from "./lists.ts";
import * as membership from "./membership.ts";
import * as names from "./names.ts";
import { notes } from "./notes.ts";
import * as overLimit from "./over-limit.ts";
import { positiveControls } from "./positive-controls.ts";
import * as rateHeaders from "./rate-headers.ts";
import * as rateSeries from "./rate-series.ts";
import * as readBack from "./read-back.ts";
import * as statusFilter from "./status-filter.ts";
import * as storeOrders from "./store-orders.ts";
import * as storedNothing from "./stored-nothing.ts";
import * as unknownIds from "./unknown-ids.ts";
import { createBigCategory, createLabel, createSteps } from "./valid-bodies.ts";
import * as versioning from "./versioning.ts";
import * as wrongIds from "./wrong-ids.ts";

/** A check is whatever a chapter exports that is one; there is no second list to keep. */
const chapters: readonly Readonly<Record<string, unknown>>[] = [
  exchanges,
  authentication,
  bearerScheme,
  errors,
  listPets,
  lists,
  fullLists,
  statusFilter,
  membership,
  createPet,
  createdPets,
  storedNothing,
  names,
  readBack,
  int64,
  getPet,
  unknownIds,
  wrongIds,
  listedReads,
  storeOrders,
  rateHeaders,
  rateSeries,
  overLimit,
  deprecation,
  versioning,
  generatedLists,
  generatedReads,
  generatedBodies,
  generatedWalks,
];

export const suites: Suites = {
  checks: chapters.flatMap((chapter) => Object.values(chapter)).filter(isCheck),
  steps: (contract) => [
    listPets.firstList,
    ...createSteps(contract),
    createBigCategory,
    ...fillSteps(contract),
    ...names.fragileNames,
    generatedNames,
    getPet.getCreated,
    ...getPet.laterReads(contract),
    getPet.getListed,
    unknownIds.getUnknown,
    int64.getBigId,
    int64.getBesideBigId,
    listPets.fullList(contract),
    storeOrders.orders,
  ],
  positiveControls,
  preflight: { list: listPets.firstList.label, create: createLabel, size: listPets.sizeLabel },
  rootCause: createPet.createsRefused,
  notes,
  notApplicable,
  probe: overLimit.probe,
};

function isCheck(value: unknown): value is Check {
  return typeof value === "object" && value !== null && "about" in value && "kind" in value;
}
