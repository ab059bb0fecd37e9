import { describe, expect, test } from "vitest";
import { statusOf } from "#core/check/clients/session.ts";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import { headerValue } from "#core/exchange/exchange.ts";
import { clientSuite } from "#suites/client-registry.ts";
import { playedOnPort, withControls } from "./conduct.ts";
import { type Incoming, LiveSession } from "./session.ts";

const key = "f0e1d2c3b4a5968778695a4b3c2d1e0f";
const body = new TextEncoder().encode('{"name":"Rex","categoryId":1}');
const authorization = ["Authorization", `Bearer ${key}`] as const;
const label = ["Content-Type", "application/json"] as const;

const { situations } = clientSuite;
const openService = await clientSuite.service();

function opened(names: readonly string[]) {
  const clock = new VirtualClock(Date.parse("2026-03-04T05:06:07.500Z"));
  let ids = 0;
  const session = new LiveSession({
    ...{ suite: clientSuite, openService, clock },
    key,
    situations: situations.filter(({ name }) => names.length === 0 || names.includes(name)),
    elsewhere: () => "http://elsewhere.example",
    nextId: () => ++ids,
  });
  const send = (method: string, target: string, given: Partial<Incoming> = {}) =>
    session.receive({
      origin: "service",
      connection: 1,
      ...{ method, target, bodyBytes: 0 },
      body: new Uint8Array(),
      headers: [authorization],
      ...given,
    });
  const statuses = () => session.exchanges().map((one) => statusOf(one) ?? "reset");
  return { clock, session, send, statuses };
}

describe("an exam of all situations", () => {
  test("begins with an ordinary answer, and has one between two situations", async () => {
    const { clock, send, session } = opened([]);
    for (let n = 0; n < 12; n += 1) {
      await send("GET", "/v1/pets?limit=5");
      await clock.sleep(4_000);
    }
    const played = session.exchanges().map(({ situation }) => situation ?? "-");
    expect(played[0]).toBe("-");
    const begins = played.filter((name, at) => name !== "-" && played[at - 1] !== name);
    expect(begins.length).toBeGreaterThan(2);
    for (const [at, name] of played.entries())
      if (at > 0 && name !== "-") expect([name, "-"]).toContain(played[at - 1]);
  });

  test("waits for no request that does not come", async () => {
    const { clock, send, session } = opened([]);
    for (let n = 0; n < 120; n += 1) {
      await send("GET", `/v1/pets?limit=${(n % 50) + 1}`);
      await clock.sleep(4_000);
    }
    const played = new Set(session.exchanges().map(({ situation }) => situation));
    expect(played).toContain("unauthorized");
    expect(played).not.toContain("bad-request");
    expect(session.conductor.isOver).toBe(true);
  });

  test("answers 401 only when a client that does everything has met everything else", async () => {
    const { clock, send, session } = opened([]);
    const met = () => new Set(session.exchanges().flatMap(({ situation }) => situation ?? []));
    for (let round = 0; round < 60 && !met().has("unauthorized"); round += 1) {
      for (const target of ["/v1/pets?limit=5", "/v1/pets?status=sold", "/v1/pets/1001"]) {
        await send("GET", target);
        await clock.sleep(4_000);
      }
      await send("POST", "/v1/pets", { body });
      await clock.sleep(4_000);
      await Promise.all([1, 2, 3].map((n) => send("GET", `/v1/pets/100${n}`, { connection: n })));
    }
    const mayEnd = ["unauthorized-create", "unauthorized-read"];
    const all = situations.filter(({ lessons }) => lessons !== undefined).map(({ name }) => name);
    expect(session.conductor.isOver).toBe(false);
    expect(all.filter((name) => !mayEnd.includes(name)).filter((name) => !met().has(name))).toEqual([]);
  });
});

describe("one situation", () => {
  test("does not hold up a client that does one thing at a time for ever", async () => {
    const { clock, send, statuses } = opened(["burst"]);
    const begun = clock.now();
    for (let n = 1; n <= 40; n += 1) await send("GET", `/v1/pets?limit=${n}`);
    expect(new Set(statuses())).toEqual(new Set([200]));
    expect(clock.now() - begun).toBe(3_000);
  });

  test("stores a create before its connection is lost", async () => {
    const { send, statuses } = opened(["lost-create"]);
    await send("POST", "/v1/pets", { body, headers: [authorization, label] });
    const list = await send("GET", "/v1/pets?limit=100");
    expect(statuses()).toEqual(["reset", 200]);
    if (list.kind === "answer") expect(new TextDecoder().decode(list.response.body)).toContain('"Rex"');
  });

  test("answers where a redirect led as the service does, with and without the key", async () => {
    const { send, session } = opened(["redirect"]);
    expect(await send("POST", "/v1/pets", { body, headers: [label] })).toMatchObject({
      response: { status: 303 },
    });
    const created = await send("POST", "/v1/pets", { body, headers: [label], origin: "elsewhere" });
    expect(created).toMatchObject({ response: { status: 201 } });
    expect(session.exchanges().map(({ origin }) => origin)).toEqual(["service", "elsewhere"]);
  });

  test("redirects a create to what it created, so that a client that follows as a GET can go on", async () => {
    const { send } = opened(["redirect"]);
    const redirected = await send("POST", "/v1/pets", { body, headers: [authorization, label] });
    if (redirected.kind !== "answer") return expect.fail(redirected.kind);
    const location = headerValue(redirected.response.headers, "Location") ?? "";
    expect(location).toMatch(/^http:\/\/elsewhere\.example\/v1\/pets\/[0-9]+$/);
    const read = await send("GET", new URL(location).pathname, { origin: "elsewhere" });
    if (read.kind !== "answer") return expect.fail(read.kind);
    expect(new TextDecoder().decode(read.response.body)).toContain('"Rex"');
  });

  test("lets a browser send what it asks for, and read every field", async () => {
    const { send } = opened(["plain"]);
    const origin = ["Origin", "https://shop.example"] as const;
    const asked = [["Access-Control-Request-Headers", "authorization,x-trace"] as const];
    const preflight = await send("OPTIONS", "/v1/pets", { headers: [origin, ...asked] });
    const allowed = ["Access-Control-Allow-Headers", "authorization,x-trace"];
    expect(preflight).toMatchObject({ response: { headers: expect.arrayContaining([allowed]) } });
    const read = await send("GET", "/v1/pets", { headers: [origin, authorization] });
    if (read.kind !== "answer") return expect.fail(read.kind);
    const [[, exposed = ""] = []] = read.response.headers.filter(([name]) => /-expose-/i.test(name));
    expect(exposed.split(", ")).toEqual(
      read.response.headers.map(([name]) => name).filter((name) => !name.startsWith("Access-Control-")),
    );
    expect(exposed).toContain("Date");
  });
});

test("a situation is played with those beside which it is judged", () => {
  const chosen = situations.filter(({ name }) => name === "limit-body");
  const names = withControls(chosen, clientSuite).map(({ name }) => name);
  expect(names).toEqual(["plain", "retry-seconds", "limit-body"]);
});

test("an exam on a port leaves out what a client waits through for longer than the exam waits for it", () => {
  const all = playedOnPort(situations, 30_000).map(({ name }) => name);
  expect(all).toHaveLength(situations.length - 1);
  expect(all).not.toContain("retry-long");
  expect(playedOnPort(situations, 40_000)).toEqual(situations);
  const alone = situations.filter(({ name }) => name === "retry-long");
  expect(playedOnPort(alone, 30_000)).toEqual(alone);
});
