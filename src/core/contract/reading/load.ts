import { setFlagsFromString } from "node:v8";
import { memberAt, mostInDocument, mostInTwoDocuments, own } from "#core/json/plain.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import { classify } from "../classification/classify.ts";
import { matcherOf } from "../classification/match-operation.ts";
import { compileOperations, type Sunsets } from "../compile-operations.ts";
import type { BuiltDocument, Contract, KnownDocument, SchemaCompiler } from "../contract.ts";
import { embeddedText } from "../embedded-text.ts";
import { Spec } from "../spec.ts";
import { inOneForm, isOpenApi30 } from "./openapi-3-0.ts";
import { parseSpecFile, type SpecFile } from "./parse-spec-file.ts";
import { readFiles } from "./read-files.ts";
import { SpecError } from "./spec-error.ts";
import { type FetchText, readSpecText, specName, specUrl } from "./spec-source.ts";

export interface LoadOptions extends ReadingOptions {
  /** Path or URL of an OpenAPI 3.0 or 3.1 document, YAML or JSON. Default: the suite's own. */
  readonly spec?: string | undefined;
  /** In place of the document's `x-sunset`. */
  readonly sunsets?: Sunsets;
}

interface ReadingOptions {
  /** In place of the network. Default: fetch without credentials or redirects, at most 10 s and 8 MB. */
  readonly fetchText?: FetchText | undefined;
  /** A document that is held at the same time: together they take no more memory and time than there is. */
  readonly beside?: Spec | undefined;
}

/** An address of the suite's own document: nothing is read there. */
const embeddedUrl = new URL("file:///embedded/openapi.yaml");
const embeddedName = "embedded";

/**
 * Reads, checks and compiles the OpenAPI document to check servers against.
 * @throws SpecError naming the place in the document and what to do.
 */
export async function loadDocument(known: KnownDocument, options: LoadOptions = {}): Promise<Contract> {
  const { spec: named, sunsets = {} } = options;
  const own = await loadOwn(known);
  if (named === undefined && Object.keys(sunsets).length === 0) return own;
  const spec = named === undefined ? own.document : await loadSpec(named, options);
  const compiler = await compilerOf(named === undefined ? known.built : undefined);
  return compileContract(spec, known, compiler, sunsets, own);
}

/** Reads a document with all that it refers to, and checks it. @throws SpecError as `loadDocument` does */
export async function loadSpec(named: string, { fetchText, beside }: ReadingOptions = {}): Promise<Spec> {
  const root = specUrl(named);
  let left = Math.min(mostInDocument, mostInTwoDocuments - (beside?.size ?? 0));
  const read = async (url: URL): Promise<SpecFile> => {
    const text = await readSpecText(url, root, fetchText);
    if (text.length > largeText) expectMuchWork();
    const file = await parseSpecFile(text, specName(url), url, { most: left });
    left -= file.size;
    return file;
  };
  const first = await read(root);
  const isOlder = isOpenApi30(first.value);
  checkVersion(first);
  const { files, kinds } = await readFiles(inOneForm(first, isOlder), async (url) =>
    inOneForm(await read(url), isOlder),
  );
  const spec = new Spec(files.get(root.href) ?? first, files, kinds);
  // Imported here: the suite's own document needs no check.
  await (await import("./check-document.ts")).checkDocument(spec);
  return spec;
}

/** Characters of a text that takes seconds to read. */
const largeText = 200_000;

/**
 * Else V8 lets the heap grow to a multiple of what a large document takes; and a command has told it to optimize late, as suits
 * a short run, which would cost a quarter of the time.
 */
function expectMuchWork(): void {
  const early = ["--invocation-count-for-maglev=400", "--invocation-count-for-turbofan=3000"];
  const smallHeap = ["--semi-space-growth-factor=1", "--heap-growing-percent=50"];
  for (const flag of [...early, ...smallHeap]) setFlagsFromString(flag);
}

/** @throws SpecError for what is not an OpenAPI document, and for one of another version */
function checkVersion({ value, place }: SpecFile): void {
  const [version, swagger] = [own(value, "openapi"), own(value, "swagger")];
  if (swagger === undefined && typeof version === "string" && /^3\.[01]\.\d+$/.test(version)) return;
  const older = `Swagger ${String(swagger)} is not read`;
  if (swagger !== undefined) throw new SpecError(older, place("/swagger"), "Convert it to OpenAPI 3.0.");
  const problem =
    version === undefined ? "not an OpenAPI document" : `OpenAPI ${String(version)} is not read`;
  throw new SpecError(problem, place("/openapi"), 'Give an OpenAPI 3.0 or 3.1 document ("openapi: 3.1.0").');
}

/**
 * Compiled once: every document is compared with it, and a process may load many. It is not checked at each start: a test holds
 * that it would pass. So no error names a line of it.
 */
const loadOwn = derivedFrom(async (known: KnownDocument): Promise<Contract> => {
  const { value } = known.built ?? (await parseSpecFile(embeddedText(known.file), embeddedName, embeddedUrl));
  const place = (pointer: string) => ({ file: embeddedName, pointer });
  const file = { name: embeddedName, url: embeddedUrl, value, size: 0, place };
  return compileContract(new Spec(inOneForm(file, false)), known, await compilerOf(known.built));
});

/** Imported here: to load ajv and to compile with it takes a tenth of a run. */
async function compilerOf(built: BuiltDocument | undefined): Promise<SchemaCompiler> {
  return built?.compiler ?? (await import("../validation/ajv.ts")).ajvCompiler();
}

/**
 * Compiles a document that was read and checked.
 * @param sunsets take precedence over the document's
 * @param own the suite's own document, compiled; undefined where this is it
 * @throws SpecError when it lacks what the suite cannot do without.
 */
function compileContract(
  spec: Spec,
  known: KnownDocument,
  compiler: SchemaCompiler,
  sunsets: Sunsets = {},
  own?: Contract,
): Contract {
  const { known: operations, others, dropped } = compileOperations(spec, known.operations, sunsets, compiler);
  const isEmbedded = spec.root.url === embeddedUrl;
  const match = matcherOf([...operations.values(), ...others.values()]);
  const contract: Contract = {
    title: String(memberAt(spec.root.value, "info", "title") ?? ""),
    version: String(memberAt(spec.root.value, "info", "version") ?? ""),
    source: spec.root.name,
    ownFile: isEmbedded ? known.file : undefined,
    document: spec,
    warnings: spec.warnings,
    operations,
    others,
    dropped,
    looser: [],
    ...(own && !isEmbedded && { own }),
    operationAt: (request) => match(request)?.operation.id,
    classify: (request) => {
      const found = match(request);
      const isKnown = found !== undefined && operations.get(found.operation.id) === found.operation;
      return classify(found, request, isKnown ? known.openInBody : undefined);
    },
  };
  // The document of another service is compared with nothing.
  if (operations.size === 0) return contract;
  known.check(contract);
  return own === undefined ? contract : { ...contract, looser: known.looser(own, contract) };
}
