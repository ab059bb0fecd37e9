import { headerValue, type ServerResponse } from "#reference-server/message.ts";
import { NoAnswer } from "#reference-server/refusal.ts";
import { correct } from "#testing/proof/bed.ts";
import { behind, forAWhile, type GuardedServer, page } from "#testing/proof/guarded-servers.ts";
import { inFrontOf, json } from "#testing/reference-server/handlers.ts";

const error = (status: number, code: string, headers?: ServerResponse["headers"]) =>
  json(status, { code, message: `${code}.`, status }, headers);

/** What a limiter of its own answers. @param seconds of Retry-After */
const limitedFor = (seconds: number) => error(429, "rate_limited", [["Retry-After", String(seconds)]]);

/** A gateway that lets so many requests through in each window, and announces nothing, in front of a service without limits. */
function windowed(
  most: number,
  windowMs: number,
  refusal: (leftMs: number, nth: number) => ServerResponse,
): GuardedServer {
  return behind(() => {
    let endsMs = 0;
    let used = 0;
    return (nth, _, nowMs) => {
      if (nowMs >= endsMs) {
        endsMs = nowMs + windowMs;
        used = 0;
      }
      used += 1;
      return used > most ? refusal(endsMs - nowMs, nth) : undefined;
    };
  }, "no-rate-limits");
}

const fully = (leftMs: number) => limitedFor(Math.ceil(leftMs / 1000));

/** Services and gateways that one mechanism is for, and that the bed does not have. */
export const unusualServers: Readonly<Record<string, GuardedServer>> = {
  // As a service that restarts what holds its keys.
  "no key is known for two seconds": forAWhile(40, 2000, () => error(401, "unauthorized")),
  // As a deployment without a second instance.
  "a restart of five seconds": forAWhile(40, 5000, () => page(503)),
  // As GitHub limits what creates content.
  "a quota of ten creates": behind(() => {
    let creates = 0;
    return (_, { method }) => (method === "POST" && ++creates > 10 ? limitedFor(1) : undefined);
  }),
  // As GitHub limits callers without a key by their address, which others may share.
  "the quota of callers without a key is used up": behind(
    () => (_, request) => (headerValue(request, "authorization") === undefined ? limitedFor(1) : undefined),
  ),
  // As AWS API Gateway answers a request without a key.
  "a missing key is forbidden, an invalid one unauthorized": behind(
    () => (_, request) =>
      headerValue(request, "authorization") === undefined ? error(403, "forbidden") : undefined,
  ),
  // As gateways that take a page of their own for a 429.
  "forty in thirty seconds, and no time is named": windowed(40, 30_000, () => page(429)),
  // As Envoy answers by default where Retry-After is a constant.
  "sixty in twelve seconds, and Retry-After is always one": windowed(60, 12_000, () => limitedFor(1)),
  // As several gateways with one store of counts and clocks of their own.
  "far away, and each gateway names its own time": {
    ...windowed(20, 10_000, (leftMs, nth) => (nth % 2 === 0 ? fully(leftMs) : limitedFor(1))),
    latencyMs: 100,
  },
  // As a single sign-on proxy.
  "a sign-in page from the start": behind(() => () => ({
    ...page(302),
    headers: [["Location", "https://login.example.com/"]],
  })),
  // As a gateway of an intranet.
  "a gateway that asks for a password": behind(() => () => ({
    ...page(401),
    headers: [["WWW-Authenticate", 'Basic realm="intranet"']],
  })),
  "an address that goes on behind its version": {
    ...behind(() => () => page(404)),
    stage: { basePath: "/v1/pets" },
  },
  // As a service that a write ends, behind a gateway.
  "a create ends the service": behind(() => {
    let creates = 0;
    let isGone = false;
    return (_, { method }) => {
      if (isGone) return page(502);
      if (method === "POST") creates += 1;
      if (creates <= 12) return undefined;
      isGone = true;
      throw new NoAnswer("reset");
    };
  }),
  // As the health check of Spring Boot, where a gateway sends it everything.
  "a health check that answers everything": behind(() => () => json(200, { status: "UP" })),
  // As a framework that shows data as pages unless JSON is asked for, with an error handler in JSON.
  "pages in place of JSON, but for refused keys": behind(
    () => (_, request) => (headerValue(request, "authorization") === undefined ? undefined : page(200)),
  ),
  // As a content delivery network that keeps lists by their address, in front of a key that is revoked.
  "revoked behind a cache of lists": {
    ...correct,
    serve: (options) => {
      const kept = new Map<string, ServerResponse>();
      return inFrontOf(options, async (request, pass, nth) => {
        const known = request.method === "GET" ? kept.get(request.target) : undefined;
        if (known !== undefined) return known;
        if (nth > 40) return error(401, "revoked");
        const answer = await pass();
        if (answer.status === 200) kept.set(request.target, answer);
        return answer;
      });
    },
  },
};
