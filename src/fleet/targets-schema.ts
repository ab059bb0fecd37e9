import { type Option, pattern, text } from "../core/options/option.ts";
import { baseUrlOption, configOptions, optionSchema } from "../core/options/yaml-options.ts";
import { formatNames } from "../report/formats/formats.ts";

export const nameOption = {
  name: "name",
  value: pattern(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    "up to 64 letters, digits, dots, dashes and underscores, which begin with a letter or a digit",
    "go-staging",
  ),
  help: "What reports and files call this target. Each name stands once.",
} as const satisfies Option;

export const apiKeyEnvOption = {
  name: "api-key-env",
  value: text("the name of an environment variable"),
  help: "The environment variable that holds the API key; PETSTORE_API_KEY where neither this nor api-key-file is given.",
} as const satisfies Option;

/** What concerns the one terminal and the one folder that all targets share. */
const ofTheFleet = new Set(["events", "quiet", "verbose", "color", "report"]);

const oneFormat = pattern(
  new RegExp(`^(?:${formatNames.join("|")})$`),
  `one of ${formatNames.join(", ")}, without a path: reports go to --out`,
  "html",
);

const reportHelp =
  "Also write a report of each of these formats, into the folder of --out; JSON is always written.";

/** What may stand in an entry of `targets.yaml`: the options of the configuration file, and two more. */
export function entryOptions(table: readonly Option[]): readonly Option[] {
  const options = configOptions(table);
  const formats = options.filter(({ name }) => name === "report");
  const reports = formats.map((option): Option => ({ ...option, value: oneFormat, help: reportHelp }));
  const own = options.filter(({ name }) => !ofTheFleet.has(name) && name !== baseUrlOption.name);
  return [nameOption, baseUrlOption, apiKeyEnvOption, ...own, ...reports];
}

/** What may stand in `defaults`. */
export function defaultOptions(table: readonly Option[]): readonly Option[] {
  return entryOptions(table).filter((option) => option !== nameOption && option !== baseUrlOption);
}

/** The JSON Schema (2020-12) of `targets.yaml`; `targets.schema.json` is this, printed. */
export function targetsSchema(table: readonly Option[]): object {
  const mapping = (options: readonly Option[], required: readonly string[]) => ({
    type: "object",
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(options.map((option) => [option.name, optionSchema(option)])),
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "targets.yaml",
    description: "The targets of `petstore-conformance fleet`, each with the options of its run.",
    type: "object",
    additionalProperties: false,
    required: ["targets"],
    properties: {
      defaults: {
        description: "Options of every target, unless the target has its own.",
        ...mapping(defaultOptions(table), []),
      },
      targets: {
        description: "Each target once.",
        type: "array",
        minItems: 1,
        items: mapping(entryOptions(table), [nameOption.name, baseUrlOption.name]),
      },
    },
  };
}
