import type { Tried } from "#core/check/results/defect.ts";
import { type Exchange, isSafe } from "#core/exchange/exchange.ts";
import { asked } from "../pets.ts";
import type { Comparison } from "./comparison.ts";
import { rightBefore } from "./contrast/between.ts";
import { chance } from "./contrast/contrast.ts";
import { kinds } from "./history.ts";
import type { Symptom } from "./symptom.ts";

/** A conclusion counts where chance alone would give what was seen with less than this probability. */
const maxChance = {
  /** From experiments: about that of three failures in a row where half of the answers fail. */
  usual: 0.12,
  /** The same, where other answers speak against it. */
  contradicted: 0.01,
  /** That all wrong answers came first: one of five may, three of four not. */
  order: 0.24,
};

type After = Tried["after"][number];

/** A comparison with what the experiments showed, and when the wrong answers came relative to the right ones. */
export type Seen = ReturnType<typeof seenIn>;

export function seenIn(comparison: Comparison, tried: Tried | undefined) {
  const { best, broken, held, same } = comparison;
  const { request } = best.exchange;
  const { sent = 0, shown: times = 0 } = tried?.alone ?? {};
  const isAlways = times > 0 && times === sent;
  const other = tried?.other ?? { sent: 0, shown: 0 };
  const after = (isAlways ? undefined : tried?.after) ?? [];
  const together = isSafe(request) && tried?.together?.sent === 1 ? undefined : tried?.together;
  const share = broken.length / (broken.length + Math.max(1, held.length));
  const misses = missesIn([tried?.alone ?? [], together ?? [], after].flat());
  const chanceOf = (failures: number) => share ** failures * (1 - share) ** misses;
  const [first, last] = [broken[0]?.id ?? 0, broken.at(-1)?.id ?? 0];
  // No like request was right since the first failure, of which there are several, or which failed again when sent again.
  const areLast = (broken.length > 1 || times > 0) && !held.some(({ id }) => id > first);
  // That all wrong answers come before the right ones, or after them. An invalid key is sent twice to see just that.
  const chanceOfOrder = request.credential.kind === "other" ? 0 : chance(broken.length, 0, held.length);
  // One try may fail by chance.
  const failing = after.find((one) => one.shown === one.sent && one.shown + (one.apart ?? 0) > 1);
  const byChance = failing ? after.length * chanceOf(failing.shown) : 1;
  const isSpokenAgainst = failing && (times > 0 || areRightAfter(failing, held, best));
  const surelyAfter =
    byChance < (isSpokenAgainst ? maxChance.contradicted : maxChance.usual) ? failing : undefined;
  // A request that fails right after the other does not need it to be under way.
  const isAfterIt = after.some((one) => one.exchange === together?.exchange && one.shown > 0);
  const isBeside = together !== undefined && together.shown > 0 && together.shown === together.sent;
  const isSurelyBeside = isBeside && times === 0 && !isAfterIt && chanceOf(together.shown) < maxChance.usual;
  return {
    ...comparison,
    /**
     * It failed each time it was sent alone. One that was right before and later needs something else to fail: a read always, a
     * create where chance may explain that it failed.
     */
    failsAlone:
      isAlways &&
      !(same?.when === "before and later" && (isSafe(request) || chanceOf(times) > maxChance.usual)),
    passesAlone: times < sent,
    failsAgain: times > 0,
    /** The exchange after which it failed again, where chance hardly explains that. */
    failsAfter: surelyAfter?.exchange,
    /** The exchange after which it failed each time, by chance or not. */
    failedAfter: tried?.after.find((one) => one.shown > 0 && one.shown === one.sent)?.exchange,
    /** It failed after that exchange only on the same connection. */
    isOfConnection: surelyAfter?.apart !== undefined,
    /** The exchange that was under way each time it failed: twice, where the cap on creates allows it. */
    failsBeside: isSurelyBeside ? together.exchange : undefined,
    failsSince:
      isAlways &&
      other.shown > 0 &&
      other.shown === other.sent &&
      request.credential.kind !== "none" &&
      chanceOf(times + other.shown) * (areLast ? chanceOfOrder : 1) < maxChance.usual,
    /** A request that was right before the failures still is. */
    holdsSince: other.sent > 0 && other.shown === 0,
    /** All wrong answers came before the right ones, and hardly by chance. */
    areFirst: !held.some(({ id }) => id < last) && chanceOfOrder < maxChance.order,
    isForGood: areLast && share ** times * chanceOfOrder < maxChance.usual,
  };
}

/** How often the request did not fail where it was tried. */
function missesIn(tries: readonly (Pick<After, "sent" | "shown"> & { readonly apart?: number })[]): number {
  return tries.reduce((sum, { sent, shown, apart = 0 }) => sum + sent - shown + apart, 0);
}

/** True where others were right after a request like it, which was tried on this connection alone. */
function areRightAfter({ exchange: id, apart }: After, held: readonly Exchange[], best: Symptom): boolean {
  if (apart !== undefined) return false;
  const wordsFor = (one: number) => previousIn(one, best);
  return held.some((e) => rightBefore(e, best.facts).some((one) => wordsFor(one.id) === wordsFor(id)));
}

/** An exchange in words: its narrowest kind. */
export function wordsFor(id: number, { facts }: Symptom): string {
  const exchange = facts.exchanges.find((e) => e.id === id);
  return kinds.find(([, is]) => exchange && is(exchange, facts))?.[0] ?? "another request";
}

/** The same of one that came right before; for a list that is too long, by the limit of the list before it. */
export function previousIn(id: number, best: Symptom): string {
  const previous = best.facts.exchanges.find((e) => e.id === id);
  const limit = best.shape === "too-many" && previous ? asked(previous, "limit") : undefined;
  return limit ? `a list with limit=${limit}` : wordsFor(id, best);
}
