import { isSafe } from "../core/exchange/exchange.ts";
import { instantOf, lookedAt, type Members, memberOf, statusAt, textOf } from "./shape.ts";
import type { FoundExchange } from "./traffic-line.ts";

/** What nginx's variables and Envoy's usual names call the same thing; the first that is there counts. */
const names = {
  method: ["request_method", "method"],
  path: ["request_uri", "path", "uri"],
  host: ["http_host", "authority", "host"],
  scheme: ["scheme"],
  status: ["status", "response_code"],
  startedAt: ["start_time"],
  endedAtSeconds: ["msec"],
  endedAt: ["time_iso8601"],
  seconds: ["request_time"],
  milliseconds: ["duration"],
} as const;

/** Statuses that a gateway logs where the client left before an answer. */
const clientLeft = new Set([0, 499]);

/** nginx's variable of an answer's field: `sent_http_retry_after`. */
const sentField = /^sent_http_(.+)$/;

/**
 * What a line of an access log in JSON holds of an exchange; undefined for any other line. It has no bodies, and of the answer's
 * fields only those that are logged as nginx's variables.
 * @throws ShapeError for what is no status
 */
export function readAccess(line: Members): FoundExchange | undefined {
  const text = (kind: keyof typeof names) => {
    for (const name of names[kind]) {
      const value = memberOf(line, name);
      if (typeof value === "string" && value !== "" && value !== "-") return value;
      if (typeof value === "number") return String(value);
    }
    return undefined;
  };
  // nginx's whole request line: `GET /v1/things HTTP/1.1`.
  const [first, second] = (textOf(memberOf(line, "request")) ?? "").split(" ");
  const [method, path] = [text("method") ?? first, text("path") ?? second];
  const statusName = names.status.find((name) => memberOf(line, name) !== undefined);
  if (method === undefined || method === "" || path === undefined || statusName === undefined)
    return undefined;
  const status = statusAt(line, statusName);
  const [host, scheme = "https"] = [text("host"), text("scheme")];
  return {
    method,
    url:
      path.startsWith("/") && host !== undefined && memberOf(line, "scheme") !== undefined
        ? `${scheme}://${host}${path}`
        : path,
    headers: [],
    unrecorded: "headers",
    body: isSafe({ method }) ? new Uint8Array() : undefined,
    ...times(text),
    outcome: clientLeft.has(status)
      ? { kind: "failure", failure: { kind: "aborted", phase: "headers", message: "the client left" } }
      : { kind: "answer", status, body: undefined, ...fieldsIn(line) },
  };
}

function fieldsIn(line: Members) {
  const logged = Object.entries(line).flatMap(([name, value]) => {
    const [, field] = sentField.exec(name) ?? [];
    return field === undefined ? [] : [[field.replaceAll("_", "-"), value] as const];
  });
  // nginx adds Date where no variable sees it; the log's own time stands for it.
  return lookedAt([...logged, ["date", undefined]]);
}

function times(
  text: (kind: keyof typeof names) => string | undefined,
): Pick<FoundExchange, "sentAtMs" | "endedAtMs"> {
  const milliseconds = text("milliseconds");
  const tookMs = milliseconds === undefined ? Number(text("seconds") ?? 0) * 1000 : Number(milliseconds);
  const startedAt = instantOf(text("startedAt"));
  const ended = text("endedAtSeconds");
  const endedAt = ended === undefined ? instantOf(text("endedAt")) : instantOf(Number(ended) * 1000);
  const took = Number.isFinite(tookMs) && tookMs >= 0 ? tookMs : 0;
  if (startedAt !== undefined) return { sentAtMs: startedAt, endedAtMs: startedAt + took };
  return { sentAtMs: endedAt === undefined ? undefined : endedAt - took, endedAtMs: endedAt };
}
