import { percentDecoded } from "../json/encoded-text.ts";
import { pointerToken, pointerTokens } from "../json/read.ts";
import { SpecError, type SpecPlace, saidTogether } from "./spec-error.ts";
import {
  isSpecArray,
  isSpecObject,
  own,
  type SpecFile,
  type SpecObject,
  type SpecValue,
} from "./spec-file.ts";
import { isInsideFolder, specName } from "./spec-source.ts";

/** Some keep a file for each operation; over a network, each is a request. */
const maxFiles = { local: 5000, fetched: 50 };
const maxHops = 20;

interface Origin {
  readonly file: SpecFile;
  readonly pointer: string;
}

/** A document with every file that it refers to: follows `$ref`, and knows where each part stands. */
export class Spec {
  readonly root: SpecFile;
  readonly files: ReadonlyMap<string, SpecFile>;
  readonly #origins: ReadonlyMap<object, Origin>;
  readonly #targets = new Map<SpecObject, SpecValue>();

  private constructor(root: SpecFile, files: Map<string, SpecFile>, origins: Map<object, Origin>) {
    this.root = root;
    this.files = files;
    this.#origins = origins;
  }

  /**
   * Reads what `root` refers to, and what that refers to.
   * @throws SpecError for a reference out of the document's folder, to another host, or that leads nowhere.
   */
  static async load(root: SpecFile, read: (url: URL) => Promise<SpecFile>): Promise<Spec> {
    const files = new Map([[root.url.href, root]]);
    const origins = new Map<object, Origin>();
    const references: SpecObject[] = [];
    const kinds = new Map<string, PartKind>();
    const spec = new Spec(root, files, origins);
    // A map goes on to files that are added while it is walked.
    for (const file of files.values()) {
      const found = register(file, origins, kinds.get(file.url.href));
      references.push(...found.keys());
      for (const [reference, kind] of found) {
        const url = spec.#addressOf(reference);
        if (files.has(url.href)) continue;
        // A file may be one Example Object, or several by their names.
        if (kind === "example") kinds.set(url.href, refOf(reference).includes("#/") ? "examples" : kind);
        const most = url.protocol === "file:" ? maxFiles.local : maxFiles.fetched;
        if (files.size >= most) {
          throw new SpecError(`more than ${most} files`, spec.place(reference, "$ref"), "Join some of them.");
        }
        files.set(url.href, await read(url).catch((cause: unknown) => spec.#fail(reference, cause)));
      }
    }
    saidTogether((report) => {
      for (const reference of references) {
        try {
          spec.deref(reference);
        } catch (cause) {
          if (!(cause instanceof SpecError)) throw cause;
          report(cause.problem, cause.place, cause.advice);
        }
      }
    });
    return spec;
  }

  /** The place of an object of the document, or of its member. */
  place(holder: SpecValue | undefined, ...tokens: (string | number)[]): SpecPlace {
    const origin = typeof holder === "object" && holder !== null ? this.#origins.get(holder) : undefined;
    if (origin === undefined) return this.root.place("");
    return origin.file.place(origin.pointer + tokens.map((token) => `/${pointerToken(token)}`).join(""));
  }

  /** The place of a pointer into the document with its references replaced, as validators give it. */
  placeInResolved(pointer: string): SpecPlace {
    let holder: SpecValue | undefined = this.root.value;
    let place = this.root.place("");
    for (const name of pointerTokens(pointer)) {
      holder = this.deref(holder);
      const child: SpecValue | undefined = isSpecArray(holder) ? holder[Number(name)] : own(holder, name);
      place = this.place(holder, name);
      if (child === undefined) return place;
      holder = child;
    }
    return place;
  }

  /** The value itself, or what its `$ref` leads to. */
  deref(value: SpecValue | undefined): SpecValue | undefined {
    let found = value;
    for (let hops = 0; isReference(found); hops += 1) {
      if (hops === maxHops) {
        throw new SpecError("references in a circle", this.place(found, "$ref"), "Let one lead to a value.");
      }
      found = this.target(found);
    }
    return found;
  }

  /** A member of what `value` stands for, references on the way followed. */
  get(value: SpecValue | undefined, ...names: string[]): SpecValue | undefined {
    let found = this.deref(value);
    for (const name of names) found = this.deref(own(found, name));
    return found;
  }

  /** What one `$ref` names, which may be a reference again. */
  target(reference: SpecObject): SpecValue {
    const known = this.#targets.get(reference);
    if (known !== undefined) return known;
    const found = this.#lookedUp(reference);
    this.#targets.set(reference, found);
    return found;
  }

  #lookedUp(reference: SpecObject): SpecValue {
    const pointer = percentDecoded(refOf(reference).split("#")[1] ?? "");
    let found: SpecValue | undefined = this.fileOf(reference)?.value;
    for (const name of pointerTokens(pointer)) {
      found = isReference(found) ? this.deref(found) : found;
      found = isSpecArray(found) ? found[Number(name)] : own(found, name);
    }
    if (found === undefined || (pointer !== "" && !pointer.startsWith("/"))) {
      const problem = `the reference ${JSON.stringify(refOf(reference))} leads nowhere`;
      const advice = this.#meant(reference) ?? "Correct it: file#/path/to/the/value.";
      throw new SpecError(problem, this.place(reference, "$ref"), advice);
    }
    return found;
  }

  fileOf(reference: SpecObject): SpecFile | undefined {
    return this.files.get(this.#addressOf(reference).href);
  }

  /** The address that a reference names, if the document may refer to it. */
  #addressOf(reference: SpecObject): URL {
    const ref = refOf(reference);
    const base = this.#origins.get(reference)?.file.url ?? this.root.url;
    if (ref.startsWith("#")) return base;
    const place = () => this.place(reference, "$ref");
    if (!URL.canParse(ref, base.href)) {
      const problem = `the reference ${JSON.stringify(ref)} is not a URI reference`;
      throw new SpecError(problem, place(), "Correct it.");
    }
    const url = new URL(ref, base);
    url.hash = "";
    if (url.href === base.href || url.href === this.root.url.href) return url;
    if (!isInsideFolder(url, this.root.url)) {
      const problem = `the reference ${JSON.stringify(ref)} leads out of the document's folder`;
      const advice = this.#meant(reference) ?? `Put the file into the folder of ${specName(this.root.url)}.`;
      throw new SpecError(problem, place(), advice);
    }
    return url;
  }

  /** A file that cannot be had is a mistake in the reference; what is wrong inside of it has a place of its own. */
  #fail(reference: SpecObject, cause: unknown): never {
    if (!(cause instanceof SpecError) || cause.place.line !== undefined) throw cause;
    const problem = `the reference ${JSON.stringify(refOf(reference))} leads to a file that is ${cause.problem}`;
    throw new SpecError(problem, this.place(reference, "$ref"), this.#meant(reference) ?? cause.advice);
  }

  /** What to write in place of a reference that has the name of a schema and the wrong way to it. */
  #meant(reference: SpecObject): string | undefined {
    const name = refOf(reference).split(/[#/]/).at(-1) ?? "";
    const schemas = own(own(this.root.value, "components"), "schemas");
    return own(schemas, name) === undefined ? undefined : `Write "#/components/schemas/${name}".`;
  }
}

export function isReference(value: SpecValue | undefined): value is SpecObject & { readonly $ref: string } {
  return isSpecObject(value) && typeof own(value, "$ref") === "string";
}

function refOf(reference: SpecObject): string {
  return String(own(reference, "$ref"));
}

/** Notes where every object of a file stands, and returns its references with what refers; one in an example's value is none. */
function register(
  file: SpecFile,
  origins: Map<object, Origin>,
  kindOfFile: PartKind = "words",
): ReadonlyMap<SpecObject, PartKind> {
  const references = new Map<SpecObject, PartKind>();
  // By an alias, data of the service's own may be a part of the document as well.
  const read = new Set<SpecValue>();
  const visit = (value: SpecValue | undefined, pointer: string, kind: PartKind): void => {
    if (typeof value !== "object" || value === null || read.has(value)) return;
    if (origins.has(value) && kind === "data") return;
    if (kind !== "data") read.add(value);
    origins.set(value, { file, pointer });
    if ((kind === "words" || kind === "example") && isReference(value)) references.set(value, kind);
    for (const [name, child] of Object.entries(value))
      visit(child, `${pointer}/${pointerToken(name)}`, kindOfMember(name, kind, isSpecArray(child)));
  };
  visit(file.value, "", kindOfFile);
  return references;
}

/**
 * What the members of a part of a document are: words of OpenAPI and JSON Schema, names that the document gives, or data of
 * the service's own, in which a `$ref` or a `nullable` means nothing.
 */
export type PartKind = "words" | "names" | "examples" | "example" | "data";

const named = new Set([
  ...["properties", "patternProperties", "dependentSchemas", "$defs"],
  ...["schemas", "responses", "parameters", "requestBodies", "headers", "securitySchemes", "links"],
  ...["callbacks", "pathItems", "paths", "webhooks", "content", "encoding", "variables", "mapping"],
]);

/** Of the member `name` of a part of this kind. */
export function kindOfMember(name: string, within: PartKind, isArray: boolean): PartKind {
  switch (within) {
    case "data":
      return "data";
    case "names":
      return "words";
    case "examples":
      return "example";
    case "example":
      return name === "value" ? "data" : "words";
    case "words":
      if (name === "examples") return isArray ? "data" : "examples";
      if (["example", "default", "enum", "const"].includes(name) || name.startsWith("x-")) return "data";
      return named.has(name) ? "names" : "words";
  }
}
