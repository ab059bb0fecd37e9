import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { parse } from "yaml";
import type { RequirementEntry, RulingEntry } from "#suites/catalogue.ts";
import { root, textOf } from "#testing/source-files.ts";

export interface OutlinePlace {
  readonly place: string;
  readonly kind: "heading" | "paragraph" | "bullet" | "statement" | "row";
  /** Why no requirement carries it. */
  readonly notJudged?: string;
}

const schemas: Readonly<Record<"requirements" | "outline" | "rulings", object>> = parse(
  textOf("scripts/record/catalogue-schemas.yaml"),
);

/** A file of the catalogue that is not what it has to be: says where, and what has to stand there. */
export class CatalogueError extends Error {}

/** What is in a `requirements.yaml`. @throws CatalogueError naming the file, the requirement and the field. */
export const readRequirements = reader<readonly RequirementEntry[]>("requirements");

/** What is in the outline: what ids begin with, in the order of reports, and the interface, place by place. @throws CatalogueError */
export const readOutline = reader<{
  readonly areas: readonly string[];
  readonly places: readonly OutlinePlace[];
}>("outline");

/** What is in `rulings.yaml`, by heading. @throws CatalogueError likewise. */
export const readRulings = reader<Readonly<Record<string, readonly RulingEntry[]>>>("rulings");

function reader<Content>(name: keyof typeof schemas): (file: string, text: string) => Content {
  let isOfForm: ValidateFunction<Content> | undefined;
  return (file, text) => {
    const content: unknown = parsed(file, text);
    isOfForm ??= new Ajv2020({ strictRequired: false }).compile<Content>(schemas[name]);
    if (isOfForm(content)) return content;
    const [first] = isOfForm.errors ?? [];
    throw new CatalogueError(
      `${file}: ${first === undefined ? "is not of its form" : inWords(first, content)}`,
    );
  };
}

function parsed(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new CatalogueError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function inWords({ instancePath, keyword, message = "", params }: ErrorObject, content: unknown): string {
  const path = instancePath.split("/").slice(1);
  const entry: unknown = Array.isArray(content) ? content[Number(path[0])] : undefined;
  const isNamed = typeof entry === "object" && entry !== null && "id" in entry;
  const place = isNamed ? [String(entry.id), ...path.slice(1)].join(" / ") : path.join(" / ");
  const { additionalProperty, allowedValues = [] } = params as {
    readonly additionalProperty?: string;
    readonly allowedValues?: readonly string[];
  };
  const what =
    additionalProperty !== undefined
      ? `there is no field "${additionalProperty}"`
      : keyword === "false schema"
        ? "an open requirement has none"
        : [message, ...(allowedValues.length === 0 ? [] : [allowedValues.join(", ")])].join(": ");
  return place === "" ? what : `${place}: ${what}`;
}

/** What all else imports: the indexes of the suites and their catalogue, by path, not laid out yet. @throws CatalogueError */
export function suiteFiles(): ReadonlyMap<string, string> {
  return new Map([
    ["suites/index.ts", suiteIndex()],
    ["suites/clients/index.ts", clientIndex()],
    ["suites/catalogue.json", suiteCatalogue()],
  ]);
}

const generated =
  "// Written by `npm run record` from the folders that hold a requirements.yaml; nobody edits it.\n";

/** The folder of each requirement group of a suite, in the order of reports: by its first requirement. */
function groupFolders(suite: string): readonly string[] {
  const outline = "suites/petstore/outline.yaml";
  const { areas } = readOutline(outline, textOf(outline));
  const place = (id: string): number => {
    const [, area = "", number = ""] = /^(.+)-(\d+)$/.exec(id) ?? [];
    return (areas.includes(area) ? areas.indexOf(area) : areas.length) * 1000 + Number(number);
  };
  const first = (file: string): number =>
    Math.min(...readRequirements(file, textOf(file)).map(({ id }) => place(id)));
  return globSync(`${suite}/**/requirements.yaml`, { cwd: root })
    .toSorted()
    .map((file) => ({ folder: dirname(file), first: first(file) }))
    .toSorted((a, b) => a.first - b.first)
    .map(({ folder }) => folder);
}

/** What is in the YAML files of the suites, read and checked, so that a run need not. */
function suiteCatalogue(): string {
  const files = ["suites/petstore", "suites/clients"]
    .flatMap(groupFolders)
    .map((folder) => `${folder}/requirements.yaml`);
  const requirements = Object.fromEntries(files.map((file) => [file, readRequirements(file, textOf(file))]));
  const rulings = "suites/petstore/rulings.yaml";
  return JSON.stringify({ requirements, rulings: readRulings(rulings, textOf(rulings)) });
}

function suiteIndex(): string {
  const folders = groupFolders("suites/petstore");
  const checks = inTurn(folders.flatMap((folder) => filesOf(folder, "checks")));
  const imports = checks.toSorted().map((file) => `import * as ${nameOf(file)} from ${specifierOf(file)};`);
  const faults = folders.flatMap((folder) => filesOf(folder, "faults"));
  const variants = globSync("reference-server/variants/*.ts", { cwd: root }).toSorted();
  return `${generated}
import type { BedFile } from "#reference-server/bed-server.ts";
${imports.join("\n")}

/** What the files of checks export, by group. */
export const checkFiles: readonly (readonly [group: string, exported: Readonly<Record<string, unknown>>])[] = [${checks.map((file) => `["${groupOf(file)}", ${nameOf(file)}]`).join(", ")}];

/** By group. */
export const faultFiles: readonly BedFile[] = [${faults.map((file) => bedFile(groupOf(file), file)).join(", ")}];

/** By file. */
export const variantFiles: readonly BedFile[] = [${variants.map((file) => bedFile(basename(file, ".ts"), file)).join(", ")}];
`;
}

function clientIndex(): string {
  const folders = groupFolders("suites/clients");
  const files = (kind: "checks" | "faults") => folders.flatMap((folder) => filesOf(folder, kind));
  const from = (file: string) => specifierOf(file, "suites/clients/");
  const checks = files("checks");
  const imports = [
    ...checks.map((file) => [`{ checks as ${nameOf(file)} }`, from(file)] as const),
    ["type { ClientEntries }", '"./reference-client/client.ts"'] as const,
  ].toSorted(([, one], [, other]) => (one < other ? -1 : 1));
  return `${generated}
import type { ClientCheck } from "#core/check/clients/client-suite.ts";
${imports.map(([what, file]) => `import ${what} from ${file};`).join("\n")}

/** Every check of clients. */
export const clientChecks: readonly ClientCheck[] = [${checks.map((file) => `...${nameOf(file)}`).join(", ")}];

/** Clients with one fault each. */
export const faultFiles: readonly (() => Promise<{ readonly faults: ClientEntries }>)[] = [${files("faults")
    .map((file) => `() => import(${from(file)})`)
    .join(", ")}];
`;
}

/** Requests go out in this order: heading by heading the `checks.ts` of each group, then their further topics. */
function inTurn(checks: readonly string[]): readonly string[] {
  const isTopic = (file: string): boolean => basename(file) !== "checks.ts";
  const headings = Map.groupBy(checks, (file) => groupOf(file).split("/")[0]);
  return [...headings.values()].flatMap((own) =>
    own.toSorted((a, b) => Number(isTopic(a)) - Number(isTopic(b))),
  );
}

/** `checks.ts` first, then `<topic>.checks.ts` by their names. */
function filesOf(folder: string, kind: string): readonly string[] {
  const topics = globSync(`${folder}/*.${kind}.ts`, { cwd: root }).toSorted();
  return [...globSync(`${folder}/${kind}.ts`, { cwd: root }), ...topics];
}

function bedFile(area: string, file: string): string {
  return `["${area}", () => import(${specifierOf(file)})]`;
}

/** `suites/petstore/list-animals/limit/faults.ts`: `list-animals/limit`. */
function groupOf(file: string): string {
  return dirname(file).split("/").slice(2).join("/");
}

/** `suites/petstore/list-animals/limit/page-sizes.checks.ts`: `listAnimalsLimitPageSizes`. */
function nameOf(file: string): string {
  const topic = basename(file, ".ts").replace(/\.?(?:checks|faults)$/, "");
  const words = `${groupOf(file)}/${topic}`.split(/[^a-z0-9]+/).filter((word) => word !== "");
  return words.map((word, nth) => (nth === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
}

function specifierOf(file: string, from = "suites/"): string {
  return JSON.stringify(file.startsWith(from) ? file.replace(from, "./") : `#${file}`);
}

/** A text as Biome lays out what has such a path. */
export function laidOut(path: string, text: string): string {
  const args = ["format", `--stdin-file-path=${path}`];
  const { stdout, stderr, status } = spawnSync(join(root, "node_modules/.bin/biome"), args, {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`biome cannot lay out ${path}: ${stderr}`);
  return stdout;
}
