import { hostileCases } from "./all-cases.ts";
import { spawnSync, spawn } from "node:child_process";
import { once } from "node:events";
import { startBedServer } from "./bed-server.ts";
import { bedKey } from "./petstore.ts";
const all = Object.values(hostileCases).flat();
for (const id of process.argv.slice(2)) for (const fm of [[], ["json"], ["junit"], ["html"], ["har"]]) {
  const c = all.find((x) => x.id === id)!;
  const s = await startBedServer(c.hostility());
  const m = `import{readFileSync}from"node:fs";process.on("exit",()=>process.stderr.write("PEAK "+/VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status","utf8"))[1]+JSON.stringify(process.memoryUsage())))`;
  const ch = spawn(process.execPath, [`--import=data:text/javascript,${encodeURIComponent(m)}`, "dist/src/cli/bin.js", "run", s.url.href, "--seed", "1", "--consistency-wait", "0.1", "--max-wait", "1", ...fm.flatMap((f) => ["--report", `${f}=/tmp/zz-${f}`])], { env: { PETSTORE_API_KEY: bedKey } });
  let err = ""; ch.stderr.on("data", (d) => (err += d)); ch.stdout.resume();
  await once(ch, "close");
  process.stdout.write(`${id} ${fm} ${err.slice(err.indexOf("PEAK"))}\n`);
  await s.close();
}
process.exit(0);
