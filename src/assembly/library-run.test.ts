import type { RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { createReferenceServer } from "../../reference-server/server.ts";
import { type RunInput, run } from "./library-run.ts";
import { renderReport } from "./render-report.ts";

const apiKey = "key-of-the-library-tests";

function reference() {
  return createReferenceServer({ now: () => Date.now(), keys: [apiKey], plan: "none" });
}

/** The reference server as a Worker would have it. */
function fetchHandler(): (request: Request) => Promise<Response> {
  const server = reference();
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = new Uint8Array(await request.arrayBuffer());
    const answer = await server.handle({
      method: request.method,
      target: pathname + search,
      headers: [...request.headers],
      body,
    });
    if ("failure" in answer) throw new Error("the reference server lost a request");
    const headers = answer.headers.map(([name, value]) => [name, value] as [string, string]);
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers });
  };
}

/** The same as a Node request listener. */
function nodeListener(): RequestListener {
  const server = reference();
  return async (incoming, outgoing) => {
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
    const { method = "", url: target = "" } = incoming;
    const answer = await server.handle({
      method,
      target,
      headers,
      body: new Uint8Array(await buffer(incoming)),
    });
    if ("failure" in answer) return void incoming.destroy();
    outgoing.writeHead(answer.status, answer.headers.flat());
    outgoing.end(answer.body);
  };
}

const given: Omit<RunInput, "target"> = { apiKey, rateLimit: "off", seed: 1 };

describe("a server in this process is checked without a socket", () => {
  test.each([
    ["a fetch handler", { fetch: fetchHandler() }],
    ["a Node request listener", { listener: nodeListener() }],
  ])("%s", async (_, target) => {
    const found = await run({ ...given, target });
    expect(found.verdicts.filter(({ verdict }) => verdict === "fail")).toEqual([]);
    expect([found.outcome, found.suiteErrors, found.rootCause]).toEqual(["conforming", [], undefined]);
    expect(found.requests.total).toBeGreaterThan(30);
  });
});

test("events are told as they happen, the end last, and none holds the key", async () => {
  const kinds: string[] = [];
  const echo = async () => Response.json({ code: apiKey, message: apiKey, status: 401 }, { status: 401 });
  const texts: string[] = [];
  const found = await run({
    ...given,
    target: { fetch: echo },
    onEvent: (event) => {
      kinds.push(event.kind);
      if (event.kind === "exchange") texts.push(JSON.stringify(event.exchange));
    },
  });
  expect(found.outcome).toBe("inconclusive");
  expect(kinds.at(0)).toBe("planned");
  expect(kinds.at(-1)).toBe("finished");
  expect(texts.join("")).not.toContain(apiKey);
  expect(await renderReport(found, "json")).not.toContain(apiKey);
});

test("a handler that throws is a target without an answer", async () => {
  const found = await run({
    ...given,
    target: {
      fetch: () => {
        throw new Error("oops");
      },
    },
  });
  expect([found.outcome, found.reason]).toEqual(["inconclusive", "unreachable"]);
});

test("a signal ends a run, which is then partial", async () => {
  const found = await run({ ...given, target: { fetch: fetchHandler() }, signal: AbortSignal.abort() });
  expect([found.partial, found.reason]).toEqual([true, "interrupted"]);
});

test("an empty key and an unknown plan are told before anything is sent", async () => {
  const target = { fetch: fetchHandler() };
  await expect(run({ ...given, target, apiKey: "" })).rejects.toThrow("apiKey is empty");
  await expect(run({ ...given, target, plan: "gold" })).rejects.toThrow('got "gold"');
  await expect(run({ ...given, target, maxBodyBytes: 1000 })).rejects.toThrow(
    "from 64000 to 64000000; got 1000",
  );
});
