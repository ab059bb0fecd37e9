import { prepare } from "#assembly/assemble.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { makeSetting } from "#core/run/setting.ts";
import { createTrafficJudge, type Judged } from "#traffic/traffic-judge.ts";
import { trafficVerdicts } from "#traffic/traffic-result.ts";
import { sampleOptions } from "../run/sample-options.ts";

const prepared = await prepare();
const baseUrl = new URL("https://pets.example/v1");
const setting = makeSetting(sampleOptions(), prepared.contract, baseUrl, 0);

/** What traffic shows. */
function judged(traffic: readonly WireExchange[]): Judged {
  const judge = createTrafficJudge({ ...prepared, setting });
  for (const exchange of traffic) judge.judge(exchange);
  return judge.judged();
}

/** The musts that it breaks. */
export function brokenBy(traffic: readonly WireExchange[]): readonly string[] {
  return trafficVerdicts(judged(traffic), prepared).flatMap(({ requirement, broken }) =>
    broken > 0 && requirement.level === "must" ? [requirement.id] : [],
  );
}
