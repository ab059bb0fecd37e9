import SwaggerParser from "@apidevtools/swagger-parser";
import { isPercentEncoded } from "#core/json/escape.ts";
import { isPlainArray, type PlainValue } from "#core/json/plain.ts";
import { pointerToken } from "#core/json/read.ts";
import { isUnreadable, whyUnreadable } from "#files/read-bounded.ts";
import { isReference } from "../spec.ts";
import { kindOfMember, type PartKind } from "./openapi-3-0.ts";
import type { SpecFile } from "./parse-spec-file.ts";
import { SpecError } from "./spec-error.ts";
import { isInsideFolder, specName } from "./spec-source.ts";

/** Some keep a file for each operation; over a network, each is a request. */
const mostFiles = { local: 5000, fetched: 50 };

/** What swagger-parser asks for: a file, and the reference in another one that leads to it. */
interface Asked {
  readonly url: string;
  readonly baseUrl?: string;
  readonly reference?: string;
}

/**
 * The files of a document, and how each is read: swagger-parser follows the references, and reads nothing but what `read`
 * gives. It is shown references alone, since it would take one in an example for another, and round integers.
 * @throws SpecError for a file that cannot be had, or that is outside the folder of the first one
 */
export async function readFiles(root: SpecFile, read: (url: URL) => Promise<SpecFile>) {
  const found = new Files(root, read);
  const none = { file: false, http: false, json: false, yaml: false, text: false, binary: false };
  const shown = {
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: {},
    "x-more": found.references(root),
  };
  try {
    await new SwaggerParser().resolve(found.virtual(root.url), shown, {
      resolve: {
        ...none,
        document: { order: 1, canRead: true, read: (asked: Asked) => found.inTurn(asked) },
      },
      parse: {
        ...none,
        document: {
          ...{ order: 1, canParse: true, allowEmpty: true },
          parse: ({ data }: { readonly data: unknown }) => found.references(data as SpecFile),
        },
      },
    });
  } catch (cause) {
    const thrown = firstCause(cause);
    // A mistake of ours is none of the document.
    if (thrown instanceof SpecError || !isUnreadable(thrown)) throw thrown;
    throw new SpecError(
      `cannot be read: ${whyUnreadable(thrown)}`,
      root.place(""),
      "Correct its references.",
    );
  }
  return found;
}

class Files {
  readonly files: Map<string, SpecFile>;
  /** Of files that are something else than a part of OpenAPI, by address. */
  readonly kinds = new Map<string, PartKind>();
  readonly #root: SpecFile;
  readonly #read: (url: URL) => Promise<SpecFile>;
  /** Where each file refers to another one first, by the reference up to its fragment. */
  readonly #pointers = new Map<SpecFile, ReadonlyMap<string, { reference: string; pointer: string }>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(root: SpecFile, read: (url: URL) => Promise<SpecFile>) {
    this.#root = root;
    this.#read = read;
    this.files = new Map([[root.url.href, root]]);
  }

  /** The references of a file to others, in the form in which swagger-parser follows them. */
  references(file: SpecFile): { readonly $ref: string }[] {
    const pointers = new Map<string, { reference: string; pointer: string }>();
    const seen = new Set<PlainValue>();
    const visit = (value: PlainValue | undefined, pointer: string, kind: PartKind): void => {
      if (typeof value !== "object" || value === null || kind === "data" || seen.has(value)) return;
      seen.add(value);
      if ((kind === "words" || kind === "example") && isReference(value)) {
        const reference = value.$ref;
        const [to = ""] = reference.split("#");
        const url = URL.parse(reference, file.url.href);
        if (url === null || !isPercentEncoded(to))
          throw new SpecError(
            `the reference ${JSON.stringify(reference)} is not a URI reference`,
            file.place(`${pointer}/$ref`),
            "Correct it.",
          );
        if (to !== "" && !pointers.has(to)) pointers.set(to, { reference, pointer: `${pointer}/$ref` });
        url.hash = "";
        // Another file may be one Example Object, or several by their names.
        if (kind === "example" && to !== "")
          this.kinds.set(url.href, reference.includes("#/") ? "examples" : kind);
      }
      for (const [name, child] of Object.entries(value))
        visit(child, `${pointer}/${pointerToken(name)}`, kindOfMember(name, kind, isPlainArray(child)));
    };
    visit(file.value, "", this.kinds.get(file.url.href) ?? "words");
    this.#pointers.set(file, pointers);
    return [...pointers.keys()].map(($ref) => ({ $ref }));
  }

  /** One after another: an operating system allows only so many open files. */
  inTurn(asked: Asked): Promise<SpecFile> {
    const file = this.#last.then(() => this.#file(asked));
    this.#last = file;
    // Whoever asked hears of it; what is asked later fails with it.
    file.catch(() => {});
    return file;
  }

  async #file(asked: Asked): Promise<SpecFile> {
    const url = this.#real(asked.url);
    const known = this.files.get(url.href);
    if (known !== undefined) return known;
    const local = url.protocol === "file:";
    const most = local ? mostFiles.local : mostFiles.fetched;
    try {
      if (!isInsideFolder(url, this.#root.url))
        throw new SpecError(
          "out of the document's folder",
          { file: url.href },
          `Put the file into the folder of ${specName(this.#root.url)}.`,
        );
      if (this.files.size >= most)
        throw new SpecError(`one of more than ${most} files`, { file: url.href }, "Join some of them.");
      const file = await this.#read(url);
      this.files.set(url.href, file);
      return file;
    } catch (cause) {
      throw this.#toldAtReference(cause, asked);
    }
  }

  /** A file that cannot be had is a mistake in the reference; what is wrong inside of it has a place of its own. */
  #toldAtReference(cause: unknown, { baseUrl = "", reference = "" }: Asked): unknown {
    if (!(cause instanceof SpecError) || cause.place.line !== undefined) return cause;
    const base = this.#real(baseUrl);
    base.hash = "";
    const file = this.files.get(base.href) ?? this.#root;
    const { problem: why } = cause;
    const how = /^out of/.test(why) ? "" : `to a file that ${/^cannot/.test(why) ? "" : "is "}`;
    const from = this.#pointers.get(file)?.get(reference) ?? { reference, pointer: "" };
    const problem = `the reference ${JSON.stringify(from.reference)} leads ${how}${why}`;
    return new SpecError(problem, file.place(from.pointer), cause.advice);
  }

  /** The address as swagger-parser is given it: of a path, it would encode what is encoded. */
  virtual(url: URL): string {
    return url.protocol === "file:" ? `${virtualHost}${url.pathname}` : url.href;
  }

  #real(virtual: string): URL {
    const url = URL.parse(virtual) ?? this.#root.url;
    return url.origin === virtualHost ? new URL(`file://${url.pathname}`) : new URL(url);
  }
}

const virtualHost = "https://document.invalid";

/** What was thrown while the library read, in whatever it wrapped that. */
function firstCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? firstCause(error.cause) : error;
}
