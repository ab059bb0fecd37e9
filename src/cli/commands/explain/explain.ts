import { targetOptions } from "#assembly/options/library-options.ts";
import type { Io } from "#cli/io.ts";
import { type Arguments, lacksOperands, valuesGiven } from "#cli/options/args.ts";
import { lineWidth, printWarnings } from "#cli/published/for-people.ts";
import { noneOfThatName } from "#core/options/usage-error.ts";

const options = { spec: targetOptions.spec } as const;

export const table = Object.values(options);

export const help = {
  usage: "explain ID|SLUG [options]",
  about: "Explains what one requirement asks for, where the interface says so, and what a failure means.",
  examples: ["petstore-conformance explain LIST-4", "petstore-conformance explain respect-limit"],
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const [id, ...rest] = positionals;
  if (id === undefined || rest.length > 0) {
    throw lacksOperands("explain takes one requirement's id or slug", "explain LIST-4");
  }
  const { spec } = valuesGiven(options, given);
  const { prepare } = await import("#assembly/assemble.ts");
  const { loadClientCatalogue } = await import("#suites/catalogue.ts");
  const prepared = await prepare({ spec, declared: {} });
  const requirements = [...prepared.requirements, ...loadClientCatalogue(prepared.contract)];
  const requirement = requirements.find((one) => [one.id.toLowerCase(), one.slug].includes(id.toLowerCase()));
  if (requirement === undefined) {
    const names = requirements.flatMap((one) => [one.id, one.slug]);
    const listed =
      "`petstore-conformance list` prints the ids and slugs; both find those of another document with --spec.";
    throw noneOfThatName("requirement", id, "command line", names, listed);
  }
  printWarnings(prepared.contract.warnings, io);
  const width = lineWidth(io);
  const { exampleLines, explanationLines } = await import("./explanation.ts");
  io.out(`${(await explanationLines(requirement, prepared, width)).join("\n")}\n`);
  const example = await exampleLines(requirement.id, prepared, width);
  if (example.length > 0) io.out(`${example.join("\n")}\n`);
  return 0;
}
