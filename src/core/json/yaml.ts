import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  Parser,
} from "yaml";
import {
  isPlainObject,
  type Mark,
  maxDepth,
  mostInDocument,
  mostValues,
  type PlainObject,
  type PlainValue,
  type Read,
  type SizedRead,
  type YamlBounds,
  YamlFault,
} from "./plain.ts";

/** Lists and objects that are not yet closed, each of which may be two to the parser. */
const mostOpen = 300;

/** Reads YAML 1.2. Integers are bigints. @throws YamlFault */
export function readYaml(text: string, bounds: YamlBounds = {}): SizedRead {
  const { lexemes, document } = documentOf(text, bounds);
  return { ...new YamlReader().read(document.contents), size: lexemes };
}

function documentOf(text: string, { most = mostInDocument, schema = "core" }: YamlBounds) {
  let lexemes = 0;
  const parser = new Parser();
  function* tokens() {
    let offset = 0;
    for (const lexeme of new Lexer().lex(text)) {
      lexemes += 1;
      offset += lexeme.length;
      if (lexemes > most) {
        const left = most < mostInDocument ? ", which is what the other files leave it" : "";
        throw new YamlFault(`more than ${most} words and signs${left}`, offset, { isTooMuch: true });
      }
      if (parser.stack.length > mostOpen) throw new YamlFault("too many levels deep", offset);
      yield* parser.next(lexeme);
    }
    yield* parser.end();
  }
  // Names that occur twice are looked for while the values are read: `yaml` holds each against every other.
  const composer = new Composer({ schema, intAsBigInt: true, uniqueKeys: false, prettyErrors: false });
  // The second is enough to refuse a file of a million.
  const [document, second] = composer.compose(tokens(), true, text.length);
  if (document === undefined) throw new YamlFault("an empty text", 0);
  const error = document.errors[0] ?? document.warnings[0];
  if (error !== undefined) throw new YamlFault(firstLine(error.message), error.pos[0]);
  if (second !== undefined) throw new YamlFault("multiple documents in one file", second.range[0]);
  return { lexemes, document: document as Document.Parsed };
}

/** What an anchor names: how many values it holds, in how many levels. */
interface Named extends Read {
  readonly values: number;
  readonly levels: number;
}

class YamlReader {
  readonly #anchors = new Map<string, Named>();
  #values = 0;
  /** The most levels that were open at once. */
  #levels = 0;

  /** What an anchor names is one value, wherever an alias of it stands. @param start where people would look for it */
  read(node: Node | null | undefined, level = 0, start = node?.range?.[0] ?? 0): Read {
    if (isAlias(node)) {
      const named = this.#anchors.get(node.source);
      if (named === undefined)
        throw faultOf(node, `the alias ${node.source} names nothing, or what holds it`);
      this.#count(named.values, level + named.levels, start);
      const { value, mark } = named;
      return { value, mark: typeof mark === "number" ? start : { ...mark, start } };
    }
    const [values, levels] = [this.#values, this.#levels];
    this.#levels = level;
    this.#count(1, level, start);
    const found = this.#readPlain(node, level, start);
    if (node && "anchor" in node && node.anchor !== undefined)
      this.#anchors.set(node.anchor, {
        ...found,
        values: this.#values - values,
        levels: this.#levels - level,
      });
    this.#levels = Math.max(levels, this.#levels);
    return found;
  }

  /** Much behind this reads documents by recursion; an alias counts as often as it is used. */
  #count(values: number, level: number, offset: number): void {
    this.#values += values;
    this.#levels = Math.max(this.#levels, level);
    if (level > maxDepth) throw new YamlFault(`more than ${maxDepth} levels deep`, offset);
    if (this.#values > mostValues)
      throw new YamlFault(`more than ${mostValues} values`, offset, { isTooMuch: true });
  }

  #readPlain(node: Node | null | undefined, level: number, start: number): Read {
    if (isSeq<Node>(node)) {
      // What was read is let go: a node takes many times the memory of its value.
      const items = node.items.splice(0).map((item) => this.read(item, level + 1));
      const mark = { start, names: undefined, parts: items.map((item) => item.mark) };
      return { value: items.map(({ value }) => value), mark };
    }
    if (isMap<Node, Node | null>(node)) return this.#readObject(node.items.splice(0), level, start);
    const value: unknown = isScalar(node) ? node.value : null;
    if (typeof value === "object" && value !== null)
      throw new YamlFault("a value that JSON does not have", start);
    return { value: (value ?? null) as PlainValue, mark: start };
  }

  #readObject(pairs: readonly Pair<Node, Node | null>[], level: number, start: number): Read {
    const members = new Map<string, PlainValue | undefined>();
    const merged: PlainObject[] = [];
    const parts: Mark[] = [];
    for (const pair of pairs) {
      const { key, value } = pair;
      pair.value = null;
      const found = this.read(value, level + 1, key.range?.[0]);
      // YAML 1.2 has no merge keys, and nearly everything that reads documents knows them. With its tag, one is a symbol.
      if (isScalar(key) && (typeof key.value === "symbol" || (key.value === "<<" && key.type === "PLAIN"))) {
        merged.push(...[found.value].flat().filter(isPlainObject));
        continue;
      }
      const name = nameOf(key);
      if (members.has(name)) throw faultOf(key, "names in an object must be unique");
      members.set(name, found.value);
      parts.push(found.mark);
    }
    const names = [...members.keys()];
    for (const [name, value] of merged.flatMap((one) => Object.entries(one)))
      if (!members.has(name)) members.set(name, value);
    return { value: Object.fromEntries(members), mark: { start, names, parts: [...parts] } };
  }
}

/** A key such as 200 is a number to YAML and a name to OpenAPI. */
function nameOf(key: Node): string {
  if (!isScalar(key)) throw faultOf(key, "a list, an object or an alias where a name belongs");
  return key.value === null ? "" : String(key.value);
}

function faultOf(node: Node | null, problem: string): YamlFault {
  return new YamlFault(problem, node?.range?.[0] ?? 0);
}

function firstLine(message: string): string {
  return (message.split("\n")[0] ?? "").replace(/^\w*Error: /, "").replace(/(?<![.:])[.:]+$/, "");
}
