import { describe, expect, test } from "vitest";
import { authorized, bodyOf, converse, header, jsonOf } from "#testing/reference-server/handlers.ts";
import { encodeJson, parseJson } from "./json.ts";
import { createReplicas, type ReplicaOptions } from "./replicas.ts";

const error = (status: number) => ({
  code: expect.any(String),
  message: expect.any(String),
  status: BigInt(status),
});

/** What is asked for with the valid key, by the status of the Error that it is answered with. */
const refused: Readonly<Record<number, readonly string[]>> = {
  400: [
    ...["0", "-1", "101", "1000", "abc", "1.5", ""].map((limit) => `/v1/pets?limit=${limit}`),
    ...["lost", "Available", ""].map((status) => `/v1/pets?status=${status}`),
    ...["abc", "1.5", "1abc", "9223372036854775808", "%zz", "9".repeat(5000)].map((id) => `/v1/pets/${id}`),
  ],
  404: [
    ...["0", "-1", "4", "9223372036854775807"].map((id) => `/v1/pets/${id}`),
    ...["/", "/v1", "/v1/pets/", "/v2/pets", "/v1/pets/1/x"],
  ],
};

describe.each(Object.entries(refused))("answers a %s Error to", (status, targets) => {
  test.each(targets)("GET %.40s", async (target) => {
    const response = await converse().get(target);
    expect([response.status, jsonOf(response)]).toEqual([Number(status), error(Number(status))]);
  });
});

describe("listing", () => {
  test("answers 20 pets where no limit is given", async () => {
    const response = await converse().get("/v1/pets");
    expect(response.status).toBe(200);
    expect(header(response, "content-type")).toBe("application/json");
    expect(jsonOf(response)).toHaveLength(20);
  });

  test("has a seed with every status, some without, and identifiers on both sides of 2^53", async () => {
    const pets = converse().server.inspect().pets;
    expect(new Set(pets.map(({ status }) => status))).toEqual(
      new Set(["available", "pending", "sold", undefined]),
    );
    expect(pets.filter(({ id }) => id > 2n ** 53n)).toHaveLength(15);
    expect(new Set(pets.map(({ categoryId }) => categoryId)).size).toBe(5);
  });
});

describe("creating", () => {
  test("takes an integer however it is written", async () => {
    const response = await converse().create('{"name":"a","categoryId":1.20e2}');
    expect(jsonOf(response)).toMatchObject({ categoryId: 120n });
  });

  test("ignores a sent identifier and members that it does not know", async () => {
    const { create, server } = converse();
    const [first] = server.inspect().pets;
    const response = await create(
      `{"id":${first?.id},"name":"a","categoryId":1,"__proto__":{"status":"sold"},"x":[]}`,
    );
    expect(response.status).toBe(201);
    const { pets } = server.inspect();
    expect(pets).toHaveLength(31);
    expect(new Set(pets.map(({ id }) => id)).size).toBe(31);
    expect(pets[30]).toEqual({ id: pets[30]?.id, name: "a", categoryId: 1n });
  });

  // What no run sends. The wrong bodies of a run are rejected, or the proof does not hold.
  test.each([
    '{"name":"a","categoryId":9007199254740993.5}',
    '{"name":"a","categoryId":1e999999999}',
    '{"name":"a","categoryId":1e-999999999}',
    '{"name":"a","categoryId":1}//',
    '\ufeff{"name":"a","categoryId":1}',
    "[".repeat(200_000),
    `{"x":${"[".repeat(200_000)}${"]".repeat(200_000)},"name":1}`,
    `{"name":"${"a".repeat(10_001)}","categoryId":1}`,
  ])("refuses %.60s with a 400 Error and stores nothing", async (body) => {
    const { create, server } = converse();
    const response = await create(body);
    expect(response.status).toBe(400);
    expect(jsonOf(response)).toEqual(error(400));
    expect(server.inspect().pets).toHaveLength(30);
  });

  test.each<readonly [label: string | undefined, status: number]>([
    ["application/json; charset=utf-8", 201],
    ["Application/JSON", 201],
    ["application/json;x=y", 201],
    ["text/plain", 415],
    ["application/jsonp", 415],
    [undefined, 415],
  ])("answers a body with the Content-Type %s with %i", async (label, status) => {
    const headers = label === undefined ? authorized : [...authorized, ["content-type", label] as const];
    const body = Buffer.from('{"name":"a","categoryId":1}');
    const response = await converse().send("POST", "/v1/pets", { headers, body });
    expect(response.status).toBe(status);
    expect(jsonOf(response)).toMatchObject(status === 201 ? { name: "a" } : error(415));
  });

  test.each(["", "a\u0000b", "\ud800", "\uffff", "x".repeat(10_000)])(
    "keeps the name %.20j as it is",
    async (name) => {
      const response = await converse().create(JSON.stringify({ name, categoryId: 0 }));
      expect(jsonOf(response)).toMatchObject({ name, categoryId: 0n });
    },
  );
});

describe("reading one", () => {
  test("announces its end in every answer", async () => {
    const response = await converse().get("/v1/pets/0");
    expect(header(response, "deprecation")).toBe("@1735689600");
    expect(header(response, "sunset")).toBe("Thu, 05 Dec 2030 00:00:00 GMT");
  });

  test("is gone from the removal day on, by the server's clock", async () => {
    const { clock, server, get } = converse({ startsAt: "2030-12-04T23:59:59Z" });
    const id = server.inspect().pets[0]?.id;
    expect((await get(`/v1/pets/${id}`)).status).toBe(200);
    clock.nowMs += 1000;
    const response = await get(`/v1/pets/${id}`);
    expect(jsonOf(response)).toEqual(error(404));
    expect(header(response, "sunset")).toBeUndefined();
    expect((await get("/v1/pets")).status).toBe(200);
  });
});

describe("keys and paths", () => {
  const wrong: [string, string][][] = [
    [],
    [["Authorization", ""]],
    [["Authorization", "Bearer"]],
    [["Authorization", "Bearer wrong"]],
    [["Authorization", "test-key-4711"]],
    [["Authorization", "Basic test-key-4711"]],
    [["Authorization", "Bearer test-key-4711 more"]],
    [["Authorization", "Bearer TEST-KEY-4711"]],
    [["X-API-Key", "test-key-4711"]],
  ];

  test.each(wrong)(
    "answers a 401 Error with a challenge to %j, before it looks at anything else",
    async (...headers) => {
      const { send, server } = converse();
      for (const [method, target] of [
        ["GET", "/v1/pets?limit=0"],
        ["POST", "/v1/pets"],
        ["GET", "/v1/pets/abc"],
        ["GET", "/v1/store/orders"],
        ["GET", "/v1/nowhere"],
      ] as const) {
        const response = await send(method, target, { headers });
        expect(jsonOf(response)).toEqual(error(401));
        expect(header(response, "www-authenticate")).toMatch(/^Bearer /);
        expect(header(response, "x-ratelimit-limit")).toBe("300");
      }
      expect(server.inspect()).toMatchObject({ requestsSeen: 5, pets: { length: 30 } });
    },
  );

  test("answers an empty list of orders", async () => {
    expect(bodyOf(await converse().get("/v1/store/orders"))).toBe("[]");
  });

  test("answers a 405 Error with Allow to other methods", async () => {
    const response = await converse().send("DELETE", "/v1/pets");
    expect(jsonOf(response)).toEqual(error(405));
    expect(header(response, "allow")).toBe("GET, POST");
  });

  test("answers a 413 Error to a body above its bound", async () => {
    const { create } = converse();
    expect(jsonOf(await create(" ".repeat(1_048_577)))).toEqual(error(413));
  });

  test("writes Date from its own clock", async () => {
    expect(header(await converse().get("/v1/pets"), "date")).toBe("Sun, 01 Mar 2026 12:00:00 GMT");
  });
});

test.each([
  ["9007199254740993", 9007199254740993n],
  ["-9223372036854775808", -9223372036854775808n],
  ["-0", 0n],
  ["0.000e99999999999", 0n],
  ["1.0", 1n],
  ["12e2", 1200n],
  ["1200e-2", 12n],
  ["9007199254740993.000", 9007199254740993n],
])("reads the integer %s to the digit", (text, value) => {
  expect(parseJson(text)).toBe(value);
});

test.each([
  ["1.5", 1.5],
  ["1e-1", 0.1],
  ["1e401", Number.POSITIVE_INFINITY],
  ["1e99999999999", Number.POSITIVE_INFINITY],
])("leaves %s, which is no integer of any use, a number", (text, value) => {
  expect(parseJson(text)).toBe(value);
});

test("keeps strings that look like numbers, and members named as those of Object", () => {
  const text = '{"__proto__":"12","a":[null,true,"\\ud800"]}';
  expect(encodeJson(parseJson(text))).toBe(text);
});

test("leaves out members that are undefined", () => {
  expect(encodeJson({ a: undefined, b: 1n })).toBe('{"b":1}');
});

describe("rate limits", () => {
  test("count each key by itself, and all without a valid key together", async () => {
    const { send, get } = converse({ plan: { perMinute: 2 }, keys: ["test-key-4711", "other"] });
    const status = async (key: string) =>
      (await send("GET", "/v1/pets", { headers: [["Authorization", `Bearer ${key}`]] })).status;
    expect([await status("x"), await status("y"), await status("z")]).toEqual([401, 401, 429]);
    expect([await status("other"), await status("other"), await status("other")]).toEqual([200, 200, 429]);
    expect((await get("/v1/pets")).status).toBe(200);
  });

  test("announce the daily limit where it is the tighter one", async () => {
    const { get, clock } = converse({ plan: { perMinute: 3, perDay: 4 } });
    for (let sent = 0; sent < 3; sent += 1) await get("/v1/pets");
    clock.nowMs += 60_000;
    const last = await get("/v1/pets");
    expect([header(last, "x-ratelimit-limit"), header(last, "x-ratelimit-remaining")]).toEqual(["4", "0"]);
    const refused = await get("/v1/pets");
    expect([refused.status, header(refused, "retry-after")]).toEqual([429, "86340"]);
  });

  test.each([
    ["free", "60"],
    ["pro", "300"],
    ["business", "1000"],
    ["none", undefined],
  ] as const)("of the plan %s are announced as %s", async (plan, limit) => {
    const response = await converse({ plan }).get("/v1/nowhere");
    expect(header(response, "x-ratelimit-limit")).toBe(limit);
    expect(header(response, "x-ratelimit-reset")).toBe(limit && "1772366460");
  });
});

const request = (method: string, body = "", connection = 1) => ({
  method,
  target: "/v1/pets",
  headers: [
    ["Authorization", "Bearer key"],
    ["Content-Type", "application/json"],
  ] as const,
  body: new TextEncoder().encode(body),
  connection,
});

function replicas(given: Partial<ReplicaOptions>) {
  const { handle } = createReplicas(
    {
      now: () => 0,
      keys: ["key"],
      seedPets: 0,
      plan: "free",
      hooks: { refused: () => ({ status: 599, headers: [], body: new Uint8Array() }) },
    },
    { count: 3, balance: "request", first: 1, ...given },
  );
  const wrong = async (connection?: number) => (await handle(request("POST", "", connection))).status === 599;
  return { handle, wrong };
}

test("one of three requests is answered by the one with the hooks", async () => {
  const { wrong } = replicas({});
  const answers = await Array.fromAsync([1, 2, 3, 4, 5], () => wrong());
  expect(answers).toEqual([false, false, true, false, false]);
});

test("a connection stays where it is", async () => {
  const { wrong } = replicas({ balance: "connection" });
  const answers = await Array.fromAsync([1, 2, 3, 3, 1, 4], (connection) => wrong(connection));
  expect(answers).toEqual([false, false, true, true, false, false]);
});

test("all have one store and one rate limiter", async () => {
  const { handle } = replicas({});
  const remaining: (string | undefined)[] = [];
  for (let i = 0; i < 3; i += 1) {
    const { status, headers } = await handle(request("POST", '{"name":"Rex","categoryId":1}'));
    expect(status).toBe(201);
    remaining.push(headers.find(([name]) => name === "X-RateLimit-Remaining")?.[1]);
  }
  expect(remaining).toEqual(["59", "58", "57"]);
  for (let i = 0; i < 3; i += 1) {
    const { body } = await handle(request("GET"));
    expect(JSON.parse(new TextDecoder().decode(body))).toHaveLength(3);
  }
});
