import { hostileCases } from "./all-cases.ts";
import { judgeCase, cameTo } from "./judge-case.ts";
process.on("unhandledRejection", (e) => console.log("UNHANDLED", e));
process.on("uncaughtException", (e) => console.log("UNCAUGHT", e));
const only = process.argv.slice(2);
for (const [area, cases] of Object.entries(hostileCases)) {
  if (only.length === 0) console.log("##", area);
  for (const c of cases) {
    if (only.length && !only.some((o) => c.id === o || area.startsWith(o))) continue;
    const j = await judgeCase(c);
    const came = cameTo(j.run);
    const { expect: e } = c;
    const ok = came.exitCode === e.exitCode && (e.reason === undefined || e.reason === came.reason) && (e.says === undefined || came.says?.includes(e.says)) && (e.fails === undefined || e.fails.join() === came.fails.join());
    console.log(ok ? "ok " : "BAD", c.id.padEnd(28), String(Math.round(j.elapsedMs)).padStart(6), "ms", j.run.requests.total, "req", "open", j.openSockets, came.exitCode, came.reason ?? "", "|", came.says ?? "", "|", came.fails.join(" "), j.run.suiteErrors.length ? "SUITE " + JSON.stringify(j.run.suiteErrors).slice(0, 300) : "");
  }
}
process.exit(0)
