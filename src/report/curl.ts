import {
  type Credential,
  type HeaderLine,
  type RequestSpec,
  type SentRequest,
  type WholeExchange,
  withAccept,
} from "#core/exchange/exchange.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { requestTarget, traceparent } from "#core/exchange/wire-request.ts";
import { isPlainText, utf8Text } from "#core/json/escape.ts";

/** Replaces the API key. */
const keyPlaceholder = "{key}";

const noBase = new URL("http://localhost/");

/** Path and query as they were sent, relative to the base address: `/things?limit=101`. */
export function pathWithQuery(request: SentRequest): string {
  return requestTarget(request, noBase);
}

/** The headers specific to a request, with the placeholder in place of the key: not Accept, User-Agent or the user's own. */
export function requestHeaders({ request, traceId }: WholeExchange): HeaderLine[] {
  const { credential, body, headers = [] } = request;
  const contentType = body?.contentType;
  return [
    ...headers,
    ...credentialLines(credential),
    ...(contentType === undefined ? [] : [["Content-Type", contentType] as const]),
    ...(traceId === undefined ? [] : [traceparent(traceId)]),
  ];
}

function credentialLines(credential: Credential): readonly HeaderLine[] {
  if (credential.kind === "none") return [];
  return credential.kind === "valid"
    ? [["Authorization", `Bearer ${keyPlaceholder}`]]
    : [[credential.header, credential.value]];
}

/** An exchange of a run as it stood on the wire, below the base address and without the headers that every request has. */
export function wireView(exchange: WholeExchange): WireExchange {
  const { request, outcome, times } = exchange;
  const { sentAtMs, endedAtMs } = times;
  return {
    ...{ sentAtMs, endedAtMs, method: request.method, target: pathWithQuery(request) },
    headers: requestHeaders(exchange),
    body: request.body?.bytes ?? new Uint8Array(),
    outcome:
      outcome.kind === "failure"
        ? outcome
        : { kind: "answer", ...outcome.answer, body: outcome.answer.body.bytes, isDecoded: true },
  };
}

/** A longer text is searched for repetitions. */
const longestAsItIs = 120;

/** From so many repetitions on, one or two characters are written by a loop of the shell. */
const fewestRepeated = 40;

/**
 * One word of a POSIX shell. What repeats in a long text is counted and not written out; text with control or deceptive
 * characters goes through printf, which is portable.
 */
export function shellWord(text: string): string {
  if (!isPlainText(text)) return `"$(printf ${printfFormat(new TextEncoder().encode(text))})"`;
  if (text.length <= longestAsItIs) return quoted(text);
  const words: string[] = [];
  let end = 0;
  for (const { index, 0: run, 1: unit = "" } of text.matchAll(repeated)) {
    const format = printfFormat(new TextEncoder().encode(unit)).replace(/'$/u, "%.0s'");
    words.push(quoted(text.slice(end, index)), `"$(printf ${format} $(seq ${run.length / unit.length}))"`);
    end = index + run.length;
  }
  return [...words, quoted(text.slice(end))].filter((word) => word !== "''").join("");
}

const repeated = new RegExp(`([!-~]{1,2}?)\\1{${fewestRepeated - 1},}`, "gu");

/** One word of a POSIX shell, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A format string for POSIX printf that writes exactly these bytes: octal escapes, since `\x` is not portable. */
function printfFormat(bytes: Uint8Array): string {
  let format = "";
  for (const byte of bytes) {
    // A hyphen at the start would be taken for an option.
    const isOption = format === "" && byte === 0x2d;
    const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x25 && byte !== 0x5c && byte !== 0x27 && !isOption;
    format += plain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
  }
  return `'${format}'`;
}

/** Bytes; a larger body is described and not written out, so that no shell line gets too long. */
const longestBody = 16 * 1024;

/** A command in words, each of which may go on its own line; joined with spaces they are one line. */
export interface CurlCommand {
  readonly words: readonly string[];
  /** What the reader has to know or fill in first, as a shell comment without its `#`. */
  readonly comment?: string | undefined;
}

/** The word that a command which does something with the answer replaces. */
export const sending = "curl -i";

/** As the suite sends it; without it a server may answer in another format. */
export const acceptWord = withAccept().map(headerWord).join("");

export const keyWord = `-H "Authorization: Bearer $PETSTORE_API_KEY"`;

/** An id that a path ends in, with whatever is written behind its digits. */
export const idInPath = /\/(-?[0-9]+)(?![0-9])(?=[^/]*$)/u;

const idInBody = /"id"\s*:\s*(-?[0-9]+)/u;

/** Shell variables by the id in place of which they stand. */
type Variables = ReadonlyMap<string, string>;

/**
 * A POSIX shell command that sends the request again: with `$PETSTORE_API_KEY` in place of the key,
 * with the exact bytes of the body, and without characters that a terminal would interpret.
 * An id that has a variable is taken from it.
 */
export function curlCommand(
  request: RequestSpec,
  baseAddress: string,
  variables: Variables = new Map(),
): CurlCommand {
  const url = reachable(baseAddress) + pathWithQuery(request);
  const authorization = credentialWords(request);
  const body = bodyWords(request, variables);
  const headers = withAccept(request.headers);
  const comments = [authorization.comment, body.comment].filter((comment) => comment !== undefined);
  return {
    words: [
      ...body.before,
      sending,
      ...headers.filter(isAccept).map(headerWord),
      ...methodWords(request),
      ...(/[[\]{}]/u.test(url) ? ["--globoff"] : []),
      ...(/\/\.\.?(?:[/?]|$)/u.test(url) ? ["--path-as-is"] : []),
      ...headers.filter((line) => !isAccept(line)).map(headerWord),
      ...authorization.words,
      ...body.words,
      withVariables(url, idInPath, variables),
    ],
    comment: comments.length === 0 ? undefined : comments.join("; "),
  };
}

function headerWord([name, value]: HeaderLine): string {
  return `-H ${shellWord(`${name}: ${value}`)}`;
}

function isAccept([name]: HeaderLine): boolean {
  return name === "Accept";
}

/** Options for the method; none for curl's default. With `-X HEAD` curl would wait for a body. */
function methodWords({ method, body }: RequestSpec): readonly string[] {
  if (method === "HEAD") return ["--head"];
  return method === (body === undefined ? "GET" : "POST") ? [] : [`-X ${method}`];
}

export function curlLine(request: RequestSpec, baseAddress: string): string {
  return commandLine(curlCommand(request, baseAddress));
}

export function commandLine({ words, comment }: CurlCommand): string {
  return words.join(" ") + (comment === undefined ? "" : `  # ${comment}`);
}

/** For a server in the process of the run, which has no address: where `serve` listens by default. */
export function reachable(baseAddress: string): string {
  return /^https?:/u.test(baseAddress) ? baseAddress.replace(/\/$/u, "") : "http://127.0.0.1:8080/v1";
}

function credentialWords({ credential }: RequestSpec): CurlCommand {
  if (credential.kind === "none") return { words: [] };
  if (credential.kind === "valid") return { words: [keyWord] };
  const { header, value } = credential;
  // What is derived from the key must not be printed; the reader derives it.
  if (credential.derive !== undefined) {
    return {
      words: [`-H "${inDoubleQuotes(header)}: $CREDENTIAL"`],
      comment: `CREDENTIAL: ${oneLine(credential.about)}`,
    };
  }
  // curl sends a header without a value only when its name ends in a semicolon.
  if (value === "") return { words: [`-H ${shellWord(`${header};`)}`] };
  const line = `${header}: ${value}`;
  if (!line.includes(keyPlaceholder)) return { words: [headerWord([header, value])] };
  const quoted = line.split(keyPlaceholder).map(inDoubleQuotes).join("$PETSTORE_API_KEY");
  return { words: [`-H "${quoted}"`] };
}

interface BodyWords extends CurlCommand {
  /** Words before curl in the pipeline. */
  readonly before: readonly string[];
}

function bodyWords({ body }: RequestSpec, variables: Variables): BodyWords {
  if (body === undefined) return { before: [], words: [] };
  // Without a Content-Type curl would add its own.
  const { contentType: type } = body;
  const contentType = type === undefined ? "-H 'Content-Type:'" : headerWord(["Content-Type", type]);
  const sent = (data: string, ...before: readonly string[]): BodyWords => {
    return { before, words: [contentType, `--data-binary ${data}`] };
  };
  if (body.bytes.length > longestBody)
    return { ...sent("@body.bin"), comment: `body.bin: the ${body.bytes.length} bytes that were sent` };
  const text = utf8Text(body.bytes);
  // A body that begins with @ would name a file; bytes that are not plain text go through printf.
  return text !== undefined && isPlainText(text) && !text.startsWith("@")
    ? sent(withVariables(text, idInBody, variables))
    : sent("@-", `printf ${printfFormat(body.bytes)} |`);
}

/** A word in which a known id, found by the pattern's group, is its variable; one that is derived from it, a sum. */
function withVariables(text: string, pattern: RegExp, variables: Variables): string {
  const [whole = "", id = ""] = pattern.exec(text) ?? [];
  const [variable] = distances.flatMap((apart) => {
    const name = id === "" ? undefined : variables.get(String(BigInt(id) - apart));
    return name === undefined ? [] : [apart === 0n ? name : `((${name} + ${apart}))`];
  });
  if (variable === undefined) return shellWord(text);
  const end = text.search(pattern) + whole.length;
  const after = text.slice(end);
  return `${shellWord(text.slice(0, end - id.length))}"$${variable}"${after === "" ? "" : shellWord(after)}`;
}

/** An id is asked for beside one that is known: the next one, or one with the same lower 32 bits. */
const distances = [0n, 1n, -1n, 2n ** 32n];

function inDoubleQuotes(text: string): string {
  return oneLine(text).replace(/[\\"$`!]/gu, (character) => (character === "!" ? `"'!'"` : `\\${character}`));
}

function oneLine(text: string): string {
  return isPlainText(text) ? text : JSON.stringify(text).slice(1, -1);
}

/**
 * The words of a shell command in lines that can be pasted: broken between words only, each line break escaped. A word
 * that fits in no line, as a body may be, stays where it is: what shows it breaks it in any case.
 */
export function brokenBetweenWords(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const fitsInALine = word.length + 4 <= width;
    if (line.trim() !== "" && fitsInALine && line.length + word.length + 3 > width) {
      lines.push(`${line} \\`);
      line = " ";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return [...lines, line];
}
