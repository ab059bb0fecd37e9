import type { Check } from "../src/core/check/check.ts";
import { isList } from "../src/core/check/json-body.ts";
import type { Suite } from "../src/core/check/suite.ts";
import { notApplicable } from "./applicability.ts";
import { loadCatalogue } from "./catalogue.ts";
import * as authentication from "./chapters/authentication.ts";
import * as bearerScheme from "./chapters/bearer-scheme.ts";
import * as createPet from "./chapters/create-pet.ts";
import * as deprecation from "./chapters/deprecation.ts";
import * as enforcedLimit from "./chapters/enforced-limit.ts";
import * as errors from "./chapters/errors.ts";
import * as exchanges from "./chapters/exchanges.ts";
import * as filterWrites from "./chapters/filter-writes.ts";
import * as generatedBodies from "./chapters/generated-bodies.ts";
import * as generatedLists from "./chapters/generated-lists.ts";
import { generatedNames } from "./chapters/generated-names.ts";
import * as generatedReads from "./chapters/generated-reads.ts";
import * as generatedWalks from "./chapters/generated-walks.ts";
import * as getPet from "./chapters/get-pet.ts";
import * as int64 from "./chapters/int64.ts";
import * as invalidKeys from "./chapters/invalid-keys.ts";
import * as listBodies from "./chapters/list-bodies.ts";
import * as listPets from "./chapters/list-pets.ts";
import * as listsAgain from "./chapters/lists-again.ts";
import * as membership from "./chapters/membership.ts";
import * as names from "./chapters/names.ts";
import * as overLimit from "./chapters/over-limit.ts";
import * as pageSizes from "./chapters/page-sizes.ts";
import * as rateHeaders from "./chapters/rate-headers.ts";
import * as rateSeries from "./chapters/rate-series.ts";
import * as readBack from "./chapters/read-back.ts";
import * as readsAgreeWithLists from "./chapters/reads-agree-with-lists.ts";
import * as statusChanges from "./chapters/status-changes.ts";
import * as statusFilter from "./chapters/status-filter.ts";
import * as storeOrders from "./chapters/store-orders.ts";
import * as storedNothing from "./chapters/stored-nothing.ts";
import * as storedPets from "./chapters/stored-pets.ts";
import * as unknownIds from "./chapters/unknown-ids.ts";
import * as versioning from "./chapters/versioning.ts";
import * as wrongIds from "./chapters/wrong-ids.ts";
import { notes } from "./notes.ts";
import { concerned } from "./petstore/concerned.ts";
import { causesOf } from "./petstore/diagnosis/causes.ts";
import { loadContract } from "./petstore/document.ts";
import { declaredRemoval, settings } from "./petstore/settings.ts";
import { positiveControls } from "./positive-controls.ts";
import { fillSteps } from "./steps/filling.ts";
import { firstCreate, firstList, listWithoutKey } from "./steps/named-steps.ts";
import { probe } from "./steps/over-limit-probe.ts";
import { unseenFilter } from "./steps/unseen-filter.ts";
import { unsentList } from "./steps/unsent-list.ts";
import { createBigCategory, createSteps, fragileNames } from "./steps/valid-bodies.ts";
import { trafficChecks } from "./traffic/checks.ts";

/** A check is whatever a chapter exports that is one; there is no second list to keep. */
const chapters: readonly Readonly<Record<string, unknown>>[] = [
  exchanges,
  authentication,
  bearerScheme,
  invalidKeys,
  errors,
  listPets,
  listBodies,
  pageSizes,
  statusFilter,
  statusChanges,
  listsAgain,
  filterWrites,
  membership,
  createPet,
  storedPets,
  storedNothing,
  names,
  readBack,
  int64,
  getPet,
  unknownIds,
  wrongIds,
  readsAgreeWithLists,
  storeOrders,
  rateHeaders,
  rateSeries,
  enforcedLimit,
  overLimit,
  deprecation,
  versioning,
  generatedLists,
  generatedReads,
  generatedBodies,
  generatedWalks,
];

/** The suite of the pet store. */
export const suite: Suite = {
  load: ({ spec, declared = {} }) => loadContract({ spec, removalDate: declaredRemoval({ declared }) }),
  settings,
  requirements: loadCatalogue,
  checks: chapters.flatMap(exportsByName).filter(isCheck),
  steps: (contract) => [
    firstList,
    unseenFilter,
    ...createSteps(contract),
    createBigCategory,
    ...fillSteps(contract),
    ...fragileNames,
    generatedNames,
    getPet.getCreated,
    ...getPet.laterReads(contract),
    getPet.getListed,
    getPet.listAgain,
    unknownIds.getUnknown,
    int64.getBigId,
    int64.getBesideBigId,
    listPets.fullList(contract),
    storeOrders.orders,
  ],
  positiveControls,
  words: { things: "pets" },
  preflight: {
    operation: "listPets",
    isService: (exchange) => isList(exchange),
    list: firstList,
    create: firstCreate,
    withoutKey: listWithoutKey,
    size: listPets.storeSize,
    unsentList,
  },
  rootCause: createPet.createsRefused,
  causes: causesOf,
  notes,
  notApplicable,
  concerned,
  probe,
  traffic: trafficChecks,
};

/** In the order that a module's namespace has by its specification; test runners keep another. */
function exportsByName(chapter: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.keys(chapter)
    .sort()
    .map((name) => chapter[name]);
}

function isCheck(value: unknown): value is Check {
  return typeof value === "object" && value !== null && "about" in value && "kind" in value;
}
