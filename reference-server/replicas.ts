import type { Responder } from "./server.ts";
import { createReferenceServer, type ReferenceServer, type ReferenceServerOptions } from "./server.ts";

/** What a load balancer sends to one replica after the other: requests, or connections with all their requests. */
export type Balance = "request" | "connection";

/**
 * Replicas behind a load balancer, with one store and one rate limiter for all.
 * @param isOther which turns, counted from 0, are those of the replica that has the hooks; in the others it is correct
 */
export function createReplicas(
  { hooks = {}, ...options }: ReferenceServerOptions,
  isOther: (turn: number) => boolean,
  balance: Balance = "request",
): Responder {
  const correct = createReferenceServer(options);
  const other = createReferenceServer({ ...options, hooks, state: correct.state });
  const placed = new Map<number, ReferenceServer>();
  let turn = 0;
  const next = () => (isOther(turn++) ? other : correct);
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
