import type { Requirement } from "#core/check/requirement.ts";
import type { PreparedSuite } from "#core/check/suite.ts";
import type { Declared } from "#core/options/option.ts";
import { didYouMean, UsageError } from "#core/options/usage-error.ts";
import type { RunOptions } from "#core/run/options.ts";
import { isReported } from "#core/run/plan/selection.ts";
import type { DocumentPart } from "#suites/document/document-suite.ts";
import { declaredInputs, declaredOperations } from "#suites/document/settings.ts";

/** Selectors in the catalogue's own writing. Throws UsageError for one that names nothing, and when nothing is left to judge. */
export function withCheckedSelectors(options: RunOptions, requirements: readonly Requirement[]): RunOptions {
  // Words are for choosing what to look at: what is left out, or must be tested, is named.
  const checked = (selector: "skip" | "require") =>
    checkedSelectors(selector, options[selector], requirements);
  const { selectors: only, byWords } = selectorsOrWords(options.only, requirements);
  const named = new Set(options.only.flatMap((name) => selectorNamed(name, requirements) ?? []));
  const found = byWords.flatMap(({ chosen }) => chosen.map(({ id }) => id));
  const selected: RunOptions = {
    ...options,
    ...{ only, skip: checked("skip"), require: checked("require") },
    chosenByWords: found.filter((id) => !named.has(id)),
  };
  if (!requirements.some((one) => one.level !== "open" && isReported(one, selected)))
    throwUsage(
      "only and skip leave nothing that could be judged",
      "Name a requirement that is a must or a should; `petstore-conformance list` has them.",
    );
  return selected;
}

/** @throws UsageError where `operations` or `input` names nothing in the document: what it was given for would stay untested */
export function checkNamesInDocument(declared: Declared, { operations: made }: DocumentPart): void {
  const all = made.map(({ subject }) => subject.operation);
  const operations = all.map(({ name }) => name);
  const values = all.flatMap(({ name, parameters }) =>
    [...parameters.map((one) => one.name), "body"].flatMap((one) => [one, `${name}/${one}`]),
  );
  const expect = (option: string, given: readonly string[], known: readonly string[]) => {
    for (const name of given)
      if (!known.includes(name))
        throwUsage(
          `${option} ${JSON.stringify(name)} names nothing that the document has beyond the suite's own`,
          didYouMean(
            name,
            known,
            "Give the document with --spec; `petstore-conformance list --spec` has its operations.",
          ),
        );
  };
  expect("operations", declaredOperations(declared), operations);
  expect("input", Object.keys(declaredInputs(declared)), values);
}

/** The ids and areas that an option names, by id, slug or area. Throws UsageError for one that names nothing. */
export function checkedSelectors(
  option: string,
  named: readonly string[],
  requirements: readonly Requirement[],
): readonly string[] {
  return named.map((name) => {
    const found = selectorNamed(name, requirements);
    if (found !== undefined) return found;
    const names = new Set(requirements.flatMap(({ id, slug, area }) => [id, slug, area]));
    return throwUsage(
      `${option} ${JSON.stringify(name)} matches no requirement and no area`,
      didYouMean(name, names, whatThereIs(requirements)),
    );
  });
}

/**
 * As `checkedSelectors`; what is no name is read as words, and chooses every requirement that has them all: `byWords` says
 * which words chose what.
 */
export function selectorsOrWords(given: readonly string[], requirements: readonly Requirement[]) {
  const byWords: { readonly words: string; readonly chosen: readonly Requirement[] }[] = [];
  const selectors = given.flatMap((text) => {
    const chosen =
      selectorNamed(text, requirements) === undefined ? requirementsWith(text, requirements) : [];
    if (chosen.length === 0) return checkedSelectors("only", [text], requirements);
    byWords.push({ words: text, chosen });
    return chosen.map(({ id }) => id);
  });
  return { selectors: [...new Set(selectors)], byWords };
}

function selectorNamed(name: string, requirements: readonly Requirement[]): string | undefined {
  const is = (known: string): boolean => known.toLowerCase() === name.toLowerCase();
  const named = requirements.find(({ id, slug }) => is(id) || is(slug));
  return named?.id ?? requirements.find(({ area }) => is(area))?.area;
}

function whatThereIs(requirements: readonly Requirement[]): string {
  const areas = [...new Set(requirements.map(({ area }) => area))].join(", ");
  return `The areas are ${areas}; \`petstore-conformance list\` has ids, slugs and sentences.`;
}

/**
 * Options that send one generated input again, named as in a report (`generated limits #3:0`): its requirements, in the
 * profile that generates inputs. Throws UsageError for an unknown name, and without a seed.
 */
export async function withReplay(
  options: RunOptions,
  input: string,
  { suite, contract, requirements }: PreparedSuite,
  seedGiven: boolean,
): Promise<RunOptions> {
  const { casesOf, stepTable } = await import("#core/run/plan/plan.ts");
  const [, id = input, path] = /^(.*) #([0-9]+(?::[0-9]+)*)$/.exec(input) ?? [];
  const steps = [...stepTable(suite, contract).values()].filter(({ atMost }) => atMost !== undefined);
  const named = steps.find((one) => one.id === id);
  if (path === undefined || named === undefined)
    return throwUsage(
      `--replay names no generated input: "${input}"`,
      `Take it from a report, such as "${steps[0]?.id ?? "generated limits"} #3:0".`,
    );
  if (!seedGiven)
    throwUsage("--replay is given without --seed", "Give the seed of the run whose report names the input.");
  const about = casesOf(suite, contract, requirements, "thorough")
    .filter((c) => c.from.includes(named.id))
    .map((c) => c.requirement);
  const only = options.only.length > 0 ? options.only : [...new Set(about)];
  return {
    ...options,
    profile: "thorough",
    only,
    rounds: 1,
    forMs: undefined,
    replay: { step: named.id, input: path.split(":").map(Number) },
  };
}

function throwUsage(what: string, remedy: string): never {
  throw new UsageError({ what, where: "options", remedy });
}

/**
 * The musts and shoulds that have all words of a phrase in id, slug or sentence, where a word may be the beginning of
 * one; a number is itself. None for a phrase without words.
 */
function requirementsWith(phrase: string, requirements: readonly Requirement[]): readonly Requirement[] {
  const wanted = wordsOf(phrase);
  if (wanted.length === 0) return [];
  return requirements.filter(({ id, slug, text, level }) => {
    const words = wordsOf(`${id} ${slug} ${text}`);
    const isThere = (word: string) =>
      /^\d+$/.test(word) ? words.includes(word) : words.some((known) => known.startsWith(word));
    return level !== "open" && wanted.every(isThere);
  });
}

/** `categoryId` is found by `categoryId`, `category` and `id`. */
function wordsOf(text: string): readonly string[] {
  const apart = text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");
  return (`${text} ${apart}`.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase());
}
