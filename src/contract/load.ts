import { compileContract } from "./compile.ts";
import type { Contract } from "./contract.ts";
import { type CalendarDay, parseCalendarDay } from "./days.ts";
import { embeddedText } from "./embedded-text.ts";
import { looserThan } from "./looser.ts";
import { Spec } from "./spec.ts";
import { SpecError } from "./spec-error.ts";
import { parseSpecFile, type SpecFile } from "./spec-file.ts";
import { type FetchText, readSpecText, specName, specUrl } from "./spec-source.ts";

export interface LoadOptions {
  /** Path or URL of an OpenAPI 3.1 document, YAML or JSON. Default: the embedded one. */
  readonly spec?: string | undefined;
  /** YYYY-MM-DD: the day on which getPet is removed, in place of the document's `x-sunset`. */
  readonly removalDate?: string | undefined;
  /** In place of the network. Default: fetch without credentials or redirects, at most 10 s and 2 MB. */
  readonly fetchText?: FetchText | undefined;
}

/** An address of its own: nothing is read there. */
const embeddedUrl = new URL("file:///embedded/openapi.yaml");

/**
 * Reads, checks and compiles the OpenAPI document to check servers against.
 * @throws SpecError naming the place in the document and what to do.
 */
export async function loadContract(options: LoadOptions = {}): Promise<Contract> {
  const removalDay = removalDayOf(options.removalDate);
  const embeddedSpec = await readEmbedded();
  const base = compileContract(embeddedSpec, {
    embedded: true,
    removalDay: undefined,
    looserThanEmbedded: () => [],
  });
  if (options.spec === undefined && removalDay === undefined) return base;
  const spec = options.spec === undefined ? embeddedSpec : await loadSpec(options.spec, options.fetchText);
  return compileContract(spec, {
    embedded: options.spec === undefined,
    removalDay,
    looserThanEmbedded: (contract) => looserThan(base, contract),
  });
}

/**
 * Reads a document with all that it refers to, and checks it.
 * @throws SpecError, as `loadContract` does.
 */
export async function loadSpec(named: string, fetchText?: FetchText): Promise<Spec> {
  const root = specUrl(named);
  const read = async (url: URL): Promise<SpecFile> =>
    parseSpecFile(await readSpecText(url, root, fetchText), specName(url), url);
  const spec = await Spec.load(await read(root), read);
  // Imported here: swagger-parser costs more than all the rest, and the embedded document needs no check.
  const [{ checkOpenApi }, { checkOperations }, { checkSchemas }] = await Promise.all([
    import("./check-openapi.ts"),
    import("./check-operations.ts"),
    import("./check-schemas.ts"),
  ]);
  // From the outside in: the first that is wrong is reported.
  await checkOpenApi(spec);
  checkOperations(spec);
  checkSchemas(spec);
  return spec;
}

/** The embedded document is not checked at each start: a test holds that it would pass. */
async function readEmbedded(): Promise<Spec> {
  const file = parseSpecFile(embeddedText("src/contract/openapi.yaml"), "embedded", embeddedUrl);
  return Spec.load(file, () => Promise.reject(new Error("the embedded document refers to no other file")));
}

function removalDayOf(text: string | undefined): CalendarDay | undefined {
  if (text === undefined) return undefined;
  const day = parseCalendarDay(text);
  if (day !== undefined) return day;
  throw new SpecError(
    `the removal date is no day: ${JSON.stringify(text)}`,
    { file: "--removal-date" },
    "Write it as YYYY-MM-DD.",
  );
}
