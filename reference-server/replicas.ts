import { createReferenceServer, type ReferenceServer, type ReferenceServerOptions } from "./server.ts";

/** What a load balancer sends to one replica after the other: requests, or connections with all their requests. */
export type Balance = "request" | "connection";

interface ReplicaOptions {
  /** How many there are, one of which has the hooks that are given; the others are correct. */
  readonly count: number;
  readonly balance: Balance;
  /** Which of them has the first turn; 0 is the one with the hooks. */
  readonly first: number;
}

/** Replicas behind a load balancer, with one store and one rate limiter for all. */
export function createReplicas(
  { hooks = {}, ...options }: ReferenceServerOptions,
  { count, balance, first }: ReplicaOptions,
): Pick<ReferenceServer, "handle"> {
  const correct = createReferenceServer(options);
  const other = createReferenceServer({ ...options, hooks, state: correct.state });
  const placed = new Map<number, ReferenceServer>();
  let turn = first;
  const next = () => (turn++ % count === 0 ? other : correct);
  const placeOf = (connection: number): ReferenceServer => {
    const known = placed.get(connection) ?? next();
    placed.set(connection, known);
    return known;
  };
  return {
    handle: (request) => {
      const { connection } = request;
      const byConnection = balance === "connection" && connection !== undefined;
      return (byConnection ? placeOf(connection) : next()).handle(request);
    },
  };
}
