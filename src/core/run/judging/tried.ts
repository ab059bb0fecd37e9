import { type Answered, type Facts, isAnswered, statusClass } from "#core/check/facts.ts";
import { bodyOf } from "#core/check/json-body.ts";
import type { Tried } from "#core/check/results/defect.ts";
import type { BrokenObservation, Finding, Observation } from "#core/check/results/verdict.ts";
import { requestName } from "#core/check/sent-again.ts";
import type { Suite } from "#core/check/suite.ts";
import { shownByRecorded } from "#core/contract/recorded.ts";
import { type Exchange, type Experiment, isSafe } from "#core/exchange/exchange.ts";
import { caseOf } from "../plan/plan.ts";

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
  const broken = observations.filter((o): o is BrokenObservation => o.kind === "broken");
  return [
    ...Map.groupBy(made, ({ experiment: { requirement, of } }) => `${requirement} ${of}`).values(),
  ].flatMap((own) => {
    const [{ requirement = "", of = 0 } = {}] = own.map(({ experiment }) => experiment);
    const found = broken.find((o) => o.requirement === requirement && o.finding.exchange === of);
    if (found === undefined) return [];
    const tries = (asks: Experiment["asks"], after?: number) => {
      const shown = own.flatMap(({ exchange, experiment }) =>
        experiment.asks === asks && experiment.after === after
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
export function isShownBy(
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
    if (check.kind === "scenario") return ofCase(exchange, finding, all, check.cases(facts.contract)) ?? [];
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
function isSameAnswer(
  answer: Answered,
  { exchange: id, place }: Finding,
  { exchanges }: Facts,
): boolean | undefined {
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

function ofCase(
  answer: Answered,
  finding: Finding,
  facts: Facts,
  cases: ReturnType<Extract<Suite["checks"][number], { kind: "scenario" }>["cases"]>,
): readonly boolean[] | undefined {
  const own = cases.find((one) => caseOf(one).id === finding.case.id);
  return (
    own &&
    shownByRecorded(() => {
      if (own.precondition?.(answer, facts) !== undefined) return [];
      if (own.expect.mismatch(answer, facts) !== undefined) return [true];
      return own.vacuousWhen?.(answer, facts) === undefined ? [false] : [];
    })
  );
}
