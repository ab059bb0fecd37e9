import { exceeds } from "../files/read-bounded.ts";
import { UsageError } from "./usage-error.ts";

export interface YamlMember {
  readonly name: string;
  readonly value: YamlValue;
  /** File and line, for messages. */
  readonly where: string;
}

/** What a file of options is made of; anything else is a plain value. Aliases are read as what they stand for. */
export type YamlValue =
  | { readonly kind: "mapping"; readonly members: readonly YamlMember[]; readonly where: string }
  | { readonly kind: "list"; readonly items: readonly YamlValue[]; readonly plain: readonly unknown[] }
  | { readonly kind: "plain"; readonly plain: unknown };

/** Of what people write in YAML. The values are counted as they are read: an alias counts as all that it stands for. */
export const written = { values: 1_000_000, levels: 32 };

/**
 * Reads YAML and keeps the lines. Undefined for an empty text. Integers keep their digits.
 * @param what names the file in messages: `the configuration file`
 * @param schema of YAML: with `failsafe`, every plain value stays text
 * @throws UsageError with the line for what is not YAML
 */
export async function parseYaml(
  text: string,
  file: string,
  what: string,
  schema: "core" | "failsafe" = "core",
): Promise<YamlValue | undefined> {
  // The parser would take its time over it.
  if (exceeds(Buffer.from(text), written))
    throw new UsageError({ what: `${what} is nested too deeply`, where: file, remedy: "Write it flat." });
  const yaml = await import("yaml");
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { intAsBigInt: true, lineCounter: lines, schema });
  const at = (offset: number | undefined): string =>
    offset === undefined ? file : `${file}:${lines.linePos(offset).line}`;
  const [error] = document.errors;
  if (error !== undefined)
    throw new UsageError({
      what: `${what} is not YAML: ${error.message.split("\n")[0]?.replace(/:$/, "") ?? ""}`,
      where: at(error.pos[0]),
      remedy: "Correct that line.",
    });
  if (document.contents === null) return undefined;
  return new YamlReader(yaml, what, at).valueOf(document.contents);
}

type Yaml = typeof import("yaml");

/** Reads the nodes of one document, in their order. The parser finds what an alias stands for by going through all of them. */
class YamlReader {
  readonly #yaml: Yaml;
  readonly #what: string;
  readonly #at: (offset: number | undefined) => string;
  readonly #anchors = new Map<string, unknown>();
  /** Those whose values are being read. */
  readonly #open = new Set<unknown>();
  readonly #read = new Set<unknown>();
  #values = 0;

  constructor(yaml: Yaml, what: string, at: (offset: number | undefined) => string) {
    this.#yaml = yaml;
    this.#what = what;
    this.#at = at;
  }

  /** @throws UsageError for an alias that cannot be read */
  valueOf(node: unknown): YamlValue {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml;
    if (isAlias(node)) return this.valueOf(this.#targetOf(node));
    this.#values += 1;
    if (this.#values > written.values) throw this.#wrong("its aliases (*name) stand for too many values");
    if (isScalar(node)) {
      this.#know(node);
      return { kind: "plain", plain: node.value };
    }
    if (!isMap(node) && !isSeq(node)) return { kind: "plain", plain: null };
    this.#know(node);
    this.#open.add(node);
    const value = isMap(node)
      ? {
          ...{ kind: "mapping" as const, where: this.#at(node.range?.[0]) },
          members: node.items.map((pair) => this.#memberOf(pair)),
        }
      : listOf(node.items.map((item) => this.valueOf(item)));
    this.#open.delete(node);
    return value;
  }

  #memberOf({ key, value }: { readonly key: unknown; readonly value: unknown }): YamlMember {
    const { isScalar } = this.#yaml;
    const name = isScalar(key) ? String(key.value) : "";
    return {
      ...{ name, value: this.valueOf(value) },
      where: this.#at(isScalar(key) ? key.range?.[0] : undefined),
    };
  }

  #targetOf({
    source,
    range,
  }: {
    readonly source: string;
    readonly range?: readonly number[] | null;
  }): unknown {
    const target = this.#anchors.get(source);
    if (target === undefined)
      throw this.#wrong(`*${source} comes before &${source}, or without it`, range?.[0]);
    if (this.#open.has(target)) throw this.#wrong(`*${source} is in what it stands for`, range?.[0]);
    return target;
  }

  /** Once: what is read through an alias names nothing anew. */
  #know(node: { readonly anchor?: string }): void {
    if (node.anchor !== undefined && !this.#read.has(node)) this.#anchors.set(node.anchor, node);
    this.#read.add(node);
  }

  #wrong(why: string, offset?: number): UsageError {
    return new UsageError({
      what: `${this.#what} cannot be read: ${why}`,
      where: this.#at(offset),
      remedy: "Write the value itself there.",
    });
  }
}

function listOf(items: readonly YamlValue[]): YamlValue {
  return { kind: "list", items, plain: items.map((item) => (item.kind === "mapping" ? {} : item.plain)) };
}
