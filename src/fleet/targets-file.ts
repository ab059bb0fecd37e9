import { resolve } from "node:path";
import { isPlainArray, isPlainObject, type PlainObject, type PlainValue } from "#core/json/plain.ts";
import { type Given, type Option, pattern, text, without } from "#core/options/option.ts";
import { bothGiven, didYouMean, reading, UsageError } from "#core/options/usage-error.ts";
import { baseUrlOption, configOptions, parseYaml, readOptions } from "#core/options/yaml-file.ts";
import { mostBytes, readBounded } from "#files/read-bounded.ts";
import { formatNames } from "#report/formats/formats.ts";

export const nameOption = {
  name: "name",
  value: pattern(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    "up to 64 letters, digits, dots, dashes and underscores, which begin with a letter or a digit",
    "go-staging",
  ),
  help: "What reports and files call this target. Each name stands once.",
} as const satisfies Option;

const apiKeyEnvOption = {
  name: "api-key-env",
  value: text("the name of an environment variable"),
  help: "The environment variable that holds the API key; PETSTORE_API_KEY where neither this nor api-key-file is given.",
} as const satisfies Option;

/** What concerns the one terminal and the one folder that all targets share. */
const ofTheFleet = new Set(["events", "quiet", "verbose", "report"]);

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

export function defaultOptions(table: readonly Option[]): readonly Option[] {
  return entryOptions(table).filter((option) => option !== nameOption && option !== baseUrlOption);
}

export interface FleetEntry {
  readonly name: string;
  /** File and line, for messages. */
  readonly where: string;
  readonly baseUrl: string;
  /** The environment variable that holds its key, where the file names one. */
  readonly keyVariable: string | undefined;
  /** The options of its run: its own, then the defaults of the file. */
  readonly given: Given;
}

const whatItIs = "the list of targets";
const keyNames: readonly string[] = [apiKeyEnvOption.name, "api-key-file", "api-key-command"];

/** @throws UsageError, with the line, for whatever is not as the schema says */
export async function readTargets(file: string, folder: string, table: readonly Option[]) {
  const remedy = "Give the path of a readable YAML file.";
  const bytes = await reading({ what: whatItIs, where: file, remedy }, () =>
    readBounded(resolve(folder, file), mostBytes.written),
  );
  return parseTargets(bytes.toString("utf8"), file, table);
}

export async function parseTargets(text: string, file: string, table: readonly Option[]) {
  const { value: whole, where } = await parseYaml(text, file, whatItIs);
  const { defaults, targets } = parts(whole ?? {}, file, where);
  const mapping = (value: PlainValue, known: readonly Option[], ...names: readonly (string | number)[]) =>
    readMapping(value, (...inside) => where(...names, ...inside), { known, table });
  const byDefault = defaults === undefined ? new Map() : mapping(defaults, defaultOptions(table), "defaults");
  if (!isPlainArray(targets) || targets.length === 0)
    throw wrong(
      `${whatItIs} names no target`,
      targets === undefined ? file : where("targets"),
      "Begin each with `- name: …` under `targets:`.",
    );
  const known = entryOptions(table);
  const entries = targets.map((item, nth) =>
    entryOf(mapping(item, known, "targets", nth), byDefault, where("targets", nth)),
  );
  checkNames(entries);
  return entries;
}

function parts(whole: PlainValue, file: string, whereIs: (name: string) => string): PlainObject {
  if (!isPlainObject(whole))
    throw wrong(`${whatItIs} is not a mapping`, file, "Write `targets:`, and below it `- name: …` for each.");
  const known = ["defaults", "targets"];
  for (const name of Object.keys(whole)) {
    if (known.includes(name)) continue;
    const otherwise = "The file has `defaults` and `targets`; an option stands in one of them.";
    throw wrong(`unknown key ${JSON.stringify(name)}`, whereIs(name), didYouMean(name, known, otherwise));
  }
  return whole;
}

function readMapping(
  value: PlainValue,
  whereIs: (...names: readonly string[]) => string,
  { known, table }: { readonly known: readonly Option[]; readonly table: readonly Option[] },
): Given {
  const where = whereIs();
  if (!isPlainObject(value))
    throw wrong("these are not `name: value` lines", where, "Write, for example, `profile: quick`.");
  const given = readOptions(value, whereIs, known, table, whatItIs);
  if (given.get("api-key-file")?.[0] === "-")
    throw wrong(
      "a key of many cannot come from standard input",
      where,
      "Name a file, or a variable with api-key-env.",
    );
  const [first, second] = keyNames.filter((name) => given.has(name));
  if (first !== undefined && second !== undefined) throw bothGiven(first, second, where);
  return given;
}

function entryOf(own: Given, byDefault: Given, where: string): FleetEntry {
  const text = (name: string): string | undefined => own.get(name)?.[0]?.toString();
  const [name, baseUrl] = [text(nameOption.name), text(baseUrlOption.name)];
  if (name === undefined)
    throw wrong("a target has no name", where, "Add `name: …`, which its reports are called by.");
  if (baseUrl === undefined)
    throw wrong(`${name} has no base-url`, where, "Add its base address, which ends in /v1.");
  // Where a target says where its key is, the default does not.
  const inherited = keyNames.some((key) => own.has(key)) ? without(byDefault, keyNames) : byDefault;
  const given: Given = new Map([...inherited, ...own]);
  const keyVariable = given.get(apiKeyEnvOption.name)?.[0]?.toString();
  return { name, where, baseUrl, keyVariable, given };
}

/** Names are names of files, too: some file systems do not distinguish their letter case. */
function checkNames(entries: readonly FleetEntry[]): void {
  const first = new Map<string, FleetEntry>();
  for (const entry of entries) {
    const key = entry.name.toLowerCase();
    const before = first.get(key);
    if (before !== undefined)
      throw wrong(
        `two targets are called ${entry.name}`,
        `${before.where} and ${entry.where}`,
        "Give each its own name.",
      );
    first.set(key, entry);
  }
}

function wrong(what: string, where: string, remedy: string): UsageError {
  return new UsageError({ what, where, remedy });
}
