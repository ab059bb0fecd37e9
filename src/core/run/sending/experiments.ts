import type { Scenario } from "#core/check/check.ts";
import { type Answered, answeredWith, type Facts, isAnswered, statusClass } from "#core/check/facts.ts";
import { bodyOf } from "#core/check/json-body.ts";
import type { Cause, Tried } from "#core/check/results/defect.ts";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import type { Finding, Observation } from "#core/check/results/verdict.ts";
import { requestName } from "#core/check/sent-again.ts";
import type { Suite } from "#core/check/suite.ts";
import { shownByRecorded } from "#core/contract/recorded.ts";
import {
  type Exchange,
  type Experiment,
  isSafe,
  type RequestSpec,
  type WholeExchange,
} from "#core/exchange/exchange.ts";
import type { RunOptions } from "../options.ts";
import { caseOf } from "../plan/plan.ts";
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
  const send = async (exchange: number, about: Experiment, path?: string) => {
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
     * Three times where there is room, since it may come by chance; once of these on another connection, since what is left
     * behind may stay with the connection.
     */
    const isShownAfter = async (after: number) => {
      if ((await afterOnce(after)) !== true) return false;
      if (left < 2) return (await alone()) !== true;
      await afterOnce(after, "apart");
      return left < 2 ? (await alone()) !== true : (await afterOnce(after)) !== false;
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

/** The results of the experiments, each judged by the check that found the failure. Pure. */
export function triedIn(
  observations: readonly Observation[],
  facts: Facts,
  suite: Suite,
  everything: readonly Exchange[],
): readonly Tried[] {
  const made = everything.flatMap((exchange) =>
    exchange.experiment === undefined ? [] : [{ exchange, experiment: exchange.experiment }],
  );
  const broken = observations.filter((o) => o.kind === "broken");
  return [
    ...Map.groupBy(made, ({ experiment: { requirement, of } }) => `${requirement} ${of}`).values(),
  ].flatMap((own) => {
    const [{ requirement = "", of = 0 } = {}] = own.map(({ experiment }) => experiment);
    const found = broken.find((o) => o.requirement === requirement && o.finding.exchange === of);
    if (found === undefined) return [];
    const failing = everything.find(({ id }) => id === of)?.request;
    // What goes before it may be the same request: then that one was sent alone, too.
    const isAlone = ({ request }: Exchange, asks: Experiment["asks"]) =>
      asks === "setup" && failing !== undefined && requestName(request) === requestName(failing);
    const tries = (asks: Experiment["asks"], after?: number) => {
      const shown = own.flatMap(({ exchange, experiment }) =>
        (isAlone(exchange, experiment.asks) ? "alone" : experiment.asks) === asks &&
        experiment.after === after
          ? (isShownBy(exchange, requirement, found.finding, facts, suite, everything) ?? [])
          : [],
      );
      return { sent: shown.length, shown: shown.filter(Boolean).length };
    };
    const [beside] = own.flatMap(({ experiment: { asks, after } }) => (asks === "together" && after) || []);
    const together = beside !== undefined && { exchange: beside, ...tries("together", beside) };
    const exchanges = own.map(({ exchange }) => exchange.id);
    const isAfter = ({ asks }: Experiment) => asks === "after" || asks === "apart";
    const before = new Set(own.flatMap(({ experiment }) => (isAfter(experiment) && experiment.after) || []));
    const after = [...before].map((exchange) => {
      const [{ sent, shown }, apart] = [tries("after", exchange), tries("apart", exchange)];
      return apart.sent > 0 && apart.shown === 0
        ? { exchange, sent, shown, apart: apart.sent }
        : { exchange, sent: sent + apart.sent, shown: shown + apart.shown };
    });
    const came = { alone: tries("alone"), after, ...(together && { together }), other: tries("other") };
    return [{ requirement, of, ...came, exchanges }];
  });
}

/** Whether an answer breaks the requirement as the finding does; undefined where that cannot be said of one answer. */
function isShownBy(
  exchange: Exchange,
  requirement: string,
  finding: Finding,
  facts: Facts,
  { checks, traffic }: Suite,
  everything: readonly Exchange[],
): boolean | undefined {
  if (!isAnswered(exchange)) return finding.got.status === undefined ? true : undefined;
  if (exchange.outcome.answer.status === 429 && finding.got.status !== 429) return undefined;
  // Without the key, any answer but a 401 shows the failure, whatever is requested.
  if (exchange.experiment?.asks === "other" && exchange.request.credential.kind === "none")
    return statusClass(exchange) === 2;
  // A wrong error body can show again only in an answer with the same status.
  const { status = 0 } = finding.got;
  if (finding.place?.in === "body" && status >= 400 && exchange.outcome.answer.status !== status)
    return undefined;
  // A rate-limit figure is wrong in comparison with those before it.
  if (finding.place?.in === "header" && finding.got.at === "integer") return undefined;
  const all = { ...facts, exchanges: [...facts.exchanges, exchange] };
  // Things that other experiments created are there, too.
  const before = everything.filter((e) => e.experiment !== undefined && e.id < exchange.id);
  const own = [...checks, ...traffic.lone].filter(({ about }) => about === requirement);
  const shown = own.flatMap((check): readonly boolean[] => {
    // What a case expects of its own request cannot be expected of another.
    if (check.kind === "scenario" && exchange.experiment?.asks === "other") return [];
    if (check.kind === "scenario") return ofCase(exchange, finding, all, check);
    const observed =
      check.kind === "invariant"
        ? shownByRecorded(() => [check.judge(exchange, all) ?? []].flat())
        : "alone" in check && check.alone.dueWith === undefined
          ? shownByRecorded(() => check.judge({ ...facts, exchanges: [exchange] }))
          : check
              .judge({ ...all, exchanges: [...facts.exchanges, ...before, exchange] })
              .filter((o) => isAbout(o, exchange));
    return (observed ?? []).flatMap(({ kind }) => (kind === "unresolved" ? [] : [kind === "broken"]));
  });
  return shown.length === 0 ? isSameAnswer(exchange, finding, facts) : shown.includes(true);
}

function isAbout(observation: Observation, { id }: Exchange): boolean {
  if (observation.kind === "broken") return observation.finding.exchange === id;
  return observation.kind === "held" && observation.subjects.includes(id);
}

/** For findings that no check can see in one answer: true of the same answer to the same request, false of the right one. */
function isSameAnswer(answer: Answered, finding: Finding, { exchanges }: Facts): boolean | undefined {
  const { exchange: id, place } = finding;
  // The answer to another write shows another thing: only the statuses of two can be compared.
  if (place?.in === "header" || (place?.in !== "status" && !isSafe(answer.request))) return undefined;
  const name = requestName(answer.request);
  const alike = exchanges.filter(isAnswered).filter((e) => requestName(e.request) === name);
  const textOf = (e: Answered) =>
    `${e.outcome.answer.status} ${place?.in === "status" ? "" : bodyOf(e).text}`;
  const wrong = alike.find((e) => e.id === id);
  if (wrong === undefined) return undefined;
  if (textOf(answer) === textOf(wrong)) return true;
  return alike.some((e) => textOf(e) === textOf(answer)) ? false : undefined;
}

function ofCase(answer: Answered, finding: Finding, facts: Facts, check: Scenario): readonly boolean[] {
  const own = check.cases(facts.contract).find((one) => caseOf(one).id === finding.case.id);
  const shown = shownByRecorded(() => {
    if (own === undefined || own.precondition?.(answer, facts) !== undefined) return [];
    if (own.expect.mismatch(answer, facts) !== undefined) return [true];
    return own.vacuousWhen?.(answer, facts) === undefined ? [false] : [];
  });
  return shown ?? [];
}
