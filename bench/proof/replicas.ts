import type { RunOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import { type Player, type PlayOptions, play } from "#proof/play.ts";
import { type Balance, createReplicas } from "#reference-server/replicas.ts";

/** One replica of so many is the server of the bed; the others are correct. */
const replicaCount = 3;

interface ReplicaPlay extends Omit<PlayOptions, "serve" | "keptConnections" | "options"> {
  readonly balance: Balance;
  readonly options: Partial<RunOptions> & Pick<RunOptions, "seed">;
}

/** Plays a server of the bed as one of three replicas with one store; the seed decides which replica has the first turn. */
export function playReplicas(player: Player, { balance, ...given }: ReplicaPlay): Promise<Run> {
  const { seed } = given.options;
  // With room for all that a standard run can send.
  const stage = { plan: "pro", ...player.stage } as const;
  return play(
    { ...player, stage },
    {
      ...given,
      // As many as a run has in flight at once.
      keptConnections: 6,
      serve: (options) =>
        createReplicas(options, { count: replicaCount, balance, first: seed % replicaCount }),
    },
  );
}

/** The first round in which one of these requirements failed; undefined where none did. */
export function firstFailure({ verdicts, exchanges }: Run, ids: readonly string[]): number | undefined {
  const roundOf = new Map(exchanges.map(({ id, round = 1 }) => [id, round]));
  const found = verdicts
    .filter(({ id, verdict }) => verdict === "fail" && ids.includes(id))
    .flatMap(({ findings }) =>
      findings.map(({ exchange, rounds }) => rounds?.broke[0] ?? roundOf.get(exchange) ?? 1),
    );
  return found.length === 0 ? undefined : Math.min(...found);
}
