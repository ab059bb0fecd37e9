import { prepare } from "../../src/assembly/assemble.ts";
import { keyOf } from "../../src/core/exchange/bearer-key.ts";
import type { WireExchange } from "../../src/core/exchange/wire-exchange.ts";
import { makeSetting } from "../../src/core/run/setting.ts";
import { isIn, type Part, shareOf, whole } from "../../src/traffic/keys.ts";
import { trafficVerdicts } from "../../src/traffic/part-result.ts";
import { createTrafficJudge, type Judged } from "../../src/traffic/traffic-judge.ts";
import { sampleOptions } from "../run/sample-options.ts";

const prepared = await prepare();
const baseUrl = new URL("https://pets.example/v1");
const setting = makeSetting(sampleOptions(), prepared.contract, baseUrl, 0);

/** What a part of traffic shows. */
export function judgedPart(traffic: readonly WireExchange[], part: Part = whole): Judged {
  const judge = createTrafficJudge({ ...prepared, setting });
  traffic.forEach((exchange, i) => {
    if (isIn(part, shareOf(keyOf(exchange), i + 1))) judge.judge(exchange, { file: 0, line: i + 1 });
  });
  return judge.judged();
}

/** The musts that it breaks. */
export function brokenBy(judged: Judged): readonly string[] {
  return trafficVerdicts(judged, prepared).flatMap(({ requirement, broken }) =>
    broken > 0 && requirement.level === "must" ? [requirement.id] : [],
  );
}
