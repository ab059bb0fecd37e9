import type { Failure, HeaderLine, Times } from "../exchange.ts";

export interface WireMessage {
  readonly method: string;
  /** Path and query with the base path, as in the request line: `/v1/things?limit=1`. */
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | undefined;
}

export interface WireRequest extends WireMessage {
  /** Ask for a connection that has carried nothing yet (ruling 26: every write). */
  readonly newConnection: boolean;
  /** How large a body may be on the wire for it to be worth keeping; a larger one is read to its end all the same. */
  readonly mostKeptBytes: number;
  /** The time limit of the whole exchange, from sending to the last byte. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Asked when it would be written, which may be long after it was sent for: a connection had to be made. */
  readonly mayStart?: (() => boolean) | undefined;
  /** Called when it is written; not where no connection came about. */
  readonly onStart?: (() => void) | undefined;
  /** Called when the head of the answer has come, with its status. */
  readonly onHead?: ((status: number) => void) | undefined;
}

/** What came back, with the body as it was on the wire (codings not undone). */
export interface WireResponse {
  readonly kind: "response";
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  /** Undefined where it was read to its end and is larger than what is kept. */
  readonly body: Uint8Array | undefined;
}

export interface WireResult extends Times {
  readonly reusedConnection: boolean;
  readonly result: WireResponse | { readonly kind: "failure"; readonly failure: Failure };
}

/** A request that was not written, since by then it might not start. */
export class NotStarted extends Error {
  override readonly name = "NotStarted";
}

/** The seam between the suite and a target: real sockets, or the reference server in this process. */
export interface Transport {
  /** A failure is a result. Rejects with `NotStarted`, and for a fault of this project's own: a request that cannot be written. */
  send(request: WireRequest): Promise<WireResult>;
  /** Closes every idle connection. Undefined where none is kept. */
  renew?(): void;
  close(): Promise<void>;
}
