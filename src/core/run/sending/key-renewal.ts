import { namesExpiry } from "#core/exchange/bearer-key.ts";
import type { Client } from "#core/exchange/client.ts";
import type { Exchange } from "#core/exchange/exchange.ts";

/** Gives another key. It may be the same one, and may fail: both mean that the key stays as it is. */
export type RenewKey = () => Promise<string>;

/** The most renewals, for a service that calls every key expired. */
const mostRenewals = 100;

export class KeyRenewal {
  readonly #client: Client;
  readonly #renew: RenewKey | undefined;
  /** The last request that was sent with a key before the one in use. */
  #lastWithFormerKey = 0;
  #left: number;
  #underWay: Promise<void> | undefined;

  constructor(client: Client, renew: RenewKey | undefined) {
    this.#client = client;
    this.#renew = renew;
    this.#left = renew === undefined ? 0 : mostRenewals;
  }

  /** Whether it was refused for an expired key, and there may be another key. */
  mayRenew(refused: Exchange): boolean {
    return namesExpiry(refused) && (this.#left > 0 || this.#isOfFormerKey(refused));
  }

  /** True where a newer key than that of the refused request is in use now. */
  async renewed(refused: Exchange): Promise<boolean> {
    if (!this.#isOfFormerKey(refused)) {
      this.#underWay ??= this.#start();
      await this.#underWay;
    }
    return this.#isOfFormerKey(refused);
  }

  /** Settles when the new key is there; a request that is sent before would be refused, too. */
  get underWay(): Promise<void> | undefined {
    return this.#underWay;
  }

  #isOfFormerKey({ id }: Exchange): boolean {
    return id <= this.#lastWithFormerKey;
  }

  async #start(): Promise<void> {
    const last = await this.#renew?.().then(
      (key) => this.#client.useKey(key),
      () => undefined,
    );
    this.#left = last === undefined ? 0 : this.#left - 1;
    this.#lastWithFormerKey = last ?? this.#lastWithFormerKey;
    this.#underWay = undefined;
  }
}
