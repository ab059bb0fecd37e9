import { expect, onTestFinished, test } from "vitest";
import type { RunOptions } from "#core/run/options.ts";
import { startBedServer } from "../hostile/bed-server.ts";
import { bedKey, petstore, plain } from "../hostile/petstore.ts";
import { runOverSockets } from "../run/run-over-sockets.ts";

/** Blanks are allowed around JSON: the list is the correct one, on three megabytes. */
const padding = Buffer.alloc(3_000_000, " ");

async function runWith(options: Partial<RunOptions>) {
  const server = await startBedServer(
    petstore(({ correct, target }) =>
      plain(correct, target === "/v1/pets?limit=100" ? { body: Buffer.concat([correct.body, padding]) } : {}),
    ),
  );
  onTestFinished(() => server.close());
  const run = await runOverSockets({
    baseUrl: server.url,
    key: bedKey,
    options: { only: ["LIST-3", "HTTP-1"], ...options },
  });
  const verdict = (id: string) => run.verdicts.find((one) => one.id === id);
  return { http: verdict("HTTP-1"), list: verdict("LIST-3") };
}

test("a list that is larger than is read by default is inconclusive, and max-body is named", async () => {
  const { http, list } = await runWith({});
  const inconclusive = {
    verdict: "inconclusive",
    remedy: { options: [{ option: "max-body", value: "4MiB" }] },
  };
  expect([http, list]).toMatchObject([inconclusive, inconclusive]);
});

test("with max-body it is judged", async () => {
  const { http, list } = await runWith({ maxBodyBytes: 4_000_000 });
  expect([http, list]).toMatchObject([{ verdict: "pass" }, { verdict: "pass" }]);
});
