import type { ClientSuite, OpenService, ServiceAnswer } from "#core/check/clients/client-suite.ts";
import type { AnswerToClient, ClientExchange, ClientRequest } from "#core/check/clients/session.ts";
import type { Moment, Reply, Situation } from "#core/check/clients/situation.ts";
import type { Clock } from "#core/exchange/clock/clock.ts";
import { type HeaderLine, headerValue } from "#core/exchange/exchange.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { parseJson } from "#core/json/parse.ts";
import { integerOf, member } from "#core/json/read.ts";
import { Conductor } from "./conductor.ts";

/** A request as it came; its target begins with the base path. */
export type Incoming = Omit<ClientRequest, "id" | "sentAtMs">;

export type Outgoing =
  /** Cut: a part of the answer, and a reset. */
  { readonly kind: "answer" | "cut"; readonly response: ServiceAnswer } | { readonly kind: "reset" };

/** Requests of one session that are kept; more than a client that waits can send. */
const mostKept = 1_000;

/** A client that sends more is not answered any more, and its session ends. */
export const mostRequests = 5_000;

const none = new Uint8Array();

interface Draft {
  readonly request: ClientRequest;
  ended?: AnswerToClient;
}

interface SessionInput {
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
}

/** One session with a client: the conductor's situations, the service for all else, and the record of both. */
export class LiveSession {
  readonly conductor: Conductor;
  readonly #given: SessionInput;
  readonly #serve: ReturnType<OpenService>;
  readonly #drafts: Draft[] = [];
  #unanswered = 0;
  #requests = 0;

  constructor(given: SessionInput) {
    const { key, situations, openService } = given;
    this.#given = given;
    this.#serve = openService({ key, now: () => this.#now(), situations });
    this.conductor = new Conductor(situations);
  }

  get requests(): number {
    return this.#requests;
  }

  /** What has been answered by now, and what never was. */
  exchanges(): readonly ClientExchange[] {
    return this.#drafts.map(({ request, ended }) => ({
      ...request,
      ...(ended ?? { endedAtMs: this.#now(), outcome: clientLeft, situation: undefined }),
    }));
  }

  /**
   * Resolves at the moment at which the answer has to go out.
   * @param hasLeft whether the client has closed the connection by then: nobody reads the answer
   */
  async receive(request: Incoming, hasLeft = () => false): Promise<Outgoing> {
    this.#requests += 1;
    if (this.#requests > mostRequests) return { kind: "reset" };
    this.#unanswered += 1;
    const { suite, nextId, situations } = this.#given;
    const sentAtMs = this.#now();
    const target = belowBase(request.target, suite);
    const draft: Draft = { request: { id: nextId(), ...request, target, sentAtMs } };
    const role = suite.roleOf(draft.request);
    if (this.#drafts.length < mostKept) this.#drafts.push(draft);
    const moment = (): Moment => ({
      ...request,
      nowMs: this.#now(),
      sentAtMs,
      role,
      inFlight: this.#unanswered,
      isAlone: situations.length === 1,
    });
    try {
      const replied = isJudged(request)
        ? await this.conductor.replyTo(moment, (ms) => this.#hold(ms))
        : undefined;
      const sent =
        request.origin === "elsewhere"
          ? await this.#sendElsewhere(request)
          : await this.#send(request, replied?.reply);
      const outgoing = withCors(this.#withFields(sent), request);
      const isUnread = outgoing.kind === "answer" && hasLeft();
      const outcome = isUnread ? clientLeft : outcomeOf(outgoing);
      draft.ended = { endedAtMs: this.#now(), outcome, situation: replied?.situation };
      return outgoing;
    } finally {
      this.#unanswered -= 1;
    }
  }

  #now(): number {
    return this.#given.clock.now();
  }

  async #hold(ms: number): Promise<void> {
    await this.#given.clock.sleep(ms);
    await this.#given.settle?.();
  }

  async #send(request: Incoming, reply: Reply | undefined): Promise<Outgoing> {
    const { method, target, headers, body = none } = request;
    const served = () => this.#serve({ method, target, headers, body });
    if (reply?.kind === "late") await this.#given.clock.sleep(reply.afterMs);
    if (reply === undefined || reply.kind === "late") return { kind: "answer", response: await served() };
    if (reply.kind === "cut") return { kind: "cut", response: await served() };
    if (reply.kind === "reset") {
      if (reply.performed) await served();
      return { kind: "reset" };
    }
    // What a 303 names shows what was done (RFC 9110, section 15.4.4): a client that follows it reads what it created.
    const created = reply.kind === "redirect" && reply.status === 303 ? idIn(await served()) : undefined;
    const location = this.#given.elsewhere() + target + (created === undefined ? "" : `/${created}`);
    return { kind: "answer", response: responseOf(reply, this.#now(), location) };
  }

  /** The other origin answers as the service does, whoever asks: a client that was led there can go on. */
  async #sendElsewhere({ method, target, headers, body = none }: Incoming): Promise<Outgoing> {
    const others = headers.filter(([name]) => name.toLowerCase() !== "authorization");
    const withKey: HeaderLine[] = [...others, ["Authorization", `Bearer ${this.#given.key}`]];
    return { kind: "answer", response: await this.#serve({ method, target, headers: withKey, body }) };
  }

  #withFields(outgoing: Outgoing): Outgoing {
    if (outgoing.kind === "reset") return outgoing;
    const { response } = outgoing;
    const asked = { ...response, nowMs: this.#now(), requests: this.#requests };
    const fields = this.#given.suite.fieldsOfAnswers?.(asked) ?? [];
    const more = fields.filter(([name]) => headerValue(response.headers, name) === undefined);
    return { ...outgoing, response: { ...response, headers: [...response.headers, ...more] } };
  }
}

function idIn({ body }: ServiceAnswer): bigint | undefined {
  const parsed = parseJson(new TextDecoder().decode(body));
  return parsed.ok ? integerOf(member(parsed.value, "id")) : undefined;
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
