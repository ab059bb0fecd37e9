import type { ServerRequest, ServerResponse } from "./message.ts";
import { ReferenceServer, type ReferenceServerOptions, type Responder } from "./server.ts";

/** What a load balancer sends to one replica after the other: requests, or connections with all their requests. */
export type Balance = "request" | "connection";

/** Replicas behind a load balancer, with one store and one rate limiter for all. */
export class Replicas implements Responder {
  readonly #correct: ReferenceServer;
  readonly #other: ReferenceServer;
  readonly #isOther: (turn: number) => boolean;
  readonly #balance: Balance;
  readonly #placed = new Map<number, ReferenceServer>();
  #turn = 0;

  /** @param isOther which turns, counted from 0, are those of the replica that has the hooks; in the others it is correct */
  constructor(
    { hooks = {}, ...options }: ReferenceServerOptions,
    isOther: (turn: number) => boolean,
    balance: Balance = "request",
  ) {
    this.#correct = new ReferenceServer(options);
    this.#other = new ReferenceServer({ ...options, hooks, state: this.#correct.state });
    this.#isOther = isOther;
    this.#balance = balance;
  }

  handle(request: ServerRequest): Promise<ServerResponse> {
    const { connection } = request;
    const byConnection = this.#balance === "connection" && connection !== undefined;
    return (byConnection ? this.#placeOf(connection) : this.#next()).handle(request);
  }

  #next(): ReferenceServer {
    return this.#isOther(this.#turn++) ? this.#other : this.#correct;
  }

  #placeOf(connection: number): ReferenceServer {
    const known = this.#placed.get(connection) ?? this.#next();
    this.#placed.set(connection, known);
    return known;
  }
}
