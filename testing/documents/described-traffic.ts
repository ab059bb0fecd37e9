import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { makeSetting } from "#core/run/setting.ts";
import { createTrafficJudge } from "#traffic/traffic-judge.ts";
import { sampleOptions } from "../run/sample-options.ts";
import { described, describedUrl } from "./described-service.ts";

/** When the traffic of these tests passes. */
export const now = Date.parse("2026-03-04T05:06:07Z");

/** Judges an exchange by this document alone: what it fails, and how many requests were the client's mistake. */
export async function judgeOf(document: string) {
  const judgedBy = await described(document);
  const setting = makeSetting(sampleOptions(), judgedBy.contract, describedUrl, now);
  return (exchange: WireExchange): readonly [failed: readonly string[], mistakes: number] => {
    const judge = createTrafficJudge({ ...judgedBy, setting });
    const failed = judge.judge(exchange).map(({ requirement }) => requirement.id);
    return [failed, judge.client().count];
  };
}
