import { describe, expect, test } from "vitest";
import { redacted } from "../secrets/redact.ts";
import { Secrets } from "../secrets/secrets.ts";
import { keyIn } from "./bearer-key.ts";
import { Client, type ClientOptions, RequestNotSent } from "./client.ts";
import { VirtualClock } from "./clock/virtual-clock.ts";
import type { Credential, Failure, RequestSpec } from "./exchange.ts";
import { type InProcessAnswer, type InProcessRequest, InProcessTransport } from "./transport/in-process.ts";
import { NotStarted, type Transport, type WireRequest, type WireResult } from "./transport/transport.ts";

const key = "sk-live-0123456789";
const list: RequestSpec = { method: "GET", path: "/pets", credential: { kind: "valid" } };
const ok: InProcessAnswer = { status: 200, headers: [], body: Buffer.from("[]") };

function clientOf(
  given: Partial<ClientOptions> = {},
  answer: (request: InProcessRequest) => InProcessAnswer = () => ok,
) {
  const clock = new VirtualClock(1000);
  const requests: InProcessRequest[] = [];
  const transport = new InProcessTransport(
    async (request) => {
      requests.push(request);
      return answer(request);
    },
    clock,
    { latencyMs: () => 10 },
  );
  const client = new Client({
    transport,
    secrets: new Secrets(),
    baseUrl: new URL("https://api.test/base/v1/"),
    key,
    extraHeaders: [],
    timeoutMs: 100,
    userAgent: "petstore-conformance/test",
    maxBodyBytes: 1000,
    ...given,
  });
  return { client, requests };
}

const other = (value: string, derive?: (key: string) => string): Credential => ({
  ...{ kind: "other", header: "Authorization", value, about: "a test", secret: true },
  ...(derive && { derive }),
});

const by = (label: string) => ({ id: undefined, label });

describe("the client", () => {
  test("says the trace id of each request with it, where a run has one", async () => {
    const { client, requests } = clientOf({ traceRoot: "00112233445566778899" });
    const { traceId } = await client.send(list, by("a"));
    expect(requests[0]?.headers).toContainEqual(["traceparent", `00-${traceId}-8899000000000001-01`]);
  });

  test("numbers what is written: what may not start leaves no gap", async () => {
    const inner = new InProcessTransport(async () => ok, new VirtualClock(1000));
    const transport: Transport = {
      send: async (request) => {
        if (request.mayStart?.() === false) throw new NotStarted();
        return inner.send(request);
      },
      close: () => inner.close(),
    };
    const { client } = clientOf({ transport });
    const closed = client.send(list, by("a"), { mayStart: () => false });
    const [second, third] = [client.send(list, by("b")), client.send(list, by("c"))];
    await expect(closed).rejects.toBeInstanceOf(NotStarted);
    expect([(await second).id, (await third).id]).toEqual([1, 2]);
  });

  test("sends another key from when it is given one, redacts it, and says which was the last with the former", async () => {
    const secrets = new Secrets();
    const { client, requests } = clientOf({ secrets });
    await client.send(list, by("a"));
    expect([client.useKey(key), client.useKey("sk-live-another-key")]).toEqual([undefined, 1]);
    await client.send(list, by("b"));
    expect(requests[1]?.headers).toContainEqual(["Authorization", "Bearer sk-live-another-key"]);
    expect(secrets.redact("sk-live-another-key")).toBe(redacted);
  });

  test("sends its header lines, the user's in place of its own, and the Content-Type asked for", async () => {
    const { client, requests } = clientOf({
      extraHeaders: [
        ["accept", "*/*"],
        ["X-Tenant", "t1"],
      ],
    });
    const body = { bytes: Buffer.from("{}"), contentType: "text/plain" };
    await client.send({ ...list, method: "POST", body }, by("l"));
    expect(requests[0]?.headers).toEqual([
      ["Accept-Encoding", "gzip, deflate, br"],
      ["User-Agent", "petstore-conformance/test"],
      ["accept", "*/*"],
      ["X-Tenant", "t1"],
      ["Authorization", `Bearer ${key}`],
      ["Content-Type", "text/plain"],
    ]);
  });

  test.each([
    ["made up", other(`Bearer ${key}`)],
    ["derived", other("Bearer {near-miss}", (k) => `Bearer ${k}`)],
  ])("never sends the key as an invalid one: %s", async (_, credential) => {
    const { client, requests } = clientOf();
    await expect(client.send({ ...list, credential }, by("l"))).rejects.toThrow(RequestNotSent);
    expect(requests).toEqual([]);
  });

  test("adds every secret that it sends: the key, what was derived from it, the user's headers", async () => {
    const secrets = new Secrets();
    const { client } = clientOf({ secrets, extraHeaders: [["Cookie", "session=1"]] });
    const derived = other("near", (k) => `Bearer ${k}XYZ`);
    await client.send({ ...list, credential: derived }, by("l"));
    expect(secrets.redact([key, `${key}XYZ`, "session=1"])).toEqual(Array(3).fill(redacted));
  });

  test("numbers exchanges in the order of sending and counts those in flight", async () => {
    const { client } = clientOf();
    const [a, b] = await Promise.all([client.send(list, by("a")), client.send(list, by("b"))]);
    const c = await client.send(list, by("c"), { repeats: 1 });
    expect([a, b, c].map((x) => [x.id, x.label, x.inFlight, x.repeats])).toEqual([
      [1, "a", 1, undefined],
      [2, "b", 2, undefined],
      [3, "c", 1, 1],
    ]);
    expect(a).toMatchObject({
      times: { sentAtMs: 1000, firstByteAtMs: 1010, endedAtMs: 1010 },
      request: list,
    });
  });

  test("reads on within bounds once it holds as much evidence as it may", async () => {
    const { client } = clientOf(
      { maxBodyBytes: 100_000, maxEvidence: { maxBytes: 400_000, maxValues: 1000 } },
      ({ target }) => ({
        ...ok,
        body: Buffer.alloc(target.endsWith("large") ? 70_000 : 10, "1"),
      }),
    );
    const problems = [];
    for (const path of ["/large", "/large", "/large", "/small"]) {
      const { outcome } = await client.send({ ...list, path }, by(path));
      problems.push(outcome.kind === "answer" && outcome.answer.body.problems.map(({ kind }) => kind));
    }
    expect(problems).toEqual([[], [], ["too-large"], []]);
  });

  test("refuses values that HTTP does not allow, without telling them", async () => {
    const { client } = clientOf({ key: "secretword\r\nX: 1" });
    await expect(client.send(list, by("l"))).rejects.toThrow(
      /^the value of the header Authorization(?!.*secretword)/,
    );
  });

  test("says so when the run has no key and a request needs one", async () => {
    const { client } = clientOf({ key: undefined });
    await expect(client.send(list, by("l"))).rejects.toThrow("API key");
    await expect(client.send({ ...list, credential: { kind: "none" } }, by("l"))).resolves.toBeDefined();
  });

  test("makes no exchange of a request that the run's end overtakes", async () => {
    const { client, requests } = clientOf({ signal: AbortSignal.abort() });
    await expect(client.send(list, by("a"))).rejects.toThrow(RequestNotSent);
    expect(requests).toEqual([]);
  });
});

describe("a lost connection", () => {
  const lost = (
    reusedConnection: boolean,
    kind: Failure["kind"] = "reset",
    firstByteAtMs?: number,
  ): WireResult => ({
    sentAtMs: 0,
    firstByteAtMs,
    endedAtMs: 1,
    reusedConnection,
    result: { kind: "failure", failure: { kind, phase: "headers", message: "lost" } },
  });
  const served: WireResult = { ...lost(false), firstByteAtMs: 2, result: { kind: "response", ...ok } };

  async function sendThrough(first: WireResult, spec = list) {
    const wire: WireRequest[] = [];
    const transport: Transport = {
      send: async (request) => {
        wire.push(request);
        return wire.length === 1 ? first : served;
      },
      close: async () => undefined,
    };
    const { client } = clientOf({ transport });
    return { exchange: await client.send(spec, by("l")), wire };
  }

  const timedOut = (reusedConnection: boolean, connection = "Close"): WireResult => ({
    ...{ ...lost(reusedConnection), firstByteAtMs: 1 },
    result: { kind: "response", ...ok, status: 408, headers: [["Connection", connection]] },
  });

  test.each([
    ["was reset", lost(true, "reset")],
    ["was closed", lost(true, "closed")],
    ["says 408 as it closes", timedOut(true)],
  ])("that had been used and %s is no finding: a GET goes out anew", async (_, first) => {
    const { exchange, wire } = await sendThrough(first);
    const outcome = { kind: "answer", answer: { status: 200 } };
    expect(exchange).toMatchObject({ id: 1, repeats: undefined, outcome });
    expect(wire.map((request) => request.newConnection)).toEqual([false, true]);
  });

  const post = { ...list, method: "POST" } as const;
  const [failure, has408] = [{ kind: "failure" }, { kind: "answer", answer: { status: 408 } }];
  test.each([
    ["was new", lost(false), list, failure],
    ["had answered in part", lost(true, "reset", 1), list, failure],
    ["was only slow", lost(true, "timeout"), list, failure],
    ["carried a POST", lost(true), post, failure],
    ["was new and says 408", timedOut(false), list, has408],
    ["stays open and says 408", timedOut(true, "keep-alive"), list, has408],
    ["carried a POST and says 408", timedOut(true), post, has408],
  ])("that %s is reported, and nothing is sent again", async (_, first, spec, outcome) => {
    const { exchange, wire } = await sendThrough(first, spec);
    expect(exchange).toMatchObject({ outcome });
    expect(wire).toHaveLength(1);
  });
});

test("a key is what stands behind Bearer, a numbered placeholder too", () => {
  expect(keyIn("Bearer abc.DEF-1==")).toBe("abc.DEF-1==");
  expect(keyIn("bearer {key 3}")).toBe("{key 3}");
});

test("what stands for any key is none", () => {
  for (const mark of ["[redacted]", "***", "REDACTED", "xxxx", "{key}", "", "sk_live_****", "<hidden>"])
    expect(keyIn(`Bearer ${mark}`)).toBeUndefined();
  expect(keyIn("Basic YTpi")).toBeUndefined();
});
