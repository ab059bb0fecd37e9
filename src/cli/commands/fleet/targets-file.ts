import { UsageError } from "../../../assembly/usage-error.ts";
import { mostBytes } from "../../../core/files/read-bounded.ts";
import type { Option } from "../../../core/options/option.ts";
import { didYouMean } from "../../../core/options/suggest.ts";
import { readNamedFile } from "../../inputs/evidence-file.ts";
import { type Given, without } from "../../options/args.ts";
import { baseUrlOption } from "../../options/config-schema.ts";
import { bothGiven } from "../../options/misused.ts";
import {
  bannedName,
  parseYaml,
  readOptions,
  unknownName,
  type YamlMember,
  type YamlValue,
} from "../../options/yaml-options.ts";
import { apiKeyEnvOption, defaultOptions, entryOptions, nameOption } from "./targets-schema.ts";

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

/** Reads `targets.yaml`. Throws UsageError, with the line, for whatever is not as its schema says. */
export async function readTargets(
  file: string,
  folder: string,
  table: readonly Option[],
): Promise<readonly FleetEntry[]> {
  const remedy = "Give the path of a readable YAML file.";
  const bytes = await readNamedFile(file, { folder }, { most: mostBytes.written, what: whatItIs, remedy });
  return parseTargets(bytes.toString("utf8"), file, table);
}

/** As `readTargets`, from a text. */
export async function parseTargets(
  text: string,
  file: string,
  table: readonly Option[],
): Promise<readonly FleetEntry[]> {
  const whole = await parseYaml(text, file, whatItIs);
  const { defaults, targets } = parts(whole, file);
  const byDefault =
    defaults === undefined
      ? new Map()
      : readMapping(defaults.value, defaults.where, { known: defaultOptions(table), table });
  if (targets?.value.kind !== "list" || targets.value.items.length === 0)
    throw wrong(
      `${whatItIs} names no target`,
      targets?.where ?? file,
      "Begin each with `- name: …` under `targets:`.",
    );
  const entries = targets.value.items.map((item) => {
    const where = item.kind === "mapping" ? item.where : targets.where;
    return entryOf(readMapping(item, where, { known: entryOptions(table), table }), byDefault, where);
  });
  checkNames(entries);
  return entries;
}

function parts(whole: YamlValue | undefined, file: string): Readonly<Record<string, YamlMember | undefined>> {
  const members = whole?.kind === "mapping" ? whole.members : [];
  const known = ["defaults", "targets"];
  for (const { name, where } of members) {
    if (known.includes(name)) continue;
    const otherwise = "The file has `defaults` and `targets`; an option stands in one of them.";
    throw wrong(`unknown key ${JSON.stringify(name)}`, where, didYouMean(name, known, otherwise));
  }
  if (whole !== undefined && whole.kind !== "mapping")
    throw wrong(`${whatItIs} is no mapping`, file, "Write `targets:`, and below it `- name: …` for each.");
  return Object.fromEntries(members.map((member) => [member.name, member]));
}

function readMapping(
  value: YamlValue,
  where: string,
  { known, table }: { readonly known: readonly Option[]; readonly table: readonly Option[] },
): Given {
  if (value.kind !== "mapping")
    throw wrong("these are no `name: value` lines", where, "Write, for example, `profile: quick`.");
  const unknown = ({ name, where: line }: YamlMember): UsageError =>
    bannedName(name, line, table, whatItIs) ?? unknownName(name, line, known);
  const given = readOptions(value.members, known, unknown);
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
