import { loadClientCatalogue } from "../../../suites/catalogue.ts";
import type { ServerKind } from "../../../suites/servers.ts";
import { prepare } from "../../assembly/assemble.ts";
import type { Completes, Kind, Option } from "../../core/options/option.ts";
import { loadBedServers } from "../../proof/bed-servers.ts";
import type { Commands } from "../command.ts";

/** What the value of an option, or an operand, is completed from. */
export type Values =
  | { readonly kind: "none" }
  | { readonly kind: "files" }
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** One of the long lists, by its name in `Completion.ids`. */
  | { readonly kind: "ids"; readonly of: IdKind };

type IdKind = Exclude<Completes, "files" | readonly string[]>;

export interface CompletedOption {
  /** With its dashes, as the help shows it. */
  readonly name: string;
  /** The first sentence of its help. */
  readonly about: string;
  /** Undefined: it takes no value. */
  readonly values: Values | undefined;
  readonly repeatable: boolean;
}

export interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly options: readonly CompletedOption[];
  readonly operands: Values;
}

/** What a completion script contains, for every shell. */
export interface Completion {
  readonly version: string;
  readonly commands: readonly CompletedCommand[];
  readonly ids: Readonly<Record<IdKind, readonly string[]>>;
}

const help: CompletedOption = {
  name: "--help",
  about: "Show the help.",
  values: undefined,
  repeatable: false,
};

/** Made from the tables that parsing and help use, so that a script cannot differ from them. */
export async function completionModel(version: string, commands: Commands): Promise<Completion> {
  const [{ contract, requirements }, servers, modules] = await Promise.all([
    prepare(),
    loadBedServers(),
    Promise.all(
      Object.entries(commands).map(async ([name, { about, load }]) => ({ name, about, ...(await load()) })),
    ),
  ]);
  // Open requirements can be explained, but not selected.
  const judged = requirements.filter(({ level }) => level !== "open");
  const idsOf = (kind: ServerKind) => servers.filter((one) => one.kind === kind).map(({ id }) => id);
  return {
    version,
    commands: modules.map(({ name, about, table, operands }) => ({
      name,
      about,
      options: [...table.map(completedOption), help],
      operands: valuesOf(operands),
    })),
    ids: {
      requirements: [...requirements, ...loadClientCatalogue(contract)].flatMap(({ id, slug }) => [id, slug]),
      selectors: [
        ...new Set(judged.map(({ area }) => area)),
        ...judged.flatMap(({ id, slug }) => [id, slug]),
      ],
      faults: idsOf("fault"),
      variants: idsOf("variant"),
    },
  };
}

export function completedOption(option: Option): CompletedOption {
  const { name, value, completes, help: text } = option;
  return {
    name: option.onByDefault === true ? `--no-${name}` : `--${name}`,
    about: /^.*?[.;](?=\s|$)/.exec(text)?.[0].replace(";", ".") ?? text,
    values: value.kind === "flag" ? undefined : valuesOf(completes ?? wordsOf(value)),
    repeatable: option.repeatable === true,
  };
}

function wordsOf(value: Kind): Completes | undefined {
  if (value.kind === "choice") return value.of;
  return value.kind === "path" ? "files" : undefined;
}

function valuesOf(completes: Completes | undefined): Values {
  if (completes === "files") return { kind: "files" };
  if (typeof completes === "string") return { kind: "ids", of: completes };
  return completes === undefined || completes.length === 0
    ? { kind: "none" }
    : { kind: "words", words: completes };
}
