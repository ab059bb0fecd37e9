import { createHash } from "node:crypto";
import { percentDecoded } from "../json/escape.ts";
import { isPlainArray, own, type PlainObject, type PlainValue, textWithBigInts } from "../json/plain.ts";
import { pointerToken, pointerTokens } from "../json/read.ts";
import { forEachPart, type PartKind } from "./reading/openapi-3-0.ts";
import type { SpecFile } from "./reading/parse-spec-file.ts";
import { firstLines, SpecError, type SpecPlace } from "./reading/spec-error.ts";

/** Of references that lead to references. */
const maxHops = 20;

interface Origin {
  readonly file: SpecFile;
  readonly pointer: string;
}

/** An operation that is wrong, and so is left out of the document. */
export interface LeftOut {
  readonly node: PlainObject;
  /** In lower case. */
  readonly method: string;
  readonly path: string;
  readonly error: SpecError;
}

/**
 * What is wrong, in which member of which object, and what to do. `costs`: what cannot be used for it, where that is not the
 * object itself.
 */
export type Report = (
  problem: string,
  at: readonly [holder: PlainValue | undefined, ...names: (string | number)[]],
  advice: string,
  costs?: PlainValue,
) => void;

/**
 * A document with every file that it refers to. Each reference is replaced by what it leads to, which is one object however
 * often it is referred to: whoever walks the document remembers what was seen by identity.
 */
export class Spec {
  readonly root: SpecFile;
  /** By address. */
  readonly files: ReadonlyMap<string, SpecFile>;
  readonly leftOut: LeftOut[] = [];
  /** All that is wrong with it. */
  readonly faults: SpecError[] = [];
  /** SHA-256, in hex, of what all its files say: comments, the order of files and layout do not change it. */
  readonly digest: string;
  readonly #origins = new Map<object, Origin>();
  readonly #references = new Set<Reference>();
  readonly #targets = new Map<PlainValue, number>();
  /** What a reference leads to in the end, looked up once: a chain is not followed again from each of its links. */
  readonly #known = new Map<Reference, PlainValue | SpecError>();

  /** @param kinds of files that are something else than a part of OpenAPI, by address */
  constructor(
    root: SpecFile,
    files: ReadonlyMap<string, SpecFile> = new Map([[root.url.href, root]]),
    kinds: ReadonlyMap<string, PartKind> = new Map(),
  ) {
    this.root = root;
    this.files = files;
    for (const file of files.values()) this.#register(file, kinds.get(file.url.href));
    const texts = [...files.values()].map(({ value }) => textWithBigInts(value));
    this.digest = createHash("sha256").update(texts.sort().join("\n")).digest("hex");
    this.#link();
  }

  /** How much its files hold, in words and signs of YAML. */
  get size(): number {
    return [...this.files.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Sentences: which operations are left out, and what else is wrong. */
  get warnings(): readonly string[] {
    const costly = new Set(this.leftOut.map(({ error }) => error));
    return firstLines([
      ...this.leftOut.map(
        (one) => `${one.method.toUpperCase()} ${one.path} is left out: ${one.error.message}`,
      ),
      ...this.faults.filter((error) => !costly.has(error)).map(({ message }) => message),
    ]);
  }

  /** Every object and array of the document, once. */
  get parts(): Iterable<object> {
    return this.#origins.keys();
  }

  /** References that lead nowhere, which stand where they were, with what is wrong. */
  get dangling(): readonly (readonly [reference: PlainObject, error: SpecError])[] {
    return [...this.#known].flatMap(([reference, found]) =>
      found instanceof SpecError ? [[reference, found] as const] : [],
    );
  }

  /** Whether a reference leads to it. */
  isTarget(value: PlainValue): boolean {
    return this.#targets.has(value);
  }

  /** The same for the same value, whenever the document is read. */
  targetNumber(value: PlainValue): number | undefined {
    return this.#targets.get(value);
  }

  /** The last part of the way to an object: `Thing` of `#/components/schemas/Thing`. */
  nameOf(value: PlainObject): string {
    const { file, pointer } = this.#origins.get(value) ?? { file: this.root, pointer: "" };
    return `${file.url.pathname}${pointer}`.split("/").at(-1) ?? "";
  }

  place(holder: PlainValue | undefined, ...tokens: readonly (string | number)[]): SpecPlace {
    const origin = typeof holder === "object" && holder !== null ? this.#origins.get(holder) : undefined;
    if (origin === undefined) return this.root.place("");
    return origin.file.place(origin.pointer + tokens.map((token) => `/${pointerToken(token)}`).join(""));
  }

  /** Notes where every object of a file stands, and its references; one in an example's value is none. */
  #register(file: SpecFile, kindOfFile: PartKind | undefined): void {
    forEachPart(file.value, kindOfFile, (part, pointer, kind) => {
      this.#origins.set(part, { file, pointer });
      if ((kind === "words" || kind === "example") && isReference(part)) this.#references.add(part);
    });
  }

  #link(): void {
    for (const reference of this.#references) this.#targetOf(reference, 0);
    for (const holder of this.#origins.keys()) {
      for (const [name, child] of Object.entries(holder)) {
        const target = isReference(child) ? this.#known.get(child) : undefined;
        if (target === undefined || target instanceof SpecError) continue;
        Reflect.set(holder, name, target);
        if (!this.#targets.has(target)) this.#targets.set(target, this.#targets.size);
      }
    }
  }

  #targetOf(reference: Reference, hops: number): PlainValue | SpecError {
    const known = this.#known.get(reference);
    if (known !== undefined) return known;
    const found = this.#lookedUp(reference, hops);
    this.#known.set(reference, found);
    return found;
  }

  #lookedUp(reference: Reference, hops: number): PlainValue | SpecError {
    const wrong = (problem: string, advice: string) =>
      new SpecError(problem, this.place(reference, "$ref"), advice);
    if (hops > maxHops)
      return wrong("references in a circle, or more than 20 of them in a row", "Let one lead to a value.");
    const base = this.#origins.get(reference)?.file.url ?? this.root.url;
    const url = URL.parse(reference.$ref, base.href) ?? new URL(base);
    url.hash = "";
    const pointer = percentDecoded(reference.$ref.split("#")[1] ?? "");
    let found: PlainValue | undefined = this.files.get(url.href)?.value;
    const isPointer = pointer === "" || pointer.startsWith("/");
    for (const name of isPointer ? [...pointerTokens(pointer), undefined] : []) {
      if (isReference(found) && this.#references.has(found)) {
        const target = this.#targetOf(found, hops + 1);
        if (target instanceof SpecError) return target;
        found = target;
      }
      if (name !== undefined) found = isPlainArray(found) ? found[Number(name)] : own(found, name);
    }
    if (isPointer && found !== undefined) return found;
    const problem = `the reference ${JSON.stringify(reference.$ref)} leads nowhere`;
    return wrong(problem, "Correct it: file#/path/to/the/value.");
  }
}

type Reference = PlainObject & { readonly $ref: string };

export function isReference(value: PlainValue | undefined): value is Reference {
  return typeof own(value, "$ref") === "string";
}
