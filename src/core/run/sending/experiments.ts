import { answeredWith } from "#core/check/facts.ts";
import type { Cause } from "#core/check/results/defect.ts";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import { type Experiment, isSafe, type RequestSpec, type WholeExchange } from "#core/exchange/exchange.ts";
import { isShownBy } from "../judging/tried.ts";
import type { RunOptions } from "../options.ts";
import type { Driving } from "./schedule.ts";

/** How many requests a run that fails sends at most to find out what its failures depend on; quick stays short. */
const mostExperiments = 8;

export function experimentsOf({ profile }: RunOptions): number {
  return profile === "quick" ? 0 : mostExperiments;
}

/** Experiments are sent for at most so many causes. */
const mostCauses = 3;

/** How often a failure that does not show again is tried. */
const mostTries = 3;

/** At most so many requests are tried as the one that has to come right before. */
const mostPredecessors = 3;

/**
 * Sends again what showed the first causes: alone; where it does not show then, beside what was under way with it, and
 * after what came before it; where it does, one that held, and both once more where that fails, too. No verdict rests on the answers. Nothing is sent where that would cost a wait.
 */
export async function experiment(causes: readonly Cause[], driving: Driving): Promise<void> {
  const { trace, sender, gate, suite, options } = driving;
  const requests = new Map(trace.everything.map((exchange) => [exchange.id, exchange.request]));
  let left = experimentsOf(options);
  const mayGoOn = (): boolean => {
    const { remaining = Number.POSITIVE_INFINITY } =
      gate.rate.lastAnnounced(suite.preflight.operation)?.rate ?? {};
    const hasRoom = trace.everything.length < options.maxRequests && remaining > left;
    // After a 429 the next request would wait.
    const isFree = sender.stopped === undefined && !answeredWith(trace.everything.at(-1), 429);
    return left > 0 && hasRoom && isFree;
  };
  /** Undefined where it was not sent, or nothing more may be. */
  const send = async (
    exchange: number,
    about: Experiment,
    path?: string,
  ): Promise<WholeExchange | undefined> => {
    const asked = requests.get(exchange);
    const request = asked && suite.renewed(asked, left);
    if (request === undefined || !mayGoOn()) return undefined;
    const isOther = request.credential.kind === "other";
    // An invalid key is not sent more often than necessary: a request without a key also shows whether the key is checked.
    if (isOther && about.asks !== "setup") return undefined;
    left -= 1;
    const by = { id: undefined, label: `experiment on exchange ${about.of}` };
    const spec: RequestSpec = {
      ...request,
      ...(path && { path }),
      ...(isOther && { credential: { kind: "none" } }),
    };
    // On the same connection as the request before it, which may have left something behind there.
    const newConnection = about.asks !== "after";
    const how = { recheck: "experiment", experiment: about, newConnection } as const;
    const made = await sender.once(spec, by, how);
    if (!isUnresolved(made)) trace.setAside(made);
    if (isUnresolved(made) || answeredWith(made, 429)) left = 0;
    return isUnresolved(made) ? undefined : made;
  };
  const failing = causes.filter(({ level }) => level === "must").slice(0, mostCauses);
  for (const { leading, form, finding, predecessors = [], beside, other, unasked } of failing) {
    const shown = requests.get(finding.exchange);
    // A wrong body that was stored would be stored again; and what a later answer showed does not show in its own.
    const isUseless = form.kind === "accepted" || finding.related.some((id) => id > finding.exchange);
    if (isUseless && shown !== undefined && !isSafe(shown)) continue;
    const about = { requirement: leading, of: finding.exchange };
    const isShown = (made: WholeExchange | undefined) =>
      made && isShownBy(made, leading, finding, trace.whole, suite, trace.everything);
    const alone = async () => isShown(await send(finding.exchange, { ...about, asks: "alone" }));
    const afterOnce = async (after: number, asks: "after" | "apart" = "after") =>
      (await send(after, { ...about, asks: "setup" })) &&
      isShown(await send(finding.exchange, { ...about, asks, after }));
    /**
     * Twice, and where there is room three times, since it may come by chance. What lets a request in without a key may stay with
     * the connection of another.
     */
    const isShownAfter = async (after: number) => {
      if ((await afterOnce(after)) !== true) return false;
      if (shown?.credential.kind === "none" && (await afterOnce(after, "apart"))) return true;
      if (left < 2) return (await alone()) !== true;
      if ((await afterOnce(after)) !== true) return false;
      return left < 2 || (await afterOnce(after)) !== false;
    };
    /** Twice, likewise, and not right after it. The one that was sent first goes first. */
    const isShownBeside = async (after: number) => {
      const pair = [
        () => send(after, { ...about, asks: "beside", after }),
        () => send(finding.exchange, { ...about, asks: "together", after }),
      ];
      const inOrder = after < finding.exchange ? pair : pair.reverse();
      const once = async () => {
        const made = await Promise.all(inOrder.map((each) => each()));
        return isShown(made.find((one) => one?.experiment?.asks === "together")) === true;
      };
      if (!(await once())) return false;
      if ((await afterOnce(after)) === true) return (await afterOnce(after)) === true;
      // One more, so that the second pair does not meet the same instance of four that answer in turn.
      return (await alone()) === false && (await once());
    };
    const first = await alone();
    // What an earlier request left behind may show only once.
    const always = first === true ? ((await alone()) ?? true) : first;
    const like = unasked === undefined ? other : finding.exchange;
    const likeFails = async () =>
      like !== undefined && isShown(await send(like, { ...about, asks: "other" }, unasked)) === true;
    // Where both fail, both are sent once more: what comes and goes may fail three times in a row.
    if (always === true && (await likeFails()) && unasked === undefined && (await alone()) === true)
      await likeFails();
    let isFound = always === false && beside !== undefined && left > 1 && (await isShownBeside(beside));
    // A failure that shows only once may need what came before it the first time.
    for (const after of (always === false ? predecessors : []).slice(0, mostPredecessors))
      isFound ||= left > 1 && (await isShownAfter(after));
    if (always !== false) continue;
    for (let tries = 1; !isFound && tries < mostTries && (await alone()) === false; tries += 1);
  }
}
