import type { JsonMember, JsonNode, JsonParseResult, JsonSyntaxProblem } from "./read.ts";

interface JsonBounds {
  /** How many arrays and objects may stand inside one another, at most some thousands. Default 512. */
  readonly maxDepth?: number;
  /** How many values the whole text may have. Default 250,000: some 30 MB as nodes. */
  readonly maxValues?: number;
}

/**
 * Reads a JSON text as RFC 8259 has it: no byte order mark, comments, trailing commas or single quotes.
 * Surrogate escapes without a partner are kept. Linear in the text; never throws.
 */
export function parseJson(text: string, bounds: JsonBounds = {}): JsonParseResult {
  const reader = new JsonReader(text, bounds);
  try {
    return { ok: true, value: reader.whole(), values: reader.values };
  } catch (error) {
    if (error instanceof JsonFault) return { ok: false, problem: error.problem };
    throw error;
  }
}

class JsonFault extends Error {
  readonly problem: JsonSyntaxProblem;

  constructor(message: string, offset: number, kind: JsonSyntaxProblem["kind"] = "syntax") {
    super(message);
    this.problem = { kind, message, offset };
  }
}

const literals = Object.entries({ null: null, true: true, false: false });

/** Longer numbers are not reckoned with: time for each digit grows with their count. */
const maxNumberLength = 4096;

/** RFC 8259, section 6. */
const numberSyntax = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** What goes on with one of these is no number after all: `01`, `1.`, `1e`. */
const moreOfNumber = /[\d.eE]/;

/** RFC 8259, section 7. */
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class JsonReader {
  values = 0;
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #maxValues: number;
  #at = 0;

  constructor(text: string, { maxDepth = 512, maxValues = 250_000 }: JsonBounds) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#maxValues = maxValues;
  }

  whole(): JsonNode {
    const value = this.#value(0);
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw new JsonFault("there is text after the value", this.#at);
    return value;
  }

  #value(depth: number): JsonNode {
    this.#skipBlanks();
    this.values += 1;
    const start = this.#at;
    if (this.values > this.#maxValues)
      throw new JsonFault(`the text has more than ${this.#maxValues} values`, start, "too-many-values");
    const first = this.#text[start] ?? "";
    if (first === "[") return { kind: "array", items: this.#items(depth), start, end: this.#at };
    if (first === "{") return { kind: "object", members: this.#members(depth), start, end: this.#at };
    if (first === '"') return { kind: "string", value: this.#string(), start, end: this.#at };
    if (first === "-" || (first >= "0" && first <= "9"))
      return { kind: "number", raw: this.#number(), start, end: this.#at };
    for (const [word, value] of literals)
      if (this.#text.startsWith(word, start)) {
        this.#at += word.length;
        return { kind: "literal", value, start, end: this.#at };
      }
    throw this.#expected("a value");
  }

  #items(depth: number): JsonNode[] {
    const items: JsonNode[] = [];
    if (this.#isEmpty("]", depth)) return items;
    do items.push(this.#value(depth + 1));
    while (this.#goesOn("]", "a comma or ] in an array"));
    return items;
  }

  #members(depth: number): JsonMember[] {
    const members: JsonMember[] = [];
    if (this.#isEmpty("}", depth)) return members;
    do members.push({ name: this.#name(), value: this.#value(depth + 1) });
    while (this.#goesOn("}", "a comma or } in an object"));
    return members;
  }

  /** Goes into an array or object, and past its end where nothing is in it. */
  #isEmpty(close: string, depth: number): boolean {
    if (depth >= this.#maxDepth)
      throw new JsonFault(
        `arrays and objects are nested more than ${this.#maxDepth} levels deep`,
        this.#at,
        "too-deep",
      );
    this.#at += 1;
    return this.#passes(close);
  }

  #goesOn(close: string, wanted: string): boolean {
    if (this.#passes(",")) return true;
    if (this.#passes(close)) return false;
    throw this.#expected(wanted);
  }

  #name(): string {
    this.#skipBlanks();
    if (this.#text[this.#at] !== '"') throw this.#expected("a member name");
    const name = this.#string();
    if (!this.#passes(":")) throw this.#expected("a colon after a member name");
    return name;
  }

  /** Goes past a character, and the blanks before it, if it comes next. */
  #passes(character: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipBlanks(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #string(): string {
    const start = this.#at;
    let isPlain = true;
    for (let at = start + 1; ; ) {
      const code = this.#text.charCodeAt(at);
      if (code === 0x22) {
        this.#at = at + 1;
        return isPlain ? this.#text.slice(start + 1, at) : JSON.parse(this.#text.slice(start, at + 1));
      }
      if (Number.isNaN(code)) throw new JsonFault("a string is not closed", at);
      if (code < 0x20) throw new JsonFault("a string holds an unescaped control character", at);
      at += code === 0x5c ? this.#escapeLength(at) : 1;
      isPlain &&= code !== 0x5c;
    }
  }

  #escapeLength(at: number): number {
    escapeSequence.lastIndex = at;
    if (!escapeSequence.test(this.#text))
      throw new JsonFault(`${this.#text.slice(at, at + 2)} in a string is no escape of JSON`, at);
    return escapeSequence.lastIndex - at;
  }

  #number(): string {
    const start = this.#at;
    numberSyntax.lastIndex = start;
    const [text = ""] = numberSyntax.exec(this.#text) ?? [];
    this.#at += text.length;
    if (text === "" || moreOfNumber.test(this.#text[this.#at] ?? ""))
      throw new JsonFault("a number is not one that JSON has", start);
    return text.length > maxNumberLength ? `${text.slice(0, maxNumberLength)}…` : text;
  }

  #expected(what: string): JsonFault {
    const end = this.#at >= this.#text.length ? "; the text ends here" : "";
    return new JsonFault(`expected ${what}${end}`, this.#at);
  }
}
