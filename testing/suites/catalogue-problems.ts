import type { Check } from "#core/check/check.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { Contract } from "#core/contract/contract.ts";
import { type OutlinePlace, readOutline } from "#scripts/record/suite-index.ts";
import { loadCatalogue, loadClientCatalogue, loadRulings, type Ruling } from "#suites/catalogue.ts";
import { checksByGroup } from "#suites/registry.ts";
import { type ListedServer, loadServers } from "#suites/servers.ts";
import { textOf } from "../source-files.ts";

/** All that has to fit together. */
export interface Catalogue {
  readonly contract: Contract;
  /** Of services. */
  readonly requirements: readonly Requirement[];
  readonly clients: readonly Requirement[];
  readonly outline: readonly OutlinePlace[];
  readonly rulings: readonly Ruling[];
  /** With the group that each stands in. */
  readonly checks: readonly (readonly [group: string, check: Check])[];
  readonly servers: readonly ListedServer[];
}

const outlineFile = "suites/petstore/outline.yaml";

export function loadOutline(): readonly OutlinePlace[] {
  return readOutline(outlineFile, textOf(outlineFile)).places;
}

/** All that there is. */
export async function wholeCatalogue(contract: Contract): Promise<Catalogue> {
  return {
    contract,
    requirements: loadCatalogue(contract),
    clients: loadClientCatalogue(contract),
    outline: loadOutline(),
    rulings: loadRulings(),
    checks: checksByGroup,
    servers: await loadServers(),
  };
}

/** Where requirements, outline, checks and faults do not fit together: what is wrong, where, and what to do. */
export function catalogueProblems(catalogue: Catalogue): readonly string[] {
  return [
    ...nameProblems([...catalogue.requirements, ...catalogue.clients]),
    ...[...catalogue.requirements, ...catalogue.clients].flatMap((one) => referenceProblems(one, catalogue)),
    ...outlineProblems(catalogue),
    ...checkProblems(catalogue),
    ...faultProblems(catalogue),
  ];
}

/** Ids count up within their area, and no slug is used twice. */
function nameProblems(requirements: readonly Requirement[]): readonly string[] {
  const areas = [...Map.groupBy(requirements, ({ area }) => area)];
  const slugs = [...Map.groupBy(requirements, ({ slug }) => slug)];
  return [
    ...areas.flatMap(([area, own]) =>
      own.flatMap(({ id }, nth) =>
        id === `${area}-${nth + 1}` ? [] : [`${id} should be ${area}-${nth + 1}`],
      ),
    ),
    ...slugs.flatMap(([slug, own]) =>
      own.length === 1 ? [] : [`${own.map(({ id }) => id).join(" and ")} have the same slug ${slug}`],
    ),
  ];
}

function referenceProblems(
  requirement: Requirement,
  { contract, outline, rulings }: Catalogue,
): readonly string[] {
  const { id, places, operations, text, guidance } = requirement;
  const texts = [text, guidance?.likelyCause, guidance?.howToFix].join(" ");
  const known = new Set(outline.map(({ place }) => place));
  const numbers = rulings.map(({ number }) => number);
  return [
    ...places
      .filter((place) => !known.has(place))
      .map((place) => `${id} is about "${place}", which ${outlineFile} does not have`),
    ...operations
      .filter((operation) => !contract.operations.has(operation))
      .map((operation) => `${id} names the operation ${operation}, which the document does not have`),
    ...requirement.rulings
      .filter((number) => !numbers.includes(number))
      .map((number) => `${id} names ruling ${number}, which suites/petstore/rulings.yaml does not have`),
    ...(/[{}]|\(not given\)/.test(texts) ? [`${id} has a placeholder that the contract does not fill`] : []),
  ];
}

function outlineProblems({ requirements, outline }: Catalogue): readonly string[] {
  const carried = new Set(requirements.flatMap(({ places }) => places));
  return outline
    .filter(({ place, notJudged }) => carried.has(place) === (notJudged !== undefined))
    .map(({ place, notJudged }) =>
      notJudged === undefined
        ? `no requirement names the place "${place}": name it in one, or say in ${outlineFile} why it is not judged`
        : `${outlineFile} says why "${place}" is not judged, and a requirement names it`,
    );
}

function checkProblems({ requirements, checks, contract }: Catalogue): readonly string[] {
  const groups = new Map(
    requirements.flatMap(({ id, level, group }) => (level === "open" ? [] : [[id, group] as const])),
  );
  const about = Map.groupBy(checks, ([, check]) => check.about);
  const promises = ([, check]: Catalogue["checks"][number]) =>
    (check.kind === "scenario" ? check.cases(contract) : check.promises(contract)).length > 0;
  return [
    ...[...groups].flatMap(([id, group]) => {
      const own = about.get(id);
      if (own === undefined)
        return [`${id} has no check: export one from checks.ts in suites/petstore/${group}/`];
      return own.some(promises) ? [] : [`the check of ${id} promises no case in any profile`];
    }),
    ...checks.flatMap(([group, check]) => {
      const wanted = groups.get(check.about);
      if (wanted === undefined)
        return [`a check in suites/petstore/${group}/ is about ${check.about}, which is no must or should`];
      return wanted === group
        ? []
        : [`a check of ${check.about} is in suites/petstore/${group}/, not in ${wanted}/`];
    }),
  ];
}

function faultProblems({ requirements, servers }: Catalogue): readonly string[] {
  const groups = new Map(requirements.map(({ id, group }) => [id, group]));
  return servers
    .filter(({ kind, area, breaks }) => kind === "fault" && !breaks.some((id) => groups.get(id) === area))
    .map(
      ({ id, area }) =>
        `the fault ${id} is in suites/petstore/${area}/, and breaks no requirement of that group`,
    );
}
