import { type TrivialServer, trivialServers } from "../../reference-server/trivial.ts";
import { createVirtualClock } from "../core/exchange/clock/virtual-clock.ts";
import type { Run } from "../core/run/result.ts";
import { type PlayOptions, playServer } from "./play.ts";

/** What a run says of a server that answers everything alike. */
export interface TrivialRow {
  readonly id: string;
  readonly title: string;
  readonly outcome: Run["outcome"];
  readonly exitCode: Run["exitCode"];
  readonly reason: Run["reason"];
  /** Ids of the musts that it passes: at most two (design: How the proof is built, 2). */
  readonly mustsPassed: readonly string[];
  readonly mustsFailed: readonly string[];
  /** Requests that the run took to end. */
  readonly requests: number;
  /** Mistakes of the suite's own that it brought about: none. */
  readonly suiteErrors: readonly string[];
}

/** Any instant before the removal: the runs repeat to the byte. */
const startsAtMs = Date.UTC(2026, 2, 4, 5, 6, 7, 250);

/** Runs the suite against every trivial server, one after another, in the order in which they are written. */
export async function trivialTable(given: PlayOptions): Promise<readonly TrivialRow[]> {
  const rows: TrivialRow[] = [];
  for (const server of trivialServers) rows.push(rowOf(server, await playTrivial(server, given)));
  return rows;
}

export function playTrivial(server: TrivialServer, given: PlayOptions): Promise<Run> {
  const baseUrl = new URL("https://reference.localhost/v1");
  return playServer(server, baseUrl, createVirtualClock(startsAtMs), given);
}

function rowOf({ id, title }: TrivialServer, run: Run): TrivialRow {
  const { outcome, exitCode, reason } = run;
  const musts = (verdict: "pass" | "fail") =>
    run.verdicts.filter((v) => v.level === "must" && v.verdict === verdict).map((v) => v.id);
  return {
    id,
    title,
    outcome,
    exitCode,
    reason,
    mustsPassed: musts("pass"),
    mustsFailed: musts("fail"),
    requests: run.requests.total,
    suiteErrors: run.suiteErrors.map(({ where, message }) => `${where}: ${message}`),
  };
}
