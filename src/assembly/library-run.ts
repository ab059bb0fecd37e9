import { createServer, type IncomingMessage, type RequestListener, request } from "node:http";
import { duplexPair } from "node:stream";
import { buffer } from "node:stream/consumers";
import { WallClock } from "#core/exchange/clock/clock.ts";
import { announcesLength, type HeaderLine, linesOfRaw } from "#core/exchange/exchange.ts";
import { type InProcessHandler, InProcessTransport } from "#core/exchange/transport/in-process.ts";
import { declaredBy } from "#core/options/option.ts";
import { startRun } from "#core/run/engine.ts";
import type { KeptEntry } from "#core/run/journal/journal.ts";
import { runOptionsOf } from "#core/run/options.ts";
import type { Run, RunEvent } from "#core/run/result.ts";
import { ofRedacted, type Redacted } from "#core/secrets/redacted.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { type Format, formats } from "#report/formats/formats.ts";
import { reportOfRun } from "#report/run-report.ts";
import { withHeaders } from "#suites/document/settings.ts";
import { settings } from "#suites/settings.ts";
import { prepare, runOnTarget, type RunInput as Started, startRecording } from "./assemble.ts";
import {
  checkCertificate,
  draw,
  type Given,
  type LibraryOptions,
  libraryOptions,
  optionsOfRun,
  readLibraryOptions,
  wrongOption,
} from "./options/library-options.ts";
import { checkNamesInDocument, withCheckedSelectors } from "./options/selectors.ts";
import { checkHeaderLines, checkKey, readTarget } from "./target.ts";

/** A server as a function, as Hono, Next, Deno and Workers have it. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** What is checked: a base address ending in `/v1`, or a server in this process, which needs no socket. */
export type Target =
  | string
  | URL
  /** `basePath` is where the interface begins; default `/v1`. */
  | { readonly fetch: FetchHandler; readonly basePath?: string }
  | { readonly listener: RequestListener; readonly basePath?: string };

/** Options of a run; what is left out has the default of the command line. */
export interface RunInput extends LibraryOptions {
  readonly target: Target;
  readonly apiKey: string;
  /** Sent with every request; values are redacted as the key is. */
  readonly headers?: readonly HeaderLine[];
  /** Ends the run early; what it had found is kept, and the run is marked partial. */
  readonly signal?: AbortSignal;
  /** Called with each event as it happens. Redacted, but not escaped: text of the target's is the target's. */
  readonly onEvent?: (event: Redacted<RunEvent>) => void;
}

const others = ["target", "apiKey", "headers", "signal", "onEvent"] satisfies Exclude<
  keyof RunInput,
  keyof LibraryOptions
>[];

/**
 * Checks a target and gives everything that was found, redacted. A target that fails is a result. What is thrown is
 * redacted, too.
 * @throws UsageError for an unknown option or one that makes no sense, SpecError for a document that cannot be used
 */
export async function run(input: RunInput): Promise<Redacted<Run>> {
  const secrets = new Secrets(...secretsIn(input));
  try {
    const found = await check(input, secrets);
    input.onEvent?.(ofRedacted<RunEvent>({ kind: "finished", run: found }));
    return found;
  } catch (error) {
    throw secrets.redactError(error);
  }
}

/** Collected before the options are checked: an error about them must not repeat a secret. */
function secretsIn({ apiKey, headers = [] }: RunInput): readonly string[] {
  const lines: readonly unknown[] = Array.isArray(headers) ? headers : [];
  const values = lines.map((line): unknown => (Array.isArray(line) ? line[1] : undefined));
  return [apiKey, ...values].filter((value) => typeof value === "string");
}

async function check(input: RunInput, secrets: Secrets): Promise<Redacted<Run>> {
  const { target: asked, apiKey, headers = [], signal, onEvent, ...rest } = input;
  const options = readLibraryOptions(libraryOptions, rest, others);
  checkCertificate(options);
  if (typeof apiKey !== "string" || apiKey === "")
    throw wrongOption(
      "apiKey is empty: the interface has no operation without a key",
      "Give the key alone, as text.",
    );
  checkKey(apiKey, "apiKey");
  const extraHeaders = checkHeaderLines(headers, optionsOfRun, options.spec !== undefined);
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw wrongOption("signal must be an AbortSignal", "Try signal: AbortSignal.timeout(60_000).");
  if (onEvent !== undefined && typeof onEvent !== "function")
    throw wrongOption("onEvent must be a function", "Try onEvent: (event) => console.log(event.kind).");
  const events = onEvent && new Listener(onEvent);
  const target = checkedTarget(asked, options);
  const given = declaredBy(settings, options);
  const declared = options.spec === undefined ? given : withHeaders(given, extraHeaders);
  const prepared = await prepare({ spec: options.spec, declared });
  checkNamesInDocument(declared, prepared.part);
  const recorder =
    options.record === undefined
      ? undefined
      : await startRecording(prepared, {
          ...{ path: options.record, folder: process.cwd(), option: "record" },
          onLost: (sentence) => events?.hear(secrets.redact({ kind: "notice", sentence })),
        });
  const common = {
    prepared,
    options: withCheckedSelectors(runOptionsOf(options, declared, draw()), prepared.requirements),
    extraHeaders,
    signal: AbortSignal.any([signal ?? [], events?.failed ?? []].flat()),
    secrets,
    ...(events !== undefined && { onEvent: (event: Redacted<RunEvent>) => events.hear(event) }),
    ...(recorder !== undefined && { journal: (entry: KeptEntry) => recorder.journal(entry) }),
  };
  try {
    const found = await (target instanceof URL
      ? runOnTarget(
          common,
          // Proxies and relative files are those of the process that calls.
          { ...options, baseUrl: target, key: apiKey, folder: process.cwd(), env: process.env },
          new WallClock(),
        )
      : runInProcess(common, target, apiKey));
    recorder?.finish(found);
    events?.failed.throwIfAborted();
    return found;
  } finally {
    recorder?.close();
  }
}

/** Calls the caller's function until it throws: that ends the run, and is what the run rejects with. */
class Listener {
  readonly #onEvent: NonNullable<RunInput["onEvent"]>;
  readonly #thrown = new AbortController();

  constructor(onEvent: NonNullable<RunInput["onEvent"]>) {
    this.#onEvent = onEvent;
  }

  get failed(): AbortSignal {
    return this.#thrown.signal;
  }

  hear(event: Redacted<RunEvent>): void {
    if (this.failed.aborted) return;
    try {
      this.#onEvent(event);
    } catch (error) {
      this.#thrown.abort(error);
    }
  }
}

type InProcess = Exclude<Target, string | URL>;

function checkedTarget(target: unknown, options: Given): URL | InProcess {
  if (typeof target === "string" || target instanceof URL) return readTarget(String(target), options);
  if (!isInProcess(target))
    throw wrongOption(
      "target is neither a base address nor a server in this process",
      "Try target: { fetch: (request) => app.fetch(request) }, or target: { listener: app }.",
    );
  // What follows the host in the address of each request.
  if (!/^(?:\/[^?#\s]*[^?#\s/])?$/.test(target.basePath ?? ""))
    throw wrongOption("basePath must be a path without a slash at its end", 'Try basePath: "/v1".');
  return target;
}

function isInProcess(target: unknown): target is InProcess {
  if (typeof target !== "object" || target === null) return false;
  const basePath: unknown = Reflect.get(target, "basePath");
  const handlers = [Reflect.get(target, "fetch"), Reflect.get(target, "listener")];
  const [handler, ...others] = handlers.filter((given) => given !== undefined);
  const isPath = basePath === undefined || typeof basePath === "string";
  return typeof handler === "function" && others.length === 0 && isPath;
}

/** A name that belongs to nobody: `.localhost` is reserved for this machine (RFC 6761). */
const host = "in-process.localhost";

async function runInProcess({ prepared, ...common }: Started, target: InProcess, key: string) {
  const clock = new WallClock();
  const baseUrl = new URL(`http://${host}${target.basePath ?? "/v1"}`);
  const handler =
    "fetch" in target
      ? fetchHandlerTarget(target.fetch, `http://${host}`)
      : nodeListenerTarget(target.listener);
  return startRun({
    ...prepared,
    ...common,
    transport: new InProcessTransport(handler, clock),
    clock,
    clockKind: "wall",
    baseUrl,
    target: "server in this process",
    key,
  });
}

/**
 * Calls a fetch-style handler in place of a socket. An exception of the handler is an exchange without an answer, as a
 * dropped connection would be.
 * @param origin what stands before the path in `request.url`: `http://localhost`
 */
export function fetchHandlerTarget(handler: FetchHandler, origin: string): InProcessHandler {
  return async ({ method, target, headers, body }) => {
    const request = new Request(origin + target, {
      method,
      headers: headers.map(([name, value]) => [name, value] as [string, string]),
      ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      redirect: "manual",
    });
    try {
      const response = await handler(request);
      return {
        status: response.status,
        headers: [...response.headers],
        body: new Uint8Array(await response.arrayBuffer()),
      };
    } catch {
      // The exception's message is the target's text: it stays out of the sentence.
      const message = "the handler threw an exception in place of answering";
      return { failure: { kind: "closed", phase: "headers", message } };
    }
  };
}

/**
 * Speaks HTTP to a Node request listener (an Express or Fastify app, a plain function) over a pair of streams in this
 * process: Node's own parser on both sides, and no socket. Each request has a connection of its own.
 */
function nodeListenerTarget(listener: RequestListener): InProcessHandler {
  const server = createServer(listener);
  return async ({ method, target, headers, body }) => {
    const [near, far] = duplexPair();
    const lines: HeaderLine[] = [["Host", host], ...headers, ["Connection", "close"]];
    if (announcesLength(method, body.length)) lines.push(["Content-Length", String(body.length)]);
    const sending = request({
      method,
      path: target,
      headers: lines.flat(),
      setHost: false,
      // Asked for where no agent is named; a pair of streams does what is asked of a socket here.
      createConnection: () => near,
    });
    const answered = Promise.withResolvers<IncomingMessage>();
    sending.on("error", answered.reject).on("response", answered.resolve);
    server.emit("connection", far);
    sending.end(body);
    try {
      const answer = await answered.promise;
      const body = new Uint8Array(await buffer(answer));
      return { status: answer.statusCode ?? 0, headers: linesOfRaw(answer.rawHeaders), body };
    } catch {
      const message = "the connection ended before the whole answer was there";
      return { failure: { kind: "closed", phase: "headers", message } };
    } finally {
      near.destroy();
    }
  };
}

/**
 * A run as a report's text: `html`, `json`, `junit` or `markdown`
 * @param run as `run` gives it
 * @param options `strict`: a should that fails counts as a failure
 */
export async function renderReport(
  run: Redacted<Run>,
  format: Format,
  options: { readonly strict?: boolean } = {},
): Promise<string> {
  const { strict = false } = options;
  return [...(await formats[format].write(reportOfRun(run), { strict }))].join("");
}
