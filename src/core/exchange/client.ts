import type { Secrets } from "../secrets/secrets.ts";
import { decodeAnswer } from "./decoding/decode.ts";
import { type AnswerBounds, evidenceRoom } from "./decoding/evidence-room.ts";
import {
  type AnswerBody,
  type Experiment,
  type HeaderLine,
  isSafe,
  type Rechecked,
  type RequestSpec,
  type SeriesPart,
  type StepId,
  type WholeAnswer,
  type WholeExchange,
} from "./exchange.ts";
import { headerValues } from "./headers.ts";
import type { Transport, WireRequest, WireResponse, WireResult } from "./transport/transport.ts";
import {
  checkExtraHeaders,
  credentialLine,
  type RequestDefaults,
  traceIdOf,
  wireRequest,
} from "./wire-request.ts";

export interface ClientOptions extends RequestDefaults {
  /** The part that all trace ids of a run share, 20 hex digits. Undefined: requests carry no `traceparent`. */
  readonly traceRoot?: string | undefined;
  readonly transport: Transport;
  /** Takes every value that authenticates before it is sent: the key, what is derived from it, the user's headers. */
  readonly secrets: Secrets;
  /** For a whole exchange. */
  readonly timeoutMs: number;
  /** How large a body may be once its content codings are undone. */
  readonly maxBodyBytes: number;
  /** How much of all answers together is kept. */
  readonly maxEvidence?: AnswerBounds;
  /** Aborted when the run ends early: what is in flight fails as `aborted`, what waits is not sent. */
  readonly signal?: AbortSignal;
}

interface SendOptions {
  readonly repeats?: number | undefined;
  /** Send on a connection that has carried nothing yet. Every write is (ruling 26). */
  readonly newConnection?: boolean;
  /** Of the exchange; undefined in the first round. */
  readonly round?: number | undefined;
  readonly part?: SeriesPart | undefined;
  readonly recheck?: Rechecked | undefined;
  readonly experiment?: Experiment | undefined;
  /** Asked before the client repeats a request by itself; false: it must not. Default: it may. */
  readonly mayRepeat?: () => boolean;
}

/** The step that a request belongs to, if any, and its label. */
export interface AskedBy {
  readonly id: StepId | undefined;
  readonly label: string;
}

export type Client = ReturnType<typeof createClient>;

/** A request that was never sent, and why, in one sentence: it is no evidence about the target. */
export class RequestNotSent extends Error {
  override readonly name = "RequestNotSent";
}

/** @throws Error (a wrong configuration) for an extra header that the client itself decides. */
export function createClient(options: ClientOptions) {
  const { transport, signal, secrets } = options;
  checkExtraHeaders(options.extraHeaders);
  secrets.add(...options.extraHeaders.map(([, value]) => value));
  if (options.key !== undefined) secrets.add(options.key);
  const room = evidenceRoom(options.maxBodyBytes, options.maxEvidence);
  let { key } = options;
  let sent = 0;
  let inFlight = 0;

  const exchange = async (
    spec: RequestSpec,
    { id: step, label }: AskedBy,
    given: SendOptions,
  ): Promise<WholeExchange> => {
    if (isKeyAfterAll(spec))
      throw new RequestNotSent("what it would carry as an invalid key is the valid one");
    rememberSecret(spec);
    const id = sent + 1;
    const traceId = options.traceRoot === undefined ? undefined : traceIdOf(options.traceRoot, id);
    const wire: WireRequest = {
      ...wireRequest(spec, { ...options, key, traceId }),
      // The room that is left only shrinks.
      mostKeptBytes: room.next().maxBytes,
      newConnection: !isSafe(spec) || given.newConnection === true,
      timeoutMs: options.timeoutMs,
      signal,
    };
    sent = id;
    inFlight += 1;
    const inFlightAtSending = inFlight;
    try {
      const { result, sentAtMs, firstByteAtMs, endedAtMs, reusedConnection } = await sendOnce(
        wire,
        given.mayRepeat,
      );
      if (result.kind === "failure") room.tookHeaders(result.failure.partial?.headers ?? []);
      return {
        id,
        ...{ step, label },
        ...(given.part !== undefined && { part: given.part }),
        ...(given.recheck !== undefined && { recheck: given.recheck }),
        ...(given.experiment !== undefined && { experiment: given.experiment }),
        ...(traceId !== undefined && { traceId }),
        ...(given.round !== undefined && { round: given.round }),
        request: spec,
        times: { sentAtMs, firstByteAtMs, endedAtMs },
        reusedConnection,
        inFlight: inFlightAtSending,
        repeats: given.repeats,
        outcome: result.kind === "response" ? { kind: "answer", answer: read(result) } : result,
      };
    } finally {
      inFlight -= 1;
    }
  };

  const sendOnce = async (wire: WireRequest, mayRepeat = () => true): Promise<WireResult> => {
    const first = await transport.send(wire);
    if (!isSafe(wire) || !lostReusedConnection(first)) return first;
    if (!mayRepeat()) throw new RequestNotSent("its connection was closed, and it may not be sent again");
    return transport.send({ ...wire, newConnection: true });
  };

  const read = (response: WireResponse): WholeAnswer => {
    const bounds = room.next();
    const answer = decodeAnswer(response, bounds);
    room.took(answer.body.bytes.length, valuesRead(answer.body, bounds));
    room.tookHeaders(answer.headers);
    return answer;
  };

  /** A text that was made up, or made of the key, may come out as the key: to send it would show nothing. */
  const isKeyAfterAll = ({ credential }: RequestSpec): boolean => {
    if (key === undefined || credential.kind !== "other" || credential.value.includes("{key}")) return false;
    const [header, value] = credentialLine(credential, key) ?? [];
    return header === "Authorization" && value === `Bearer ${key}`;
  };

  const rememberSecret = ({ credential }: RequestSpec) => {
    if (credential.kind !== "other" || !credential.secret) return;
    // `Bearer abc` is recognised by `abc`, wherever it turns up; the scheme's name is no secret.
    const [, value = ""] = credentialLine(credential, key) ?? [];
    const words = value.split(" ");
    secrets.add(...(words.length > 1 ? words.slice(1) : words));
  };

  return {
    /**
     * Sends one request and reads what comes back. Repeats nothing, with one exception that is not reported: a GET on
     * a kept connection that the target closed before any byte (RFC 9112, sections 9.3.1 and 9.5).
     * @throws RequestNotSent when the run was aborted, there is no room left for an answer, or the repetition may not
     * be sent
     */
    async send(spec: RequestSpec, by: AskedBy, given: SendOptions = {}): Promise<WholeExchange> {
      // What ends the run in the same turn counts, too.
      await undefined;
      if (signal?.aborted) throw new RequestNotSent("the run was ended before this request was sent");
      const full = room.full();
      if (full !== undefined) throw new RequestNotSent(full);
      return await exchange(spec, by, given);
    },
    /**
     * From now on requests carry this key. Gives the id of the last one that carried the former; undefined where it is the
     * same key.
     */
    useKey: (given: string): number | undefined => {
      secrets.add(given);
      const isOther = given !== key;
      key = given;
      return isOther ? sent : undefined;
    },
    /** From now on requests use new connections only. */
    renewConnections: () => transport.renew?.(),
  };
}

/** Too many values count, although they are not kept. */
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
  if (result.kind === "response") return result.status === 408 && saysClose(result.headers);
  return firstByteAtMs === undefined && (result.failure.kind === "reset" || result.failure.kind === "closed");
}

function saysClose(headers: readonly HeaderLine[]): boolean {
  return headerValues(headers, "connection").some((value) => /(?:^|,)\s*close\s*(?:,|$)/i.test(value));
}
