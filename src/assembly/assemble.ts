import { randomUUID } from "node:crypto";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import type { AskedDocument, PreparedSuite } from "#core/check/suite.ts";
import { type Contract, credentialHeadersOf } from "#core/contract/contract.ts";
import type { Clock } from "#core/exchange/clock/clock.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import type { Transport } from "#core/exchange/transport/transport.ts";
import { UsageError } from "#core/options/usage-error.ts";
import type { RecordPlace } from "#core/recording/recording-file.ts";
import type { RunGiven } from "#core/run/engine.ts";
import type { RunOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { DocumentPart } from "#suites/document/document-suite.ts";
import { headersFor } from "#suites/document/settings.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { pricingPlan } from "#suites/petstore/settings.ts";
import { type Connection, routeTo, waitUntilReady } from "./target.ts";

// Where the parts of a run are put together. Everything is loaded here, when it is needed:
// help and usage errors stay fast.

/** What is asked: the contract, and the requirements and checks that go with it. */
export interface Prepared extends PreparedSuite {
  /** What is made of operations that the document alone describes. */
  readonly part: DocumentPart;
}

/** Throws SpecError for a document that cannot be used. */
export async function prepare(asked: AskedDocument = {}): Promise<Prepared> {
  return suited(await contractOf(asked), asked);
}

/** What a document says, before anything is made of it. @throws SpecError for a document that cannot be used */
export async function contractOf(asked: AskedDocument): Promise<Contract> {
  const { suite } = await import("#suites/registry.ts");
  return suite.load(asked);
}

export async function suited(contract: Contract, asked: AskedDocument): Promise<Prepared> {
  const { suiteFor } = await import("#suites/for-document.ts");
  const { suite, part } = suiteFor(contract, asked);
  return { contract, requirements: suite.requirements(contract), suite, part };
}

export interface RunInput extends RunGiven {
  readonly prepared: Prepared;
}

export async function runOnTarget(input: RunInput, connection: Connection, clock: Clock) {
  const { contract, suite } = input.prepared;
  checkCredential(contract, suite.preflight.operation, input.extraHeaders);
  checkRequiredHeaders(contract, input.extraHeaders);
  const [{ HttpTransport }, { startRun }] = await Promise.all([
    import("#core/exchange/transport/http-transport.ts"),
    import("#core/run/engine.ts"),
  ]);
  const { baseUrl, key } = connection;
  const credentials = credentialHeadersOf(contract);
  const transport = inSmallHeap(
    new HttpTransport({
      clock,
      concurrency: input.options.concurrency,
      maxBodyBytes: input.options.maxBodyBytes,
      ...(await routeTo(connection)),
    }),
  );
  try {
    await waitUntilReady({
      ...{ transport, clock, baseUrl, signal: input.signal },
      extraHeaders: input.extraHeaders.filter(([name]) => !credentials.has(name.toLowerCase())),
      request: input.prepared.suite.probe.request,
      mostMs: connection.waitForReadyMs,
      onEvent: (event) => input.onEvent?.(input.secrets.redact(event)),
    });
    return await startRun({
      ...{ ...input.prepared, ...input, transport, clock, baseUrl },
      target: baseUrl.href,
      clockKind: "wall",
      key,
    });
  } finally {
    await transport.close();
  }
}

/** @throws ReportError for a place that cannot be written */
export async function startRecording({ contract, requirements }: Prepared, place: RecordPlace) {
  const { path, folder, option } = place;
  const [{ judgedBy }, { Recorder }, { checkReportPlace, opened }] = await Promise.all([
    import("#core/recording/recording.ts"),
    import("#core/recording/recording-file.ts"),
    import("#report/formats/write.ts"),
  ]);
  await checkReportPlace(path, folder, option);
  const onFull = (why: string) =>
    place.onLost(`no more could be recorded in ${path} (${why}); the run went on`);
  return opened(
    path,
    option,
    () => new Recorder({ ...place, onLost: onFull }, judgedBy(contract, requirements)),
  );
}

/** More than the heap and the largest body of an ordinary run. */
const ordinary = { heapBytes: 40 * 2 ** 20, bodyBytes: 64 * 2 ** 10 };

/** Keeps the heap small from the first answer on that is larger than an ordinary one, or with which the heap is. */
function inSmallHeap(transport: Transport): Transport {
  // An ordinary run ends before its heap is full: marking that begins long before is in vain, and a twentieth of its time.
  setFlagsFromString("--no-incremental-marking");
  let isKeptSmall = false;
  return {
    send: async (request) => {
      const sent = await transport.send(request);
      const { result } = sent;
      const isLarge = result.kind === "response" && (result.body?.length ?? 0) > ordinary.bodyBytes;
      if (!isKeptSmall && (isLarge || getHeapStatistics().total_heap_size > ordinary.heapBytes)) {
        isKeptSmall = true;
        keepHeapSmall();
      }
      return sent;
    },
    renew: () => transport.renew?.(),
    close: () => {
      setFlagsFromString("--incremental-marking");
      return transport.close();
    },
  };
}

/**
 * Lets V8 collect garbage early rather than let the heap grow: what a hostile target sends keeps some 40 MB at most
 * alive, and without this up to 200 MB of garbage (reports/hostile.md). Costs a tenth of the time of computing.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--incremental-marking");
  setFlagsFromString("--optimize-for-size");
}

/** Runs against the reference server in this process, on a clock that both share and that costs no time. */
export async function runOnReference(input: RunInput): Promise<Redacted<Run>> {
  const [{ VirtualClock }, { InProcessTransport }, { startRun }, { ReferenceServer }] = await Promise.all([
    import("#core/exchange/clock/virtual-clock.ts"),
    import("#core/exchange/transport/in-process.ts"),
    import("#core/run/engine.ts"),
    import("#reference-server/server.ts"),
  ]);
  const { options, prepared } = input;
  const clock = new VirtualClock(
    options.now === undefined ? Date.now() : Date.parse(`${options.now}T12:00:00Z`),
  );
  const key = `reference-${randomUUID()}`;
  const { removalDay } = petstore(prepared.contract);
  const server = new ReferenceServer({
    now: () => clock.now(),
    keys: [key],
    plan: referencePlan(options),
    ...(removalDay && { removalDay }),
  });
  const transport = new InProcessTransport((request) => server.handle(request), clock);
  return startRun({
    ...{ ...prepared, ...input, transport, clock },
    baseUrl: new URL("http://reference.localhost/v1"),
    target: "reference server (in process)",
    clockKind: "virtual",
    key,
  });
}

/** The smallest plan unless another was named, so that the over-limit probe stays within `--max-burst`. */
function referencePlan({ declared, rateLimit }: RunOptions): "free" | "pro" | "business" | "none" {
  if (rateLimit === "off") return "none";
  const name = pricingPlan({ declared })?.name ?? "custom";
  return name === "custom" ? "free" : name;
}

const known = new Map<string, Promise<Prepared>>();

/** As `prepare`; what is made of a document is made once, however many runs it is asked for. @throws SpecError */
export function preparedFor(asked: AskedDocument): Promise<Prepared> {
  const key = JSON.stringify([asked.spec, asked.declared]);
  const prepared = known.get(key) ?? prepare(asked);
  known.set(key, prepared);
  return prepared;
}

/**
 * Throws UsageError where the operation that everything hangs on takes no key that can be sent as the suite sends it: what is found
 * would be about another service than the document's.
 */
export function checkCredential(
  { operations }: Pick<Contract, "operations">,
  id: string,
  given: readonly HeaderLine[] = [],
): void {
  const access = operations.get(id)?.access;
  if (access?.kind !== "other" || access.asToken) return;
  const names = given.map(([name]) => name.toLowerCase());
  if (headersFor(access, names) !== undefined) return;
  throw new UsageError({
    what: `the document asks for ${access.schemes.join(", or ")} at ${id}, and the suite sends its key as a bearer key`,
    where: "--spec",
    remedy:
      "If the service takes a bearer key, describe it so under security; a credential in a header can be given by --header.",
  });
}

/**
 * Throws UsageError for a header or cookie that the document requires of an operation which the suite knows, and which was not
 * given: the suite has no value for it, and a service that rejects requests without it is right.
 */
export function checkRequiredHeaders(
  { operations }: Pick<Contract, "operations">,
  given: readonly HeaderLine[],
): void {
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  for (const { id, parameters } of operations.values()) {
    const missing = parameters.find(
      (one) =>
        one.required &&
        ((one.in === "header" && !names.has(one.name.toLowerCase())) ||
          (one.in === "cookie" && !names.has("cookie"))),
    );
    if (missing === undefined) continue;
    const header = missing.in === "cookie" ? `Cookie='${missing.name}=VALUE'` : `${missing.name}=VALUE`;
    throw new UsageError({
      what: `the document requires the ${missing.in} parameter ${missing.name} of ${id}, and no value of it is given`,
      where: "--spec",
      remedy: `Add --header ${header}.`,
    });
  }
}
