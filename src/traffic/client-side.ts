import type { Contract } from "../core/contract/contract.ts";
import type { RequestSpec } from "../core/exchange/exchange.ts";
import { ifRecorded } from "../core/exchange/not-recorded.ts";
import type { WireExchange } from "../core/exchange/wire-exchange.ts";
import type { Redacted } from "../core/secrets/redacted.ts";
import { createSecrets } from "../core/secrets/secrets.ts";
import { withoutCredentials } from "./credential-places.ts";
import { credentialsIn } from "./credentials.ts";
import type { Position } from "./tally.ts";

/** Requests that the interface does not allow (ruling 38): what the client did, whatever the service made of it. */
export interface ClientSide {
  /** To be given each exchange once, in order. */
  see(request: RequestSpec, exchange: WireExchange, at: Position): void;
  result(): ClientResult;
}

export interface ClientResult {
  readonly count: number;
  readonly first: FirstRequest | undefined;
}

/** The first of them: `GET /pets?limit=0: limit: expected …`. */
interface FirstRequest {
  readonly at: Position;
  readonly text: Redacted<string>;
}

export function clientSide({ classify }: Pick<Contract, "classify">): ClientSide {
  let [count, first] = [0, undefined as FirstRequest | undefined];
  return {
    see: (request, wire, at) => {
      const [problem] = ifRecorded(() => classify(request).problems) ?? [];
      if (problem === undefined) return;
      count += 1;
      const { part, at: name, expected, seen } = problem;
      const where = `${part}${name === "" ? "" : ` ${name}`}`;
      if (first !== undefined) return;
      const text = `${wire.method} ${withoutCredentials(wire.target)}: ${where}: expected ${expected}; got ${seen}`;
      first = { at, text: createSecrets(...credentialsIn(wire)).redact(text) };
    },
    result: () => ({ count, first }),
  };
}
