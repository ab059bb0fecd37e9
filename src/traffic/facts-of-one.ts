import type { Facts, Setting } from "#core/check/facts.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import { type Contract, removalsOf } from "#core/contract/contract.ts";
import { ifRecorded } from "#core/contract/recorded.ts";
import { removalPhase } from "#core/contract/validation/days.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { remembering } from "#core/run/journal/trace.ts";

/** What is known at one exchange: itself, and what the setting is on its day. */
export class FactsOfOne implements Facts {
  readonly contract: Contract;
  readonly #given: Setting;
  readonly #settings = new Map<string, Setting>();
  #setting: Setting;
  #exchanges: readonly Exchange[] = [];

  constructor(contract: Contract, setting: Setting) {
    this.contract = remembering(contract);
    // No single answer shows whether rate-limit headers are due at all: `dueWith` decides it.
    this.#given = { ...setting, rateLimit: setting.rateLimit === "auto" ? "required" : setting.rateLimit };
    this.#setting = this.#given;
  }

  get setting(): Setting {
    return this.#setting;
  }

  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  turnTo(exchange: Exchange): void {
    this.#exchanges = [exchange];
    // What was removed by then follows from the day of the recording.
    const times = ifRecorded(exchange.times);
    if (times !== undefined) this.#setting = this.#settingAt(times.sentAtMs);
  }

  all(): readonly Exchange[] {
    return [];
  }

  answer(): undefined {
    return undefined;
  }

  notSent(): undefined {
    return undefined;
  }

  random(label: string): () => number {
    return seededRandom(1, label);
  }

  #settingAt(atMs: number): Setting {
    const removals = removalsOf(this.contract, (sunset) => removalPhase(sunset, atMs));
    const key = Object.values(removals).join(" ");
    const known = this.#settings.get(key) ?? { ...this.#given, removals };
    this.#settings.set(key, known);
    return known;
  }
}
