import type { Contract } from "../contract/contract.ts";
import { ifRecorded } from "../exchange/not-recorded.ts";
import { classifyRecorded } from "./classify-recorded.ts";
import { exchangeOf, type ForeignExchange } from "./foreign-exchange.ts";

/** Requests that the interface does not allow (ruling 38): what the client did, whatever the service made of it. */
export interface ClientSide {
  /** To be given each exchange once. */
  see(exchange: ForeignExchange): void;
  readonly count: number;
  /** The first of them: `GET /pets?limit=0: limit: expected …`. Holds text of the client's, and none of its secrets. */
  readonly first: string | undefined;
}

export function clientSide(
  contract: Contract,
  redact: (text: string, exchange: ForeignExchange) => string,
): ClientSide {
  const classify = classifyRecorded(contract);
  let [count, first] = [0, undefined as string | undefined];
  return {
    see: (foreign) => {
      const request = exchangeOf(foreign, 1)?.request;
      if (request === undefined) return;
      const [problem] = ifRecorded(() => classify(request).problems) ?? [];
      if (problem === undefined) return;
      count += 1;
      const { part, at, expected, seen } = problem;
      const where = `${part}${at === "" ? "" : ` ${at}`}`;
      first ??= redact(
        `${foreign.method} ${foreign.target}: ${where}: expected ${expected}; got ${seen}`,
        foreign,
      );
    },
    get count() {
      return count;
    },
    get first() {
      return first;
    },
  };
}
