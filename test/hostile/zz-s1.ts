import { hostileCases } from "./all-cases.ts";
import { startBedServer } from "./bed-server.ts";
import { createUndiciTransport } from "../../src/exchange/undici-transport.ts";
import { createWallClock } from "../../src/exchange/wall-clock.ts";
const all = Object.values(hostileCases).flat();
for (const id of ["endless-small-chunks", "endless-trailers", "endless-chunk-extension", "endless-body"]) {
  const c = all.find((x) => x.id === id)!;
  const s = await startBedServer(c.hostility());
  const t = createUndiciTransport({ clock: createWallClock(), baseUrl: s.url, concurrency: 2 });
  const b = performance.now();
  const r = await t.send({ method: "GET", target: "/v1/pets", headers: [], body: undefined, newConnection: false, timeoutMs: 20000, signal: undefined });
  console.log(id, performance.now() - b, JSON.stringify(r.result).slice(0, 200));
  await t.close(); await s.close();
}
process.exit(0);
