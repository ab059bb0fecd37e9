import { realpath } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  bytesWithin,
  FileTooLarge,
  isUnreadable,
  mostBytes,
  readBounded,
  whyUnreadable,
} from "#files/read-bounded.ts";
import { SpecError } from "./spec-error.ts";

/** Gets the text behind an http(s) address; rejects when it cannot. */
export type FetchText = (url: URL) => Promise<string>;

const maxBytes = mostBytes.document;
const timeoutMs = 10_000;

/** The address of a document that the caller named by path or URL. */
export function specUrl(spec: string): URL {
  if (!/^(https?|file):/i.test(spec)) return pathToFileURL(resolve(spec));
  if (!URL.canParse(spec))
    throw new SpecError("not a URL", { file: spec }, "Give a path or an https address.");
  const url = new URL(spec);
  url.hash = "";
  if (url.username !== "" || url.password !== "")
    throw refused("the address holds credentials", url, "Download it and give the path.");
  return url;
}

/** A document's address as people may see it: a path, or a URL without its query, which may hold a token. */
export function specName(url: URL): string {
  if (url.protocol !== "file:") return `${url.origin}${url.pathname}`;
  return isPath(url) ? fileURLToPath(url) : url.pathname;
}

/**
 * The text of one file of the document whose own address is `root`.
 * @throws SpecError when it lies outside the document's folder, is too large, is not UTF-8 or cannot be read.
 */
export async function readSpecText(
  url: URL,
  root: URL,
  fetchText: FetchText = fetchSpecText,
): Promise<string> {
  const isLocal = url.protocol === "file:";
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    throw refused("not fetched over plain http", url, "Give an https address.");
  try {
    return await (isLocal ? readLocal(url, root) : fetchText(url));
  } catch (cause) {
    if (cause instanceof SpecError) throw cause;
    if (cause instanceof FileTooLarge)
      throw refused(`larger than ${maxBytes / 1_000_000} MB`, url, "Give a smaller document.");
    if (!isLocal)
      throw refused(`not fetched: ${reasonOf(cause)}`, url, "Check the address, or download it first.");
    if (!isUnreadable(cause)) throw cause;
    throw refused(`cannot be read: ${whyUnreadable(cause)}`, url, "Check the path and its permissions.");
  }
}

/** Whether a reference may be followed: to the document's own folder and what is beneath it, and nowhere else. */
export function isInsideFolder(url: URL, root: URL): boolean {
  const folder = new URL(".", root);
  if (url.protocol === "file:" && !isPath(url)) return false;
  return url.protocol === root.protocol && url.host === root.host && url.pathname.startsWith(folder.pathname);
}

/** A slash in the name of a file is none of a path: Node refuses it. */
function isPath({ pathname }: URL): boolean {
  return !/%(?:2f|5c|00)/i.test(pathname);
}

async function readLocal(url: URL, root: URL): Promise<string> {
  // The document itself may be a link, or a pipe, which lies in no folder.
  if (url.href !== root.href) await expectInside(url, root);
  return decode(await readBounded(fileURLToPath(url), maxBytes), url);
}

/** A link inside the folder may lead out of it. */
async function expectInside(url: URL, root: URL): Promise<void> {
  const folder = await realpath(fileURLToPath(new URL(".", root)));
  const within = folder.endsWith(sep) ? folder : folder + sep;
  if (!(await realpath(fileURLToPath(url))).startsWith(within))
    throw refused("a link out of the document's folder", url, "Put the file itself into the folder.");
}

/** Explicit: otherwise NODE_TLS_REJECT_UNAUTHORIZED and --tls-min-v1.0 would decide. */
const tls = { rejectUnauthorized: true, minVersion: "TLSv1.2" } as const;

/**
 * Gets a document over HTTP: without credentials, and without following a redirect. It is read no further than a document may be.
 * @param ms for all of it, from the first packet to the last byte
 * @throws SpecError, FileTooLarge, a `TimeoutError`, and what undici throws
 */
export async function fetchSpecText(url: URL, ms = timeoutMs): Promise<string> {
  // Imported here: few documents are fetched.
  const { Client } = await import("undici");
  const client = new Client(url.origin, { allowH2: false, headersTimeout: 0, bodyTimeout: 0, connect: tls });
  try {
    const { statusCode, headers, body } = await client.request({
      method: "GET",
      path: url.pathname + url.search,
      headers: {
        accept: "application/yaml, application/json, text/*;q=0.9, */*;q=0.1",
        "accept-encoding": "identity",
      },
      signal: AbortSignal.timeout(ms),
    });
    // Cut off with the connection.
    body.on("error", () => undefined);
    if (statusCode >= 300 && statusCode < 400)
      throw refused("answered by a redirect, which is not followed", url, "Give the final address.");
    if (statusCode !== 200) throw refused(`answered with status ${statusCode}`, url, "Check the address.");
    if (!/^identity$/i.test(String(headers["content-encoding"] ?? "identity")))
      throw refused("compressed, which was not asked for", url, "Download it and give the path.");
    return decode(await bytesWithin(body, maxBytes), url);
  } finally {
    await client.destroy();
  }
}

function decode(bytes: Uint8Array, url: URL): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refused("not UTF-8", url, "Save it as UTF-8.");
  }
}

function refused(problem: string, url: URL, advice: string): SpecError {
  return new SpecError(problem, { file: specName(url) }, advice);
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** The system's code says more than "fetch failed", and holds no path. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === "TimeoutError") return "no answer in time";
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  return "code" in inner && typeof inner.code === "string" ? inner.code : inner.message;
}
