import type { Check } from "#core/check/check.ts";
import { rowsOf } from "#core/check/results/unresolved.ts";
import type { Suite } from "#core/check/suite.ts";
import type { KeyCheck, LoneCheck } from "#core/check/traffic-check.ts";
import { shownByRecorded } from "#core/contract/recorded.ts";
import { isList } from "#suites/petstore/pets.ts";
import { loadCatalogue } from "./catalogue.ts";
import { checkFiles } from "./index.ts";
import { concerned, notApplicable } from "./petstore/applicability.ts";
import { createsRefused } from "./petstore/create-animal/valid-bodies/checks.ts";
import { loadContract } from "./petstore/document.ts";
import { unseenFilter, unseenFilterOfOnePet } from "./petstore/list-animals/lists/checks.ts";
import { petExclusions, petReasons } from "./petstore/reasons.ts";
import { createBigCategory, getBesideBigId, getBigId } from "./petstore/resources/exact-integers/checks.ts";
import { petStoreNames } from "./petstore/roles.ts";
import { declaredIn } from "./petstore/settings.ts";
import { renewed } from "./petstore/shared/evidence/marks.ts";
import { generatedNames } from "./petstore/shared/generated/names.ts";
import type { GeneratedScenario } from "./petstore/shared/generated/values.ts";
import { notes } from "./petstore/shared/notes.ts";
import { positiveControls } from "./petstore/shared/positive-controls.ts";
import { fillSteps } from "./petstore/shared/steps/filling.ts";
import { fullList, secondList, storeSize, unsentList } from "./petstore/shared/steps/lists.ts";
import { firstCreate, firstList, listSteps, probe } from "./petstore/shared/steps/named-steps.ts";
import {
  getAfterFilterAgain,
  getCreated,
  getListed,
  getUnknown,
  laterReads,
  listAgain,
} from "./petstore/shared/steps/reads.ts";
import { orders } from "./petstore/shared/steps/store-orders.ts";
import { createSteps, fragileNames } from "./petstore/shared/steps/valid-bodies.ts";
import { walk } from "./petstore/shared/steps/walk.ts";
import { settings } from "./settings.ts";

// In the order of names that the specification gives a module's namespace; test runners use another.
const exportedChecks = checkFiles
  .flatMap(([group, exported]) => {
    const values = Object.keys(exported)
      .toSorted()
      .map((name) => exported[name]);
    return values.filter(isCheck).map((check) => ({ group, check }));
  })
  .toSorted((a, b) => Number("isGenerated" in a.check) - Number("isGenerated" in b.check));

/** Every check of runs, with the group whose folder it stands in. */
export const checksByGroup = exportedChecks.flatMap(({ group, check }) =>
  check.kind === "keyed" || check.kind === "lone" ? [] : [[group, check] as const],
);

/** Of runs, and of traffic that others sent. */
type AnyCheck = Check | GeneratedScenario | LoneCheck | KeyCheck;

export const suite: Suite = {
  load: ({ spec, beside, declared = {} }) =>
    loadContract({ spec, beside, removalDate: declaredIn({ declared }).removalDate }),
  settings,
  requirements: loadCatalogue,
  checks: checksByGroup.map(([, check]) => check),
  steps: (contract) => [
    firstList,
    unseenFilter,
    unseenFilterOfOnePet,
    ...createSteps(contract),
    createBigCategory,
    // Before those that fill the store, and so left out after them: they fill it, too.
    generatedNames,
    ...fillSteps(contract),
    ...fragileNames,
    getCreated,
    ...laterReads(contract),
    getListed,
    listAgain,
    getAfterFilterAgain,
    secondList,
    getUnknown,
    getBigId,
    getBesideBigId,
    ...walk(contract).map(([, step]) => step),
    fullList(contract),
    orders,
  ],
  positiveControls,
  words: { ...petStoreNames, reasons: rowsOf({ ...petReasons, ...petExclusions }) },
  preflight: {
    operation: "listPets",
    isService: (exchange) => isList(exchange),
    list: firstList,
    create: firstCreate,
    withoutKey: listSteps.withoutKey,
    size: storeSize,
    unsentList,
  },
  rootCause: createsRefused,
  causes: async (observations, verdicts, facts, tried) => {
    const { causesOf } = await import("./petstore/diagnosis/causes.ts");
    const failed = new Set(verdicts.flatMap(({ id, verdict }) => (verdict === "fail" ? [id] : [])));
    const alone = exportedChecks.flatMap(({ check }) =>
      check.kind === "lone" && failed.has(check.about) ? [check] : [],
    );
    // What the cases of a scenario leave out may show, too, which answers are wrong.
    const more = alone.flatMap((check) => shownByRecorded(() => check.judge(facts)) ?? []);
    return causesOf(observations, verdicts, facts, tried, more);
  },
  renewed,
  notes,
  notApplicable,
  concerned,
  probe,
  traffic: {
    lone: exportedChecks.flatMap(({ check }) => ("alone" in check ? [check] : [])),
    keyed: exportedChecks.flatMap(({ check }) => (check.kind === "keyed" ? [check] : [])),
  },
};

function isCheck(value: unknown): value is AnyCheck {
  return typeof value === "object" && value !== null && "about" in value && "kind" in value;
}
