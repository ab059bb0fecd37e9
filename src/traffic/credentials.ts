import { isUtf8 } from "node:buffer";
import type { Contract, FieldSchema, Operation } from "#core/contract/contract.ts";
import { pictureOfNumber } from "#core/contract/credential-marks.ts";
import { undoContentCodings } from "#core/exchange/decoding/decode.ts";
import type { WireBody, WireContent, WireExchange } from "#core/exchange/wire-exchange.ts";
import { percentDecoded } from "#core/json/escape.ts";
import { isCredentialName } from "#core/secrets/looks.ts";
import { shortestAnywhere } from "#core/secrets/redact.ts";
import { bodyBounds } from "./exchange-of.ts";

/**
 * The exchange with a mark for each credential that its name gives away. A secret could hide in a content coding: a body whose
 * coding cannot be undone is left out.
 */
export function withMarks(given: WireExchange, mark: Mark): WireExchange {
  const exchange = withPlainBodies(given);
  const { headers, target, body, outcome } = exchange;
  const request = {
    ...exchange,
    headers: markInHeaders(headers, mark),
    target: markInText(target, mark),
    body: markInBody(body, mark),
  };
  if (outcome.kind === "failure") return request;
  const answer = {
    ...outcome,
    headers: markInHeaders(outcome.headers, mark),
    body: markInBody(outcome.body, mark, errorCode),
  };
  return { ...request, outcome: answer };
}

/** Words of the document, which occur in most answers: they are not looked for elsewhere even where one is a password. */
export function knownWords({ operations, others }: Contract): ReadonlySet<string> {
  return new Set([...operations.values(), ...others.values()].flatMap(wordsOfOperation));
}

/** All that an exchange holds to authenticate, as far as it can be looked for elsewhere. */
export function credentialsIn(exchange: WireExchange, known: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  withMarks(exchange, (secret) => {
    found.add(secret);
    return secret;
  });
  return lookedFor([...found], known);
}

/** To look for more, in all its forms, would take too long. A key has at most some thousand characters. */
const mostLookedFor = 8000;

/** Of what was marked, that for which other places are searched: what is short, or a number, may be anything there. */
export function lookedFor(marked: readonly string[], known: ReadonlySet<string>): readonly string[] {
  let left = mostLookedFor;
  return marked
    .flatMap((secret) => (secret.length > left ? [] : [secret, ...passwordIn(secret)]))
    .filter((secret) => {
      if (secret.length < shortestAnywhere || /^[-+.\d]+$/.test(secret) || known.has(secret)) return false;
      left -= secret.length;
      return left >= 0;
    });
}

/** The password of basic authentication, which is written as base64 of `user:password`. */
function passwordIn(word: string): readonly string[] {
  const [, password] = /^[^:\p{Cc}]*:([^\p{Cc}]+)$/u.exec(Buffer.from(word, "base64").toString("utf8")) ?? [];
  return password === undefined || password.includes("\ufffd") ? [] : [password];
}

/** What stands in the place of a credential. A number is asked for with its digits, and stays a number. */
type Mark = (secret: string) => string;

/** Names of authentication schemes, which are no secrets. */
const scheme = /^(?:bearer|basic|digest|token|apikey|negotiate|hoba|mutual|aws4-hmac-sha256)$/i;

type Lines = WireExchange["headers"];

/** Of every field that is named like a credential, the value; of the others, what stands in the addresses in them. */
function markInHeaders(lines: Lines, mark: Mark): Lines {
  return lines.map(([name, value]) => [name, markInField(name.trim().toLowerCase(), value, mark)]);
}

function markInField(name: string, value: string, mark: Mark): string {
  if (name === "cookie") return value.replace(/[^;]+/g, (pair) => markInPair(pair, mark));
  if (name === "set-cookie") return value.replace(/^[^;]+/, (pair) => markInPair(pair, mark));
  if (!isCredentialName(name)) return markInText(value, mark);
  return value.replace(/[^ \t]+/g, (word) => (scheme.test(word) ? word : mark(word)));
}

/** All of what a cookie holds, whatever it is called. */
function markInPair(pair: string, mark: Mark): string {
  const at = pair.indexOf("=") + 1;
  const value = pair.slice(at).trim();
  return value === "" ? pair : pair.slice(0, at) + pair.slice(at).replace(value, () => mark(value));
}

const userInfo = /((?:\\?\/){2}[^\s"'<>/\\?#@:]*:)([^\s"'<>/\\?#@]+)(?=@)/g;
const parameter = /(^|[?&#]|\\u0026)([^=&#?\s"'<>\\{}]{1,200})(=)(\{key [0-9]+\}|[^&#\s"'<>\\]+)/g;

/** An address as it is printed. */
export function withoutCredentials(target: string): string {
  return markInText(target, () => "{key}");
}

/** Passwords in addresses, and parameters: of an address, of a form, wherever in a text they stand. */
function markInText(text: string, mark: Mark): string {
  if (!text.includes("=") && !text.includes("@")) return text;
  return text
    .replace(userInfo, (_, before: string, password: string) => before + mark(unescaped(password)))
    .replace(parameter, (all, before: string, name: string, equals: string, value: string) =>
      isCredentialName(unescaped(name)) ? before + name + equals + mark(unescaped(value)) : all,
    );
}

function unescaped(text: string): string {
  return percentDecoded(text.replaceAll("+", " "));
}

/** The member of an Error, which the interface gives that name: what it has in an answer is no secret. */
const errorCode = "code";

/** The same in a body: in members of JSON, in fields of forms of both kinds, in addresses. */
function markInBody(body: WireBody, mark: Mark, known?: string): WireBody {
  if (body === undefined || body.length === 0) return body;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const encoding = isUtf8(bytes) ? "utf8" : "latin1";
  const text = bytes.toString(encoding);
  const marked = text.startsWith("--")
    ? markInParts(text, mark)
    : markInText(markInJson(text, mark, known), mark);
  return marked === text ? body : Buffer.from(marked, encoding);
}

/** multipart/form-data (RFC 7578). */
function markInParts(text: string, mark: Mark): string {
  const boundary = text.split("\r\n", 1)[0] ?? "";
  return text
    .split(`\r\n${boundary}`)
    .map((part) => {
      const at = part.indexOf("\r\n\r\n");
      const [, name = ""] = /\bname="?([^"\r\n;]*)/.exec(at === -1 ? "" : part.slice(0, at)) ?? [];
      const value = part.slice(at + 4);
      return at === -1 || value === "" || !isCredentialName(name)
        ? part
        : part.slice(0, at + 4) + mark(value);
    })
    .join(`\r\n${boundary}`);
}

const token = /["{}[\],]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const escapedLetter = /\\u/;

/** What is inside of a member that is named like a credential is one, however deep. What is no JSON is read as far as it is like it. */
function markInJson(text: string, mark: Mark, known: string | undefined): string {
  if (!/^\s*[[{]/.test(text) || !(isCredentialName(text) || escapedLetter.test(text))) return text;
  const holders: Readonly<Record<"isSecret" | "isList", boolean>>[] = [];
  let [isSecret, isName] = [false, false];
  const inString = (found: string): string => {
    const plain = plainText(found);
    if (!isName) return isSecret && plain !== "" ? JSON.stringify(mark(plain)) : found;
    isName = false;
    isSecret ||= isCredentialName(plain) && plain !== known;
    return found;
  };
  const turn = (sign: string): void => {
    if (sign === "{" || sign === "[") holders.push({ isSecret, isList: sign === "[" });
    else if (sign !== ",") holders.pop();
    const holder = holders.at(-1);
    isSecret = holder?.isSecret === true;
    isName = (sign === "{" || sign === ",") && holder?.isList === false;
  };
  let [marked, from] = ["", 0];
  for (const tokens = new RegExp(token); ; ) {
    const found = tokens.exec(text);
    if (found === null) return marked + text.slice(from);
    const [sign] = found;
    if (sign === '"') {
      const end = endOfString(text, found.index);
      marked += text.slice(from, found.index) + inString(text.slice(found.index, end));
      tokens.lastIndex = from = end;
    } else if (/\d/.test(sign)) {
      if (!isSecret) continue;
      marked += text.slice(from, found.index) + pictureOfNumber(sign);
      from = tokens.lastIndex;
    } else turn(sign);
  }
}

/** A search by a pattern would need a stack as deep as the string is long. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === "\\") before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return text.length;
}

function plainText(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.slice(1);
  }
}

/**
 * The exchange with its bodies as their receivers read them, which is how a recording holds them: content codings are undone.
 * A body that its declared coding does not decode counts as not recorded (ruling 41): its receiver may know a coding that is
 * not known here, and a secret could hide in it.
 */
export function withPlainBodies(exchange: WireExchange): WireExchange {
  const { outcome } = exchange;
  if (outcome.kind === "failure") return { ...exchange, body: plainBody(exchange) };
  // Whoever undoes the codings of answers undoes those of requests.
  if (outcome.isDecoded) return exchange;
  const answer = { ...outcome, body: plainBody(outcome), isDecoded: true };
  return { ...exchange, body: plainBody(exchange), outcome: answer };
}

function plainBody({ headers, body }: WireContent): WireBody {
  if (body === undefined) return body;
  const undone = undoContentCodings(headers, body, bodyBounds);
  return undone.problem === undefined ? undone.body : undefined;
}

/** What the document calls things: paths, names, and the texts that it enumerates. They are in most answers. */
function wordsOfOperation({ path, parameters, body, success, answer, refusal }: Operation): string[] {
  const bodies = [body, success === undefined ? undefined : answer(success), refusal];
  return [
    path,
    ...parameters.flatMap(({ name, field }) => [name, ...enumeratedIn(field)]),
    ...bodies.flatMap((schema) =>
      [...(schema?.shape.properties ?? [])].flatMap(([name, field]) => [name, ...enumeratedIn(field)]),
    ),
  ];
}

function enumeratedIn({ enum: values = [] }: FieldSchema): string[] {
  return values.filter((value) => typeof value === "string");
}
