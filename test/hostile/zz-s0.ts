import { hostileCases } from "./all-cases.ts";
import { judgeCase } from "./judge-case.ts";
const all = Object.values(hostileCases).flat();
for (const id of ["status-0", "invalid-utf-8"]) {
  const c = all.find((x) => x.id === id)!;
  const j = await judgeCase(c);
  for (const v of j.run.verdicts) if (v.verdict === "fail") console.log(id, v.id, v.level, JSON.stringify(v.findings[0]), v.text);
  console.log(JSON.stringify(j.run.exchanges[0]?.outcome).slice(0, 400));
}
process.exit(0);
