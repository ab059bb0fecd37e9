import type { Credential, HeaderLine, SentRequest, WholeExchange } from "#core/exchange/exchange.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { requestTarget, traceparent } from "#core/exchange/wire-request.ts";

/** Replaces the API key. */
export const keyPlaceholder = "{key}";

const noBase = new URL("http://localhost/");

/** Path and query as they were sent, relative to the base address: `/things?limit=101`. */
export function pathWithQuery(request: SentRequest): string {
  return requestTarget(request, noBase);
}

/** The headers specific to a request, with the placeholder in place of the key: not Accept, User-Agent or the user's own. */
export function requestHeaders({ request, traceId }: WholeExchange): HeaderLine[] {
  const { credential, body, headers = [] } = request;
  const lines: HeaderLine[] = [...headers];
  const authorization = credentialHeader(credential);
  if (authorization !== undefined) lines.push(authorization);
  if (body?.contentType !== undefined) lines.push(["Content-Type", body.contentType]);
  if (traceId !== undefined) lines.push(traceparent(traceId));
  return lines;
}

/** An exchange of a run as it stood on the wire, below the base address and without the headers that every request has. */
export function wireView(exchange: WholeExchange): WireExchange {
  const { request, outcome, times } = exchange;
  const { sentAtMs, endedAtMs } = times;
  return {
    ...{ sentAtMs, endedAtMs, method: request.method, target: pathWithQuery(request) },
    headers: requestHeaders(exchange),
    body: request.body?.bytes ?? new Uint8Array(),
    outcome:
      outcome.kind === "failure"
        ? outcome
        : { kind: "answer", ...outcome.answer, body: outcome.answer.body.bytes, isDecoded: true },
  };
}

function credentialHeader(credential: Credential): HeaderLine | undefined {
  switch (credential.kind) {
    case "none":
      return undefined;
    case "valid":
      return ["Authorization", `Bearer ${keyPlaceholder}`];
    case "other":
      return [credential.header, credential.value];
  }
}
