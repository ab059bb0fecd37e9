import pLimit from "p-limit";
import { afterAll, expect, test } from "vitest";
import { NumberedSecrets } from "#core/secrets/numbered-secrets.ts";
import { recordedLine } from "#traffic/files/record-traffic.ts";
import { startProxy } from "#traffic/proxy/proxy.ts";
import { QuietClock } from "../exchange/quiet-clock.ts";
import { startBedServer } from "../hostile/bed-server.ts";
import { bedKey } from "../hostile/hostile-parts.ts";
import { formsFound } from "../hostile/key-forms.ts";
import { hostileCases } from "../hostile/targets.ts";
import { ask } from "./proxied.ts";

// A client, the proxy, and each hostile target: whatever the target does, the proxy lives, keeps within its room, and gives it back.

/** By a clock that stands still while the machine is busy: then a client leaves what only waits. */
const mostMs = 500;

/** Where a server sends without end, the client leaves after so many bytes. */
const enoughBytes = 1 << 17;

const asked = (line: string, ...more: readonly string[]) =>
  [`${line} HTTP/1.1`, "Host: a", `Authorization: Bearer ${bedKey}`, ...more, "", ""].join("\r\n");
const body = '{"name":"Rex","categoryId":1}';
const texts = [
  asked("GET /v1/pets?limit=2"),
  asked("POST /v1/pets", "Content-Type: application/json", `Content-Length: ${body.length}`) + body,
];

/** What is wrong with the proxy before this target; undefined: nothing. */
async function fault(port: number): Promise<string | undefined> {
  const room = { leftBytes: 4 << 20 };
  const secrets = new NumberedSecrets();
  const target = new URL(`http://127.0.0.1:${port}/v1`);
  const lines: string[] = [];
  const proxy = await startProxy({
    ...{ target, host: "127.0.0.1", port: 0, maxBodyBytes: 1 << 20, room },
    onExchange: (exchange) => void lines.push(recordedLine(exchange, target, secrets, new Set())),
    onNotJudged: (what) => void lines.push(what),
  });
  for (const text of texts)
    await ask(Number(proxy.url.port), text, { enoughBytes, leaves: new QuietClock().sleep(mostMs) });
  await proxy.close();
  if (lines.length === 0) return "nothing was reported";
  if (formsFound(lines.join("\n"), bedKey).length > 0) return "the key is in the recording";
  return room.leftBytes === 4 << 20 ? undefined : "room is not given back";
}

const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);
process.on("uncaughtExceptionMonitor", note);
afterAll(() => void process.off("uncaughtExceptionMonitor", note));

// A client of these leaves after half a second each: `EVERY_SERVER=1 npx vitest run testing/traffic/proxied-hostile.test.ts`.
const slow = process.env.EVERY_SERVER === "1" ? [] : ["Silence and slowness", "Parts without end"];
const leftOut = ["TLS", "Proxies", ...slow];
const groups = Object.entries(hostileCases).filter(([name]) => !leftOut.includes(name));

test.each(groups)("hostile targets, %s: the proxy goes on, and keeps no key", async (_, cases) => {
  // A few at a time: what only waits is waited for once.
  const found = await pLimit(24).map(cases, async (hostile) => {
    const server = await startBedServer(hostile.hostility(), hostile);
    const wrong = await fault(Number(server.url.port));
    await server.close();
    return [hostile.id, wrong];
  });
  expect(found).toEqual(cases.map(({ id }) => [id, undefined]));
  expect(unhandled).toEqual([]);
});
