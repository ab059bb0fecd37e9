import { namesExpiry } from "../../exchange/bearer-key.ts";
import type { Client } from "../../exchange/client.ts";
import type { Exchange } from "../../exchange/exchange.ts";

/** Gives another key. It may be the same one, and may fail: both mean that the key stays as it is. */
export type RenewKey = () => Promise<string>;

/** The bound for a service that calls every key expired. */
const mostRenewals = 100;

/** Puts a new key in the place of one that expired. */
export interface KeyRenewal {
  /** Whether it was refused for an expired key, and there may be another key. */
  mayRenew(refused: Exchange): boolean;
  /** True: a key is in use that the refused request did not have. */
  renewed(refused: Exchange): Promise<boolean>;
  /** What is sent meanwhile would be refused, too. */
  readonly underWay: Promise<unknown> | undefined;
}

export function createKeyRenewal(client: Pick<Client, "useKey">, renew: RenewKey | undefined): KeyRenewal {
  /** The last request that was sent with a key before the one in use. */
  let lastWithFormerKey = 0;
  let left = renew === undefined ? 0 : mostRenewals;
  let underWay: Promise<void> | undefined;

  const start = async () => {
    const last = await renew?.().then(client.useKey, () => undefined);
    left = last === undefined ? 0 : left - 1;
    if (last !== undefined) lastWithFormerKey = last;
    underWay = undefined;
  };
  return {
    mayRenew: (refused) => namesExpiry(refused) && (left > 0 || refused.id <= lastWithFormerKey),
    renewed: async (refused) => {
      if (refused.id > lastWithFormerKey) {
        underWay ??= start();
        await underWay;
      }
      return refused.id <= lastWithFormerKey;
    },
    get underWay() {
      return underWay;
    },
  };
}
