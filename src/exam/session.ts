import type { ClientSuite, OpenService, ServiceAnswer } from "#core/check/clients/client-suite.ts";
import type { AnswerToClient, ClientExchange, ClientRequest } from "#core/check/clients/session.ts";
import type { Moment, Reply, Situation } from "#core/check/clients/situation.ts";
import type { Clock } from "#core/exchange/clock/clock.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { headerValue } from "#core/exchange/headers.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { createConductor } from "./conductor.ts";

export interface Incoming {
  readonly method: string;
  /** As in the request line: it begins with the base path. */
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  /** Which connection it came on, from 1. */
  readonly connection: number;
  readonly origin: "service" | "elsewhere";
  /** Undefined where it was too long to keep. */
  readonly body: Uint8Array | undefined;
  readonly bodyBytes: number;
}

export type Outgoing =
  | { readonly kind: "answer"; readonly response: ServiceAnswer }
  /** A part of the answer, and a reset. */
  | { readonly kind: "cut"; readonly response: ServiceAnswer }
  | { readonly kind: "reset" };

export type LiveSession = ReturnType<typeof createSession>;

/** Requests of one session that are kept; more than a client that waits can send. */
const mostKept = 1_000;

/** A client that sends more is not answered any more, and its session ends. */
export const mostRequests = 5_000;

const none = new Uint8Array();

interface Draft {
  readonly request: ClientRequest;
  ended?: AnswerToClient;
}

/** One session with a client: the conductor's situations, the service for all else, and the record of both. */
export function createSession(given: {
  readonly suite: ClientSuite;
  readonly openService: OpenService;
  readonly clock: Clock;
  readonly key: string;
  readonly situations: readonly Situation[];
  /** The origin to which the exam redirects: `http://localhost:8081`. */
  readonly elsewhere: () => string;
  readonly nextId: () => number;
  /** Resolves when what has arrived by now was received. */
  readonly settle?: () => Promise<void>;
}) {
  const { suite, clock, key, situations, settle = async () => undefined } = given;
  const now = () => clock.now();
  const isAlone = situations.length === 1;
  const serve = given.openService({ key, now, situations });
  const conductor = createConductor(situations);
  const drafts: Draft[] = [];
  let unanswered = 0;
  let requests = 0;

  const send = async (request: Incoming, reply: Reply | undefined): Promise<Outgoing> => {
    const { method, target, headers, body = none } = request;
    const served = () => serve({ method, target, headers, body });
    if (reply?.kind === "late") await clock.sleep(reply.afterMs);
    if (reply === undefined || reply.kind === "late") return { kind: "answer", response: await served() };
    if (reply.kind === "cut") return { kind: "cut", response: await served() };
    if (reply.kind === "reset") {
      if (reply.performed) await served();
      return { kind: "reset" };
    }
    return { kind: "answer", response: responseOf(reply, now(), given.elsewhere() + target) };
  };

  const hold = async (ms: number): Promise<void> => {
    await clock.sleep(ms);
    await settle();
  };

  /** The other origin answers as the service does, whoever asks: a client that was led there can go on. */
  const sendElsewhere = async ({ method, target, headers, body = none }: Incoming): Promise<Outgoing> => {
    const others = headers.filter(([name]) => name.toLowerCase() !== "authorization");
    const withKey: HeaderLine[] = [...others, ["Authorization", `Bearer ${key}`]];
    return { kind: "answer", response: await serve({ method, target, headers: withKey, body }) };
  };

  const withFields = (outgoing: Outgoing): Outgoing => {
    if (outgoing.kind === "reset") return outgoing;
    const { response } = outgoing;
    const fields = suite.fieldsOfAnswers?.({ ...response, nowMs: now(), requests }) ?? [];
    const more = fields.filter(([name]) => headerValue(response.headers, name) === undefined);
    return { ...outgoing, response: { ...response, headers: [...response.headers, ...more] } };
  };

  const receive = async (request: Incoming, hasLeft = () => false): Promise<Outgoing> => {
    requests += 1;
    if (requests > mostRequests) return { kind: "reset" };
    unanswered += 1;
    const sentAtMs = now();
    const target = belowBase(request.target, suite);
    const draft: Draft = { request: { id: given.nextId(), ...request, target, sentAtMs } };
    const role = suite.roleOf(draft.request);
    if (drafts.length < mostKept) drafts.push(draft);
    const moment = (): Moment => ({
      ...request,
      nowMs: now(),
      sentAtMs,
      role,
      inFlight: unanswered,
      isAlone,
    });
    try {
      const { reply, situation } = isJudged(request)
        ? await conductor.replyTo(moment, hold)
        : { reply: undefined, situation: undefined };
      const sent = request.origin === "elsewhere" ? await sendElsewhere(request) : await send(request, reply);
      const outgoing = withCors(withFields(sent), request);
      const isUnread = outgoing.kind === "answer" && hasLeft();
      draft.ended = { endedAtMs: now(), outcome: isUnread ? clientLeft : outcomeOf(outgoing), situation };
      return outgoing;
    } finally {
      unanswered -= 1;
    }
  };

  return {
    /**
     * Resolves at the moment at which the answer has to go out.
     * @param hasLeft whether the client has closed the connection by then: nobody reads the answer
     */
    receive,
    conductor,
    get requests() {
      return requests;
    },
    /** What has been answered by now, and what never was. */
    exchanges: (): readonly ClientExchange[] =>
      drafts.map(({ request, ended }) => ({
        ...request,
        ...(ended ?? { endedAtMs: now(), outcome: clientLeft, situation: undefined }),
      })),
  };
}

const clientLeft: WireExchange["outcome"] = {
  kind: "failure",
  failure: { kind: "aborted", phase: "headers", message: "the client left before the answer" },
};

/** What a browser sends by itself belongs to no situation. */
function isJudged({ method, origin }: Incoming): boolean {
  return method !== "OPTIONS" && origin === "service";
}

/** Relative to the base address, so that `/things` without the version is `../things`. */
function belowBase(target: string, { basePath }: ClientSuite): string {
  return target.startsWith(`${basePath}/`) ? target.slice(basePath.length) : `..${target}`;
}

function responseOf(
  reply: Extract<Reply, { kind: "answer" | "redirect" }>,
  nowMs: number,
  location: string,
): ServiceAnswer {
  const date: HeaderLine = ["Date", new Date(nowMs).toUTCString()];
  if (reply.kind === "redirect")
    return {
      status: reply.status,
      headers: [date, ["Location", location], ["Content-Length", "0"]],
      body: none,
    };
  const body = new TextEncoder().encode(reply.body);
  return {
    status: reply.status,
    headers: [...reply.headers, date, ["Content-Length", String(body.length)]],
    body,
  };
}

/** Lets in a client in a browser from any page: it may send what it asks for, and read every field of an answer. */
function withCors(outgoing: Outgoing, { method, headers }: Incoming): Outgoing {
  const of = (name: string) => headerValue(headers, name);
  if (outgoing.kind !== "answer" || of("origin") === undefined) return outgoing;
  const anyOrigin: HeaderLine = ["Access-Control-Allow-Origin", "*"];
  if (method === "OPTIONS") {
    const allowed: readonly HeaderLine[] = [
      ["Access-Control-Allow-Methods", of("access-control-request-method") ?? ""],
      ["Access-Control-Allow-Headers", of("access-control-request-headers") ?? ""],
    ];
    return { ...outgoing, response: { status: 204, headers: [anyOrigin, ...allowed], body: none } };
  }
  const { response } = outgoing;
  // Named one by one: not every client knows the `*`.
  const names = [...new Set(response.headers.map(([name]) => name))].join(", ");
  const exposed: HeaderLine = ["Access-Control-Expose-Headers", names];
  return { ...outgoing, response: { ...response, headers: [...response.headers, anyOrigin, exposed] } };
}

function outcomeOf(outgoing: Outgoing): WireExchange["outcome"] {
  if (outgoing.kind !== "answer") {
    const isBegun = outgoing.kind === "cut";
    const message = `the exam reset the connection${isBegun ? " in the answer" : ""}`;
    return { kind: "failure", failure: { kind: "reset", phase: isBegun ? "body" : "headers", message } };
  }
  const { status, headers, body } = outgoing.response;
  return { kind: "answer", status, headers, body };
}
