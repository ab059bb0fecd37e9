import type { Secrets } from "../secrets/secrets.ts";
import { decodeAnswer } from "./decoding/decode.ts";
import { type AnswerBounds, EvidenceRoom } from "./decoding/evidence-room.ts";
import {
  type AnswerBody,
  headerValues,
  isSafe,
  type Purpose,
  type RequestSpec,
  type StepId,
  type WholeAnswer,
  type WholeExchange,
} from "./exchange.ts";
import type { Transport, WireRequest, WireResponse, WireResult } from "./transport/transport.ts";
import { credentialLine, type RequestDefaults, traceIdOf, wireRequest } from "./wire-request.ts";

export interface ClientOptions extends RequestDefaults {
  /** The part that all trace ids of a run share, 20 hex digits. Undefined: requests carry no `traceparent`. */
  readonly traceRoot?: string | undefined;
  readonly transport: Transport;
  /** Takes every value that authenticates before it is sent: the key, what is derived from it, the user's headers. */
  readonly secrets: Secrets;
  readonly timeoutMs: number;
  /** How large a body may be once its content codings are undone. */
  readonly maxBodyBytes: number;
  /** How much of all answers together is kept. */
  readonly maxEvidence?: AnswerBounds;
  /** Aborted when the run ends early: what is in flight fails as `aborted`, what waits is not sent. */
  readonly signal?: AbortSignal;
}

interface SendOptions extends Purpose {
  readonly repeats?: number | undefined;
  /** Send on a connection that has carried nothing yet, as every write is (ruling 26). */
  readonly newConnection?: boolean;
  readonly round?: number | undefined;
  /** Asked before the client repeats a request by itself; false: it must not. Default: it may. */
  readonly mayRepeat?: () => boolean;
  readonly mayStart?: WireRequest["mayStart"];
  readonly onHead?: WireRequest["onHead"];
}

export interface AskedBy {
  readonly id: StepId | undefined;
  readonly label: string;
}

/** A request that was never sent, and why, in one sentence: it is no evidence about the target. */
export class RequestNotSent extends Error {
  override readonly name = "RequestNotSent";
}

/** Sends the requests of a run, each with the key that it has by then, and keeps as much of the answers as there is room for. */
export class Client {
  readonly #options: ClientOptions;
  readonly #room: EvidenceRoom;
  #key: string | undefined;
  /** The number of the last trace id: one that is not written has one, too. */
  #traced = 0;
  /** The id of the last exchange that began to be written. */
  #sent = 0;
  #inFlight = 0;

  constructor(options: ClientOptions) {
    const { extraHeaders, secrets, key, maxBodyBytes, maxEvidence } = options;
    // `Basic abc` is recognised by `abc`, too.
    const values = extraHeaders.flatMap(([, value]) => [value, ...value.split(" ").slice(1)]);
    secrets.add(...values, ...(key === undefined ? [] : [key]));
    this.#options = options;
    this.#room = new EvidenceRoom(maxBodyBytes, maxEvidence);
    this.#key = key;
  }

  /**
   * Sends one request and reads what comes back. Repeats nothing, with one exception that is not reported: a GET on
   * a kept connection that the target closed before any byte (RFC 9112, sections 9.3.1 and 9.5).
   * @throws NotStarted where the gate closed before it was written
   * @throws RequestNotSent when the run was aborted, there is no room left for an answer, or the repetition may not
   * be sent
   */
  async send(spec: RequestSpec, by: AskedBy, given: SendOptions = {}): Promise<WholeExchange> {
    // A signal that is aborted in the same turn counts, too.
    await undefined;
    if (this.#options.signal?.aborted)
      throw new RequestNotSent("the run was ended before this request was sent");
    const full = this.#room.full();
    if (full !== undefined) throw new RequestNotSent(full);
    if (this.#isKeyAfterAll(spec))
      throw new RequestNotSent("what it would carry as an invalid key is the valid one");
    this.#rememberSecret(spec);
    return this.#exchange(spec, by, given);
  }

  /**
   * From now on requests carry this key. Gives the id of the last exchange with the former key; undefined where it is
   * the same key.
   */
  useKey(given: string): number | undefined {
    this.#options.secrets.add(given);
    const isOther = given !== this.#key;
    this.#key = given;
    return isOther ? this.#sent : undefined;
  }

  renewConnections(): void {
    this.#options.transport.renew?.();
  }

  async #exchange(
    spec: RequestSpec,
    { id: step, label }: AskedBy,
    { repeats, newConnection, round, mayRepeat, mayStart, onHead, ...named }: SendOptions,
  ): Promise<WholeExchange> {
    const { traceRoot, timeoutMs, signal } = this.#options;
    const traceId = traceRoot === undefined ? undefined : traceIdOf(traceRoot, ++this.#traced);
    // A request that is not written has no number: those of a run have no gaps.
    let id: number | undefined;
    const number = () => {
      id ??= ++this.#sent;
      return id;
    };
    const wire: WireRequest = {
      ...wireRequest(spec, { ...this.#options, key: this.#key, traceId }),
      // The room only shrinks: what fits now is the most that will fit later.
      mostKeptBytes: this.#room.next().maxBytes,
      newConnection: !isSafe(spec) || newConnection === true,
      ...{ timeoutMs, signal, mayStart, onStart: number, onHead },
    };
    this.#inFlight += 1;
    const inFlight = this.#inFlight;
    try {
      const { result, reusedConnection, ...times } = await this.#sendOnce(wire, mayRepeat);
      if (result.kind === "failure") this.#room.tookHeaders(result.failure.partial?.headers ?? []);
      return {
        id: number(),
        ...{ step, label, ...named },
        ...(traceId !== undefined && { traceId }),
        ...(round !== undefined && { round }),
        request: spec,
        ...{ times, reusedConnection, inFlight, repeats },
        outcome: result.kind === "response" ? { kind: "answer", answer: this.#read(result) } : result,
      };
    } finally {
      this.#inFlight -= 1;
    }
  }

  async #sendOnce(wire: WireRequest, mayRepeat = () => true): Promise<WireResult> {
    const { transport } = this.#options;
    const first = await transport.send(wire);
    if (!isSafe(wire) || !lostReusedConnection(first)) return first;
    if (!mayRepeat()) throw new RequestNotSent("its connection was closed, and it may not be sent again");
    return transport.send({ ...wire, newConnection: true });
  }

  #read(response: WireResponse): WholeAnswer {
    const bounds = this.#room.next();
    const answer = decodeAnswer(response, bounds);
    this.#room.took(answer.body.bytes.length, valuesRead(answer.body, bounds));
    this.#room.tookHeaders(answer.headers);
    return answer;
  }

  /** True where an invalid key, made up or derived from the key, is the valid key by chance: sending it would show nothing. */
  #isKeyAfterAll({ credential }: RequestSpec): boolean {
    const key = this.#key;
    if (key === undefined || credential.kind !== "other" || credential.value.includes("{key}")) return false;
    const [header, value] = credentialLine(credential, key) ?? [];
    return header === "Authorization" && value === `Bearer ${key}`;
  }

  #rememberSecret({ credential }: RequestSpec): void {
    if (credential.kind !== "other" || !credential.secret) return;
    // `Bearer abc` is found by `abc` wherever it occurs; the scheme's name is no secret.
    const [, value = ""] = credentialLine(credential, this.#key) ?? [];
    const words = value.split(" ");
    this.#options.secrets.add(...(words.length > 1 ? words.slice(1) : words));
  }
}

/** How many JSON values were read. Where there were too many, none is kept, and the bound counts. */
function valuesRead({ json }: AnswerBody, { maxValues }: AnswerBounds): number {
  if (json === undefined) return 0;
  if (json.ok) return json.values;
  return json.problem.kind === "too-many-values" ? maxValues : 0;
}

/**
 * True where the target closed an idle connection just as the request went out. It may do that, so it is no finding.
 * Some targets send a 408 as they close (RFC 9110, 15.5.9). That looks like the answer to a request which they never
 * read.
 */
function lostReusedConnection({ result, reusedConnection, firstByteAtMs }: WireResult): boolean {
  if (!reusedConnection) return false;
  if (result.kind === "response")
    return (
      result.status === 408 &&
      headerValues(result.headers, "connection").some((value) => /(?:^|,)\s*close\s*(?:,|$)/i.test(value))
    );
  return firstByteAtMs === undefined && (result.failure.kind === "reset" || result.failure.kind === "closed");
}
