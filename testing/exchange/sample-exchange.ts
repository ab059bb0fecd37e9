import { decodeAnswer } from "#core/exchange/decoding/decode.ts";
import type { Failure, HeaderLine, RequestSpec, WholeExchange } from "#core/exchange/exchange.ts";

/** An exchange for tests: the list, answered with `status` at `endedAtMs`, or not at all. */
export function sampleExchange(given: {
  readonly status?: number;
  readonly headers?: readonly HeaderLine[];
  readonly body?: string | Uint8Array;
  readonly endedAtMs?: number;
  readonly request?: Partial<RequestSpec>;
  readonly failure?: Partial<Failure>;
}): WholeExchange {
  const { status = 200, headers = [], body = "[]", endedAtMs = 0, failure } = given;
  const response = { kind: "response", status, headers, body: Buffer.from(body) } as const;
  return {
    id: 1,
    step: undefined,
    label: "sample",
    request: { method: "GET", path: "/pets", credential: { kind: "valid" }, ...given.request },
    times: { sentAtMs: endedAtMs, firstByteAtMs: endedAtMs, endedAtMs },
    reusedConnection: false,
    inFlight: 1,
    repeats: undefined,
    outcome: failure
      ? { kind: "failure", failure: { kind: "reset", phase: "headers", message: "reset", ...failure } }
      : { kind: "answer", answer: decodeAnswer(response, { maxBytes: 1 << 20, maxValues: 10_000 }) },
  };
}
