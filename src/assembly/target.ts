import { createPrivateKey, X509Certificate } from "node:crypto";
import { BlockList, isIP } from "node:net";
import { resolve } from "node:path";
import type { Clock } from "#core/exchange/clock/clock.ts";
import type { HeaderLine, RequestSpec } from "#core/exchange/exchange.ts";
import { bareHost, isPrivateAddress, isPrivateHost } from "#core/exchange/transport/private-host.ts";
import type { Route, TlsOptions } from "#core/exchange/transport/route.ts";
import type { Transport } from "#core/exchange/transport/transport.ts";
import { ownedHeaderIn, requestTarget } from "#core/exchange/wire-request.ts";
import { isPercentEncoded } from "#core/json/escape.ts";
import { reading, UsageError } from "#core/options/usage-error.ts";
import type { RunEvent } from "#core/run/result.ts";
import { mostBytes, readBounded } from "#files/read-bounded.ts";

const example = "https://staging.example.com/v1";

/**
 * The base address of the target, without a trailing slash. Throws UsageError for what is empty or not http(s), has
 * credentials, a query or a fragment, or would carry the key unencrypted over a public network, unless that is allowed.
 */
export function readTarget(text: string, { allowInsecure }: { readonly allowInsecure: boolean }): URL {
  const refuse = (what: string, remedy: string): never => {
    throw new UsageError({ what, where: "base address", remedy });
  };
  if (text.trim() === "")
    refuse(
      "it is empty",
      `If it comes from a variable, set the variable; or write the address, such as ${example}.`,
    );
  const url = URL.parse(text);
  // `localhost:8080` is one of the scheme `localhost`.
  if (url === null || !/^https?:\/\//i.test(text))
    // It may contain a password: only the part after it is printed.
    return refuse(
      `${JSON.stringify(text.slice(text.lastIndexOf("@") + 1))} is not an http or https URL`,
      `Write, for example, ${example}.`,
    );
  if (url.username !== "" || url.password !== "")
    refuse("the URL contains credentials", "Leave them out; the API key is given separately.");
  if (/[?#]/.test(text))
    refuse("the URL has a query or a fragment", `Give the base address alone, such as ${example}.`);
  if (url.protocol === "http:" && !allowInsecure && !isPrivateHost(url.hostname))
    refuse(
      `plain http to ${url.hostname} would send the API key unencrypted`,
      `Use https://${url.host}${url.pathname}, or allow-insecure: true in the configuration (in code allowInsecure) if you mean it.`,
    );
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/** Common servers and proxies take no header line beyond 8 kB, its name and `Bearer ` included. */
const longestValue = 8000;

function tooLong(what: string, where: string): UsageError {
  return new UsageError({
    what: `${what} has more than ${longestValue.toLocaleString("en")} characters, which common servers take in no header`,
    where,
    remedy: "Give the value itself; a file may hold more than it.",
  });
}

/** The key as it was given. Throws UsageError where a header cannot carry it; the message never contains it. */
export function checkKey(key: string, where: string): string {
  if (key === "") throw new UsageError({ what: "the API key is empty", where, remedy: "Put the key there." });
  if (key.length > longestValue) throw tooLong("the API key", where);
  // RFC 9110, 5.5 and 11.2: a bearer token is visible ASCII without spaces.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    const what = "the API key contains whitespace or a character outside ASCII, which a header cannot carry";
    throw new UsageError({ what, where, remedy: "Give the key alone, without `Bearer` and without quotes." });
  }
  return key;
}

/** A field's name and its value (RFC 9110, 5.1 and 5.5). */
const [namePattern, valuePattern] = [/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, /^[\t\x20-\x7e\x80-\xff]*$/];

/** Header lines as code gives them. Throws UsageError for what is no line, and as `checkOwnHeaders`. */
export function checkHeaderLines(given: unknown, where: string, hasDocument: boolean): readonly HeaderLine[] {
  const refused = (what: string) =>
    new UsageError({ what, where, remedy: 'Give a list of pairs, such as [["X-Gateway-Token", "abc"]].' });
  if (!Array.isArray(given)) throw refused("headers must be a list");
  const lines = given.map((line: unknown): HeaderLine => {
    const [name, value, ...more]: readonly unknown[] = Array.isArray(line) ? line : [];
    if (typeof name !== "string" || typeof value !== "string" || more.length > 0)
      throw refused("each of headers must be a pair of a name and a value, both text");
    if (!namePattern.test(name) || !valuePattern.test(value))
      throw refused("headers must have names and values as HTTP allows them");
    return [name, value];
  });
  checkOwnHeaders(lines, where, hasDocument);
  return lines;
}

/**
 * Throws UsageError for a header that the suite sets itself, and for a value that is too long.
 * @param hasDocument true where a document is given: it may ask for another scheme than Bearer in `Authorization`
 */
export function checkOwnHeaders(lines: readonly HeaderLine[], where: string, hasDocument: boolean): void {
  const long = lines.find(([, value]) => value.length > longestValue);
  if (long !== undefined) throw tooLong(`the value of ${long[0]}`, where);
  const owned = ownedHeaderIn(lines, hasDocument);
  if (owned === undefined) return;
  const what = `the header ${owned} cannot be added to every request: the suite sets it itself`;
  throw new UsageError({ what, where, remedy: "Leave it out; the API key is given separately." });
}

export interface Connection {
  readonly baseUrl: URL;
  readonly key: string;
  readonly allowInsecure: boolean;
  /** PEM files, relative to the folder. */
  readonly ca?: string | undefined;
  readonly clientCert?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** 0: do not wait. */
  readonly waitForReadyMs: number;
}

export async function routeTo(connection: Connection): Promise<Route> {
  const { baseUrl, env, allowInsecure } = connection;
  // The transport asks of each connection: a name that sounds private may be at a public address.
  const permits = baseUrl.protocol === "http:" && !allowInsecure ? isPrivateAddress : undefined;
  return { target: baseUrl, tls: await tlsOptions(connection), proxy: proxyFor(baseUrl, env), permits };
}

async function tlsOptions({ ca, clientCert, clientKey, folder }: Connection): Promise<TlsOptions> {
  const [authorities, cert, key] = await Promise.all([
    pemFile("ca", ca, folder),
    pemFile("client-cert", clientCert, folder),
    pemFile("client-key", clientKey, folder),
  ]);
  return { ...(authorities && { ca: authorities }), ...(cert && { cert }), ...(key && { key }) };
}

async function pemFile(option: string, file: string | undefined, folder: string) {
  if (file === undefined) return undefined;
  const words = {
    ...{ what: `the file of ${option}`, where: file },
    remedy: "Give the path of a readable file with a block that begins with -----BEGIN.",
  };
  const text = String(await reading(words, () => readBounded(resolve(folder, file), mostBytes.pem)));
  const why =
    option === "client-key" ? "it holds no private key without a passphrase" : "it holds no certificate";
  reading({ ...words, why }, () => readPem(option, text));
  return text;
}

/** TLS itself drops in silence what it cannot read. */
function readPem(option: string, text: string): void {
  const blocks = text.match(/-----BEGIN [^-]+-----.*?-----END [^-]+-----/gs) ?? [text];
  if (option === "client-key") createPrivateKey(text);
  else for (const block of blocks) new X509Certificate(block);
}

interface ReadyInput {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly baseUrl: URL;
  readonly extraHeaders: readonly HeaderLine[];
  readonly signal: AbortSignal;
  /** What is asked for; it is sent without its credential. */
  readonly request: RequestSpec;
  /** 0: do not wait. */
  readonly mostMs: number;
  readonly onEvent: (event: RunEvent) => void;
}

/** What a proxy answers while nothing stands behind it. */
const notReady: readonly number[] = [502, 503, 504];

const pauseMs = 1000;

/**
 * Asks once a second, without the key, until the target answers at all: any status but that of a proxy without
 * a server. These requests are no evidence. The run starts in any case and says what it finds.
 */
export async function waitUntilReady(input: ReadyInput): Promise<void> {
  const { transport, clock, baseUrl, extraHeaders, request, mostMs, signal, onEvent } = input;
  const untilMs = clock.now() + mostMs;
  for (let asked = false; mostMs > 0 && clock.now() < untilMs && !signal.aborted; asked = true) {
    if (!asked)
      onEvent({ kind: "waiting", cause: "ready", reason: "the target does not answer yet", untilMs });
    const { result } = await transport.send({
      method: request.method,
      target: requestTarget(request, baseUrl),
      headers: [["Accept", "application/json"], ...extraHeaders],
      body: undefined,
      newConnection: true,
      mostKeptBytes: 0,
      timeoutMs: Math.max(1, Math.min(5000, untilMs - clock.now())),
      signal,
    });
    if (result.kind === "response" && !notReady.includes(result.status)) return;
    await clock.sleep(Math.max(0, Math.min(pauseMs, untilMs - clock.now())), signal).catch(() => undefined);
  }
}

/**
 * The proxy that the environment names for a target: HTTPS_PROXY or HTTP_PROXY by the target's scheme, in
 * either case (lower goes first, as with curl), unless NO_PROXY takes the target out. Undefined: none.
 * @throws UsageError for a proxy that is not an http or https address
 */
export function proxyFor(target: URL, env: Readonly<Record<string, string | undefined>>): URL | undefined {
  const name = target.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const value = setting(env, name);
  if (value === undefined || isExcepted(target, setting(env, "NO_PROXY") ?? "")) return undefined;
  const proxy = URL.parse(value.includes("://") ? value : `http://${value}`);
  const isAddress = proxy?.protocol === "http:" || proxy?.protocol === "https:";
  if (proxy === null || !isAddress || !isPercentEncoded(proxy.username + proxy.password)) {
    // The value is not reported: it may hold a password.
    throw new UsageError({
      what: `${name} must be the address of an http or https proxy, such as http://proxy.example:3128; a percent sign in its user or password is %25`,
      where: "environment",
      remedy: "Correct it, or name the target in NO_PROXY.",
    });
  }
  return proxy;
}

function setting(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return env[name.toLowerCase()] || env[name] || undefined;
}

/** NO_PROXY: `*`, or hosts and address blocks (`10.0.0.0/8`), separated by commas or spaces; a host covers its subdomains too, and a port narrows it. */
function isExcepted(target: URL, noProxy: string): boolean {
  const host = bareHost(target.hostname);
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*" || isInBlock(host, entry)) return true;
      const [, name = "", wantedPort] = /^(\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::([0-9]+))?$/.exec(entry) ?? [];
      if (wantedPort !== undefined && wantedPort !== port) return false;
      const wanted = bareHost(name).replace(/^\*?\./, "");
      return wanted !== "" && (host === wanted || host.endsWith(`.${wanted}`));
    });
}

function isInBlock(host: string, entry: string): boolean {
  const [network = "", bits = "", ...more] = entry.split("/");
  const version = isIP(host);
  if (version === 0 || isIP(bareHost(network)) !== version || more.length > 0 || !/^\d{1,3}$/.test(bits))
    return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  if (Number(bits) > (version === 4 ? 32 : 128)) return false;
  const block = new BlockList();
  block.addSubnet(bareHost(network), Number(bits), family);
  return block.check(host, family);
}
