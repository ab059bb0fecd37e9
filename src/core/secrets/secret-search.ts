import { escapeLevels, type Look, looksAt } from "./looks.ts";

/** A stretch of a text that is to be taken out, and the secret of which it shows the most. */
export interface Found {
  readonly from: number;
  readonly to: number;
  readonly secret: string;
}

/** A text by which a secret is found, and how much of it in a row is enough. */
interface SecretForm {
  readonly text: string;
  readonly least: number;
  /** In base64 the neighbours of the first and the last character may hold some bits of the secret, too. */
  readonly sharesFirst: boolean;
  readonly sharesLast: boolean;
}

/** A shorter part of a secret would turn up by chance. */
const shortestPart = 8;

/** So many characters of a form in a row: how the search knows them. */
interface Gram {
  readonly secret: string;
  /** The least that is enough of any form that holds these characters. */
  least: number;
  sharesFirst: boolean;
  sharesLast: boolean;
}

interface Run extends Found {
  from: number;
  to: number;
  /** The characters that it begins with. */
  readonly first: Gram;
  /** From 1 on it is enough by itself. */
  share: number;
}

/** Parts of a secret that are at most so many characters apart are one echo of it. */
const mostBetween = 8;

/** So many characters at places that are some way apart settle that a text holds nothing. Of Latin-1 they are one integer. */
const glanceLength = 4;

/**
 * Finds any number of secrets in all their forms at once, in time linear in the text, however long or uniform a secret is.
 * Every text of `gramLength` characters that stands in a form is known. A text is read once: where as many characters in a row
 * as are enough for a form are known, the whole row is found. So nothing depends on how long a secret is, on how many there
 * are, or on how much of one a text repeats.
 */
export class SecretSearch {
  readonly #gramLength: number;
  readonly #grams = new Map<string, Gram>();
  /** Whatever is found holds a gram, which is longer than the way from one glance to the next. */
  readonly #glanced: number;
  readonly #apart: number;
  readonly #glances = new Set<number>();

  /** @param gramLength no form that is enough is shorter */
  constructor(gramLength = shortestPart) {
    this.#gramLength = gramLength;
    this.#glanced = Math.min(glanceLength, gramLength);
    this.#apart = gramLength - this.#glanced + 1;
  }

  get isUsed(): boolean {
    return this.#grams.size > 0;
  }

  add(secret: string): this {
    for (const form of formsOf(secret)) this.#addForm(secret, form);
    return this;
  }

  /**
   * In order, and apart from each other.
   * @param anyPart so many characters of a form as stand in a gram are enough
   */
  find(text: string, anyPart = false): readonly Found[] {
    if (!this.isUsed || text.length < this.#gramLength) return [];
    const runs: Run[] = [];
    for (const look of looksAt(text)) {
      const plain = this.#foldedWithGram(look.text);
      if (plain !== undefined) this.#findRuns(plain, look, text, runs);
    }
    return joined(runs, anyPart);
  }

  #gramAt(text: string, at: number): Gram | undefined {
    return this.#grams.get(text.slice(at, at + this.#gramLength));
  }

  /** The text, folded, where it holds a gram. */
  #foldedWithGram(text: string): string | undefined {
    const [glanced, apart] = [this.#glanced, this.#apart];
    for (let at = 0; at + glanced <= text.length; at += apart) {
      const seen = glance(text, at, glanced);
      // Letters beyond Latin-1 may fold to one of it.
      if (seen !== undefined && !this.#glances.has(seen)) continue;
      const first = Math.max(0, at - apart + 1);
      // Most texts hold no gram, and need not be folded whole.
      const near = folded(text.slice(first, at + this.#gramLength));
      for (let from = 0; from <= at - first; from += 1)
        if (this.#gramAt(near, from) !== undefined) return folded(text);
    }
    return undefined;
  }

  #addForm(secret: string, form: SecretForm): void {
    const text = folded(form.text);
    const [gramLength, glanced] = [this.#gramLength, this.#glanced];
    const last = text.length - gramLength;
    for (let at = 0; at + glanced <= text.length; at += 1) {
      const seen = glance(text, at, glanced);
      if (seen !== undefined) this.#glances.add(seen);
    }
    for (let at = 0; at <= last; at += 1) {
      const [sharesFirst, sharesLast] = [form.sharesFirst && at === 0, form.sharesLast && at === last];
      const same = this.#gramAt(text, at);
      if (same === undefined) {
        const gram = { secret, least: form.least, sharesFirst, sharesLast };
        this.#grams.set(text.slice(at, at + gramLength), gram);
      } else {
        same.least = Math.min(same.least, form.least);
        same.sharesFirst ||= sharesFirst;
        same.sharesLast ||= sharesLast;
      }
    }
  }

  #findRuns(text: string, { places }: Look, original: string, runs: Run[]): void {
    let [from, least]: [number, number] = [0, 0];
    let [first, last]: [Gram | undefined, Gram | undefined] = [undefined, undefined];
    // One further than a gram fits: there, the last run ends.
    for (let at = 0; at <= text.length - this.#gramLength + 1; at += 1) {
      const known = this.#gramAt(text, at);
      if (known !== undefined) {
        if (first === undefined) [first, from, least] = [known, at, known.least];
        least = Math.min(least, known.least);
        last = known;
      } else if (first !== undefined) {
        const to = at + this.#gramLength - 1;
        const run = {
          from: places?.from[from] ?? from,
          to: places?.to[to - 1] ?? to,
          ...{ secret: first.secret, first },
          share: (to - from) / least,
        };
        if (first.sharesFirst && /[\w+/-]/.test(original.charAt(run.from - 1))) run.from -= 1;
        if (last?.sharesLast === true)
          run.to += /^[\w+/-]?(?:=|%3d){0,2}/i.exec(original.slice(run.to, run.to + 7))?.[0].length ?? 0;
        runs.push(run);
        first = undefined;
      }
    }
  }
}

/** Runs that overlap are one. Those beside each other count together: a text may be wrapped, or quoted line by line. */
function joined(runs: readonly Run[], anyPart: boolean): readonly Found[] {
  const groups: Run[][] = [];
  for (const run of runs.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group === undefined || before === undefined || run.from - before.to > mostBetween) groups.push([run]);
    else if (run.from >= before.to) group.push(run);
    else {
      before.to = Math.max(before.to, run.to);
      before.share = Math.max(before.share, run.share);
    }
  }
  return groups.filter((group) => anyPart || together(group) >= 1).flat();
}

/** The same part again says nothing more. */
function together(group: readonly Run[]): number {
  const shares = new Map<Gram, number>();
  for (const { first, share } of group) shares.set(first, Math.max(share, shares.get(first) ?? 0));
  let sum = 0;
  for (const share of shares.values()) sum += share;
  return sum;
}

/** Without differences of letter case, and of the alphabets of base64; a space may be a plus in a query. As long as the text. */
function folded(text: string): string {
  // Small, the first would be longer; the capital of the second is that of a Greek letter.
  const letters = text.replaceAll("İ", "i").replaceAll("µ", "μ").toLowerCase();
  return letters.replaceAll("-", "+").replaceAll(" ", "+").replaceAll("_", "/");
}

/** Undefined where a letter of Latin-1 folds to one beyond it. */
const foldedCodes = Array.from({ length: 256 }, (_, code) => {
  const letter = folded(String.fromCharCode(code)).charCodeAt(0);
  return letter < 256 ? letter : undefined;
});

/** The characters at a place, folded, as one integer; undefined where one is beyond Latin-1, or folds to such a letter. */
function glance(text: string, at: number, length: number): number | undefined {
  let seen = 0;
  for (let place = at; place < at + length; place += 1) {
    const code = foldedCodes[text.charCodeAt(place)];
    if (code === undefined) return undefined;
    seen = (seen << 8) | code;
  }
  return seen;
}

/** So much of a long secret is enough, even if it is less than half of it. */
const longestLeast = 32;

/** A base64 run shorter than this says too little to be looked for. */
const shortestBase64 = 4;

/**
 * The forms in which a service, a proxy or a report writer is known to repeat a secret, without their escapes, which
 * `looksAt` undoes, and in any letter case: as it is, backwards, its bytes in hex, in base64 behind any other bytes, and its
 * UTF-8 read as Latin-1. Its bytes are those of UTF-8 or UTF-16 (of either order: the bytes within are the same).
 */
function formsOf(secret: string): readonly SecretForm[] {
  const bytes = Buffer.from(secret, "utf8");
  // A part of a short secret might turn up by chance: one of less than 16 characters must occur whole.
  const plain = secret.length < 2 * shortestPart ? secret.length : shortestPart;
  const asLatin1 = [secret, secret.toLowerCase(), secret.toUpperCase()].map((text) =>
    Buffer.from(text, "utf8").toString("latin1"),
  );
  return [
    ...escapeLevels(secret).map((text) => formOf(text, plain)),
    ...(bytes.length === secret.length ? [] : asLatin1.map((text) => formOf(text, plain))),
    formOf([...secret].reverse().join(""), shortestPart),
    ...[bytes, Buffer.from(secret, "utf16le")].flatMap((encoded) => [
      formOf(encoded.toString("hex"), 2 * shortestPart),
      ...[0, 1, 2].flatMap((before) => base64Form(encoded, before)),
    ]),
  ].filter(({ text }) => text !== "");
}

function formOf(text: string, shortest: number): SecretForm {
  const half = Math.min(longestLeast, Math.ceil(text.length / 2));
  const least = Math.min(text.length, Math.max(shortest, half));
  return { text, least, sharesFirst: false, sharesLast: false };
}

/** The characters of a base64 text (RFC 4648) that these bytes alone decide when `before` bytes (modulo 3) stand in front of them. */
function base64Form(bytes: Buffer, before: number): SecretForm[] {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const from = Math.ceil((before * 8) / 6);
  const to = Math.floor(((before + bytes.length) * 8) / 6);
  if (to - from < shortestBase64) return [];
  const form = formOf(text.slice(from, to), shortestPart);
  return [{ ...form, sharesFirst: from > 0, sharesLast: to < text.length }];
}
