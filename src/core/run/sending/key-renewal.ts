import { namesExpiry } from "#core/exchange/bearer-key.ts";
import type { Client } from "#core/exchange/client.ts";
import type { Exchange } from "#core/exchange/exchange.ts";

/** Gives another key. It may be the same one, and may fail: both mean that the key stays as it is. */
export type RenewKey = () => Promise<string>;

/** The bound for a service that calls every key expired. */
const mostRenewals = 100;

export type KeyRenewal = ReturnType<typeof createKeyRenewal>;

/** Puts a new key in the place of one that expired. */
export function createKeyRenewal(client: Pick<Client, "useKey">, renew: RenewKey | undefined) {
  /** The last request that was sent with a key before the one in use. */
  let lastWithFormerKey = 0;
  let left = renew === undefined ? 0 : mostRenewals;
  let underWay: Promise<void> | undefined;

  const start = async () => {
    const last = await renew?.().then(
      (key) => client.useKey(key),
      () => undefined,
    );
    left = last === undefined ? 0 : left - 1;
    if (last !== undefined) lastWithFormerKey = last;
    underWay = undefined;
  };
  return {
    /** Whether it was refused for an expired key, and there may be another key. */
    mayRenew: (refused: Exchange): boolean =>
      namesExpiry(refused) && (left > 0 || refused.id <= lastWithFormerKey),
    /** True where a newer key than that of the refused request is in use now. */
    renewed: async (refused: Exchange): Promise<boolean> => {
      if (refused.id > lastWithFormerKey) {
        underWay ??= start();
        await underWay;
      }
      return refused.id <= lastWithFormerKey;
    },
    /** Settles when the new key is there; a request that is sent before would be refused, too. */
    get underWay() {
      return underWay;
    },
  };
}
