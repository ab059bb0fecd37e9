import { createHash } from "node:crypto";
import { type CompileSchema, textWithBigInts } from "./ajv-schema.ts";
import { classify, matchOperation, operationsByPath } from "./classify.ts";
import { compileOperations, type Sunsets } from "./compile-operations.ts";
import type { BuiltDocument, Contract, KnownDocument } from "./contract.ts";
import { asOpenApi31, isOpenApi30 } from "./openapi-3-0.ts";
import { parseSpecFile } from "./parse-spec-file.ts";
import { Spec } from "./spec.ts";
import { SpecError, saidTogether } from "./spec-error.ts";
import type { SpecFile } from "./spec-file.ts";
import { type FetchText, readSpecText, specName, specUrl } from "./spec-source.ts";

export interface LoadOptions {
  /** Path or URL of an OpenAPI 3.0 or 3.1 document, YAML or JSON. Default: the suite's own. */
  readonly spec?: string | undefined;
  /** In place of the document's `x-sunset`. */
  readonly sunsets?: Sunsets;
  /** In place of the network. Default: fetch without credentials or redirects, at most 10 s and 8 MB. */
  readonly fetchText?: FetchText | undefined;
}

/** In UTF-16 units. */
const mostInAllFiles = 16_000_000;

/** An address of the suite's own document: nothing is read there. */
const embeddedUrl = new URL("file:///embedded/openapi.yaml");
const embeddedName = "embedded";

/**
 * Reads, checks and compiles the OpenAPI document to check servers against.
 * @throws SpecError naming the place in the document and what to do.
 */
export async function loadDocument(known: KnownDocument, options: LoadOptions = {}): Promise<Contract> {
  const { spec: named, sunsets = {}, fetchText } = options;
  const own = await loadOwn(known);
  if (named === undefined && Object.keys(sunsets).length === 0) return own;
  const spec = named === undefined ? own.document : await loadSpec(named, fetchText);
  const compile = await compilerOf(named === undefined ? known.built : undefined);
  return compileContract(spec, known, compile, sunsets, own);
}

/** Reads a document with all that it refers to, and checks it. @throws SpecError as `loadDocument` does */
export async function loadSpec(named: string, fetchText?: FetchText): Promise<Spec> {
  const root = specUrl(named);
  let size = 0;
  const read = async (url: URL): Promise<SpecFile> => {
    const text = await readSpecText(url, root, fetchText);
    size += text.length;
    if (size > mostInAllFiles)
      throw new SpecError("too much in all its files", { file: specName(url) }, "Give a smaller document.");
    return parseSpecFile(text, specName(url), url);
  };
  const first = await read(root);
  const isOlder = isOpenApi30(first.value);
  const asRead = isOlder ? asOpenApi31 : (file: SpecFile) => file;
  const spec = await Spec.load(asRead(first), async (url) => asRead(await read(url)));
  // Imported here: the schema of OpenAPI takes time to compile, and the embedded document needs no check.
  const [{ checkOpenApi }, { checkOperations }, { checkSchemas }] = await Promise.all([
    import("./check-openapi.ts"),
    import("./check-operations.ts"),
    import("./check-schemas.ts"),
  ]);
  // From the outside in: what is wrong further in may follow from it.
  checkOpenApi(spec);
  saidTogether((report) => {
    checkOperations(spec, report);
    checkSchemas(spec, report);
  });
  return spec;
}

const owns = new WeakMap<KnownDocument, Promise<Contract>>();

/** Compiled once: every document is compared with it, and a process may load many. */
function loadOwn(known: KnownDocument): Promise<Contract> {
  const own = owns.get(known) ?? compileOwn(known);
  owns.set(known, own);
  return own;
}

/** The embedded document is not checked at each start: a test holds that it would pass. So no error names a line of it. */
async function compileOwn(known: KnownDocument): Promise<Contract> {
  const { value } = known.built ?? (await parseSpecFile(known.embedded(), embeddedName, embeddedUrl));
  const place = (pointer: string) => ({ file: embeddedName, pointer });
  const file = { name: embeddedName, url: embeddedUrl, value, place };
  const noOther = () => Promise.reject(new Error("the embedded document refers to no other file"));
  return compileContract(await Spec.load(file, noOther), known, await compilerOf(known.built));
}

/** Imported here: to load ajv and to compile with it takes a tenth of a run. */
async function compilerOf(built: BuiltDocument | undefined): Promise<CompileSchema> {
  return built?.compile ?? (await import("./ajv.ts")).ajvCompiler();
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
  compile: CompileSchema,
  sunsets: Sunsets = {},
  own?: Contract,
): Contract {
  const { known: operations, others, dropped } = compileOperations(spec, known.operations, sunsets, compile);
  const isEmbedded = spec.root.url === embeddedUrl;
  const byPath = operationsByPath([...operations.values(), ...others.values()]);
  const contract: Omit<Contract, "looser"> = {
    title: String(spec.get(spec.root.value, "info", "title") ?? ""),
    version: String(spec.get(spec.root.value, "info", "version") ?? ""),
    source: spec.root.name,
    ownFile: isEmbedded ? known.file : undefined,
    document: spec,
    digest: () => digestOf(spec),
    operations,
    others,
    operationAt: (request) => matchOperation(byPath, request)?.operation.id,
    classify: (request) => classify(operations, byPath, request),
  };
  // The document of another service is compared with nothing.
  if (operations.size === 0)
    return {
      ...contract,
      looser: [],
      ...(own && dropped.length > 0 && { dropped: { operations: dropped, own } }),
    };
  known.check(contract);
  return { ...contract, looser: own === undefined ? [] : known.looser(own, contract) };
}

/** Covers the content of every file of the document: comments, order of files and layout do not change it. */
function digestOf({ files }: Spec): string {
  const texts = [...files.values()].map(({ value }) => textWithBigInts(value));
  return createHash("sha256").update(texts.sort().join("\n")).digest("hex");
}
