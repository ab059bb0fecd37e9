import type { Prepared } from "#assembly/assemble.ts";
import { targetOptions } from "#assembly/options/library-options.ts";
import { selectorsOrWords } from "#assembly/options/selectors.ts";
import type { Io } from "#cli/io.ts";
import { type Arguments, refuseOperands, valuesGiven } from "#cli/options/args.ts";
import { printWarnings } from "#cli/published/for-people.ts";
import { distinctCases } from "#core/check/case.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { Profile } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { choice, optionTable } from "#core/options/option.ts";
import { runOptions } from "#core/run/options.ts";
import { wrap } from "#report/console/terminal.ts";
import { reasonInWords, whyInWords } from "#report/words/why-in-words.ts";

const options = optionTable({
  level: { value: choice("must", "should", "open"), help: "Only requirements of this level." },
  profile: { value: runOptions.profile.value, help: "Name the cases that this profile promises for each." },
  only: {
    ...runOptions.only,
    help: "Only these requirements, named or chosen by words that their sentences have ('rate limit').",
  },
  spec: targetOptions.spec,
});

const profiles: readonly Profile[] = runOptions.profile.value.of;

export const table = Object.values(options);

export const help = {
  usage: "list [options]",
  about:
    "Lists every requirement: id, slug, level, place in the interface, what it asks for, and how many cases each profile promises for it.",
  examples: ["petstore-conformance list --only RATE", "petstore-conformance list --profile quick"],
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  refuseOperands(positionals, "list", "Requirements are named with --only.");
  const { level, profile, only: named, spec } = valuesGiven(options, given);
  const { prepare } = await import("#assembly/assemble.ts");
  const { loadClientCatalogue } = await import("#suites/catalogue.ts");
  const { lacking } = await import("#suites/petstore/applicability.ts");
  const { covers } = await import("#core/run/plan/plan.ts");
  const prepared = await prepare({ spec, declared: {} });
  printWarnings(prepared.contract.warnings, io);
  const requirements = [...prepared.requirements, ...loadClientCatalogue(prepared.contract)];
  const { selectors: only } = selectorsOrWords(named, requirements);
  const cases = await listedCases(prepared);
  const ofDocument = new Set(prepared.part.requirements.map(({ id }) => id));
  const width = io.columns ?? 80;
  const shown = requirements
    .filter(({ id, area }) => only.length === 0 || only.includes(id) || only.includes(area))
    .filter((requirement) => level === undefined || requirement.level === level);
  const lines = shown.flatMap((requirement) => {
    const reason = ofDocument.has(requirement.id) ? undefined : lacking(requirement, prepared.contract);
    const why = reasonInWords({ reason }, prepared.suite.words);
    if (why !== undefined) return requirementLines(requirement, `not applicable: ${why}`, width);
    const own = cases.get(requirement.id) ?? [];
    const promised = (by: Profile) =>
      distinctCases(own.flatMap((one) => (covers(by, one.profile) ? [one.case] : [])));
    const counts = profiles.map((by) => promised(by).length).join("/");
    const { clause } = requirement;
    const asked = requirement.level === "open" || own.length === 0 ? clause : `${clause}; cases ${counts}`;
    return [
      ...requirementLines(requirement, asked, width),
      ...(profile === undefined ? [] : promised(profile)).flatMap((one) =>
        wrap(one.label, width, `${indent}- `, `${indent}  `),
      ),
    ];
  });
  const about = "Cases: in quick/standard/thorough. The CLIENT requirements are tested by `exam`.";
  // Every operation of the built-in document has requirements: nothing to list.
  const operations =
    prepared.part.operations.length === 0 || only.length > 0 ? [] : listedOperations(prepared);
  io.out(`${[...lines, "", about, ...operationLines(operations, width)].join("\n")}\n`);
  return 0;
}

const indent = " ".repeat(19);

function requirementLines({ id, slug, level, text }: Requirement, about: string, width: number): string[] {
  return wrap(`${slug}: ${text} (${about})`, width, `${id.padEnd(11)} ${level.padEnd(7)}`, indent);
}

export async function listedCases({ suite, contract, requirements }: Prepared) {
  const { casesOf } = await import("#core/run/plan/plan.ts");
  return Map.groupBy(casesOf(suite, contract, requirements, "thorough"), (one) => one.requirement);
}

/** Every operation of the document, those that the suite knows first: what is tested of it, and what is not. */
export function listedOperations({ contract, requirements, part, suite }: Prepared) {
  // Where the document has dropped what the pet store needs, the catalogue is about none of its operations.
  const judged = contract.dropped.length === 0 ? requirements : part.requirements;
  const about = Map.groupBy(
    judged.flatMap(({ operations }) => operations),
    (id) => id,
  );
  const made = new Map(part.operations.map((one) => [one.subject.operation.id, one]));
  return [...contract.operations.values(), ...contract.others.values()].map(({ id, name, method, path }) => {
    const one = made.get(id);
    const leftOut = one?.isAddition ? undefined : one?.subject.leftOut;
    const why = leftOut && { verdict: leftOut.kind, reason: leftOut.reason, remedy: leftOut.remedy };
    return {
      /** `listCategories`, or `GET:/categories` where the document gives no id. */
      name,
      request: `${method} ${path}`,
      requirements: about.get(id)?.length ?? 0,
      /** Why nothing is sent to it, with the option that includes it. */
      leftOut: why && whyInWords(why, suite.words),
      /** Parts of its description that nothing tests, and why: `auth: the document asks for no credential`. */
      untested: (one?.untestable ?? []).map(({ name: part, why }) => `${part}: ${why}`),
    };
  });
}

function operationLines(operations: ReturnType<typeof listedOperations>, width: number): string[] {
  if (operations.length === 0) return [];
  const tested = operations.filter(({ leftOut }) => leftOut === undefined);
  return [
    "",
    `Operations of the document: ${tested.length} of ${operations.length} are tested.`,
    ...operations.flatMap(({ name, request, requirements, leftOut, untested }) => {
      const rest = untested.length === 0 ? "" : `. Not tested of it: ${untested.join("; ")}`;
      const what =
        leftOut === undefined ? counted(requirements, "requirement") + rest : `untested: ${leftOut}`;
      return wrap(`${name} (${request}): ${what}`, width, "- ");
    }),
  ];
}
