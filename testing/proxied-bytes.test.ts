import { expect, test } from "vitest";
import { correctHooks } from "../reference-server/hooks/hooks.ts";
import { listen } from "../reference-server/listen.ts";
import { createReferenceServer } from "../reference-server/server.ts";
import { createNumberedSecrets } from "../src/core/secrets/numbered-secrets.ts";
import { loadServers } from "../suites/servers.ts";
import { hostileCases } from "./hostile/all-cases.ts";
import { startBedServer } from "./hostile/bed-server.ts";
import { formsFound } from "./hostile/key-forms.ts";
import { bedKey } from "./hostile/petstore.ts";
import { passedBytes } from "./proxied/relay.ts";

const head = (line: string, ...more: readonly string[]) =>
  [`${line} HTTP/1.1`, "hOST: pets.example", `Authorization: Bearer ${bedKey}`, ...more, "", ""].join("\r\n");
const body = '{"name":"Rex","categoryId":1}';
const label = "Content-Type: application/json";
const texts = [
  head("GET /v1/pets?limit=2"),
  head("POST /v1/pets", label, `Content-Length: ${body.length}`) + body,
  head("GET /v1/pets/9223372036854775807"),
  head("GET /v1/pets?limit=101").replace(/Authorization.*\r\n/, ""),
];

/** What passed otherwise than it was sent, and what a recording of it has of the key. */
async function changed(port: number): Promise<readonly unknown[]> {
  const secrets = createNumberedSecrets();
  const passed = await Array.fromAsync(texts, (text) => passedBytes(port, text, secrets));
  return passed.filter(
    ({ sent, arrived, answered, got, hasLeft, recorded }) =>
      arrived === "" ||
      formsFound(recorded, bedKey).length > 0 ||
      !sent.startsWith(arrived) ||
      (hasLeft ? !answered.startsWith(got) : got !== answered),
  );
}

/** A few at a time: what only waits is waited for once. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  play: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) results[at] = await play(item);
    }
  };
  await Promise.all(Array.from({ length: 24 }, worker));
  return results;
}

/** All targets take a quarter of a minute: `EVERY_SERVER=1 npx vitest run testing/proxied-bytes.test.ts`. */
const isWhole = process.env.EVERY_SERVER === "1";

// Those that stay silent send nothing that could be compared, and inside of TLS the relay sees nothing.
const leftOut = ["Silence and slowness", "TLS", "Proxies", ...(isWhole ? [] : ["JSON", "Parts without end"])];
const groups = Object.entries(hostileCases).filter(([name]) => !leftOut.includes(name));

test.each(groups)("hostile targets, %s: what the client gets is what they sent", async (_, cases) => {
  const found = await inTurns(cases, async (hostile) => {
    const server = await startBedServer(hostile.hostility(), hostile);
    const wrong = await changed(Number(server.url.port));
    await server.close();
    return [hostile.id, wrong];
  });
  expect(found).toEqual(cases.map(({ id }) => [id, []]));
});

test("every fault and variant: what the client gets is what it sent", async () => {
  const servers = await loadServers();
  const some = isWhole ? servers : servers.filter((_, at) => at % 16 === 0);
  const found = await inTurns(some, async ({ id, stage, hooks }) => {
    const { startsAt: _, ...staged } = stage ?? {};
    const server = createReferenceServer({
      ...{ ...staged, now: () => Date.now(), keys: [bedKey] },
      hooks: hooks(correctHooks),
    });
    const listening = await listen(server);
    const wrong = await changed(Number(new URL(listening.url).port));
    await listening.close();
    return [id, wrong];
  });
  expect(found).toEqual(some.map(({ id }) => [id, []]));
});
