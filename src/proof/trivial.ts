import type { TrivialServer } from "../../reference-server/trivial.ts";
import { createVirtualClock } from "../core/exchange/clock/virtual-clock.ts";
import type { Run } from "../core/run/result.ts";
import { type PlayOptions, playServer } from "./play.ts";

/** Any instant before the removal: the runs repeat to the byte. */
const startsAtMs = Date.UTC(2026, 2, 4, 5, 6, 7, 250);

/** Runs the suite against one server that answers everything alike. */
export function playTrivial(server: TrivialServer, given: PlayOptions): Promise<Run> {
  const baseUrl = new URL("https://reference.localhost/v1");
  return playServer(server, baseUrl, createVirtualClock(startsAtMs), given);
}
