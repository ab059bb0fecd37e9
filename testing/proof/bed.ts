import { prepare } from "#assembly/assemble.ts";
import type { VerdictKind } from "#core/check/results/verdict.ts";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type { RunOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { serverWithId } from "#proof/bed.ts";
import { type Player, type PlayOptions, play, playServer } from "#proof/play.ts";
import { type ListedServer, loadServers } from "#suites/servers.ts";
import { type Balance, replicas } from "#testing/reference-server/handlers.ts";
import { createLaxServer, type LaxServer } from "../reference-server/lax-servers.ts";

// For tests: the suite of the pet store as a run is given it, and the servers of its bed.

export const prepared = await prepare();

export const servers = await loadServers();

export const correct: Player = { hooks: () => ({}) };

export function serverOf(id: string): ListedServer {
  return serverWithId(id, servers);
}

/** A server, and what stands in front of it. */
export type Served = Player & Pick<PlayOptions, "serve">;

/** Runs the suite against a server, or against that of the bed which has the id. @param way to it; what else it is judged by */
export function playOn(
  player: Served | string,
  options: Partial<RunOptions> = {},
  way: Partial<PlayOptions> = {},
): Promise<Redacted<Run>> {
  const server: Served = typeof player === "string" ? serverOf(player) : player;
  return play(server, { ...prepared, ...(server.serve && { serve: server.serve }), ...way, options });
}

/** A run on a server that stores what it is sent, and the server after it. */
export async function playLax(lax: LaxServer, options: Partial<RunOptions> = {}) {
  const clock = new VirtualClock(Date.UTC(2026, 2, 4));
  const server = createLaxServer(lax, clock);
  const given = { ...prepared, options };
  return { run: await playServer(server, new URL("https://lax.test/v1"), clock, given), server };
}

/** Plays a server as one of three replicas with one store; the others are correct, and the seed decides which has the first turn. */
export function playReplicas(
  { hooks, stage }: Player,
  balance: Balance,
  options: Pick<RunOptions, "seed" | "rounds">,
): Promise<Redacted<Run>> {
  const serve: Served["serve"] = (given) =>
    replicas(given, (turn) => (turn + options.seed) % 3 === 0, balance);
  // With room for all that a standard run can send, over as many connections as a run has in flight at once.
  return playOn({ hooks, stage: { plan: "pro", ...stage }, serve }, options, { keptConnections: 6 });
}

export function idsOf({ verdicts }: Pick<Run, "verdicts">, wanted: VerdictKind): readonly string[] {
  return verdicts.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
}
