import { type RequestOptions, request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { validKey } from "#testing/reference-server/handlers.ts";
import type { Hooks } from "./hooks/call.ts";
import { listen } from "./listen.ts";
import { NoAnswer } from "./refusal.ts";
import { correctHooks, ReferenceServer } from "./server.ts";

async function start(hooks: Partial<Hooks> = {}) {
  const now = () => Date.parse("2026-03-01T12:00:00Z");
  const listener = await listen(new ReferenceServer({ now, keys: [validKey], hooks }));
  onTestFinished(() => listener.close());
  return listener.url;
}

const authorization = { Authorization: `Bearer ${validKey}` };

/** The status of an answer that comes whole, else what becomes of it. */
const outcomeOf = (url: string, options: RequestOptions = {}) =>
  new Promise((resolve, reject) => {
    request(url, { headers: authorization, ...options }, (answer) => {
      answer.on("error", (error) => resolve(error.message)).resume();
      answer.on("end", () => resolve(answer.statusCode));
    })
      .on("error", reject)
      .end();
  });

test("takes a request line that names the origin", async () => {
  const url = await start();
  expect(await outcomeOf(url, { path: `${url}/pets?limit=1` })).toBe(200);
});

test("resets the connection where no answer is to come", async () => {
  const url = await start({
    listPets: () => {
      throw new NoAnswer("reset");
    },
  });
  await expect(fetch(`${url}/pets`, { headers: authorization })).rejects.toThrow();
});

test("cuts an answer short whose body is less than its Content-Length", async () => {
  const url = await start({
    respond: (response) => ({
      ...correctHooks.respond(response, {} as never),
      body: response.body.subarray(0, 9),
    }),
    commonHeaders: () => [["Content-Length", "5000"]],
  });
  expect(await outcomeOf(`${url}/pets`)).toBe("aborted");
});

test("answers 413 to a body beyond its bound, however long", async () => {
  const url = await start();
  const response = await fetch(`${url}/pets`, {
    method: "POST",
    headers: authorization,
    body: new Uint8Array(3_000_000),
  });
  expect(response.status).toBe(413);
});
