import { expect, test } from "vitest";
import { createReplicas, type ReplicaOptions } from "./replicas.ts";

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
