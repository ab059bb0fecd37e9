import type { Case, Check, Control, RefusalCase, Suites, Untold } from "./check.ts";
import { answeredWith, type Facts, isAnswered, isRemovedRead } from "./facts.ts";
import { observer } from "./observe.ts";
import { caseLabel, controlsOf, type Plan } from "./plan.ts";
import type { Observation } from "./verdict.ts";
import { answerInWords, exchangeInWords } from "./words.ts";

export interface Judgement {
  readonly observations: readonly Observation[];
  /** Exceptions in checks. */
  readonly errors: readonly { readonly where: string; readonly error: unknown }[];
}

/** What the evidence shows of every check about the selected requirements. Pure. */
export function judge(suites: Suites, plan: Plan, selected: ReadonlySet<string>, facts: Facts): Judgement {
  const observations: Observation[] = [];
  const errors: { where: string; error: unknown }[] = [];
  for (const check of suites.checks) {
    if (!selected.has(check.about)) continue;
    try {
      observations.push(...judgeCheck(check, plan, facts));
    } catch (error) {
      errors.push({ where: `the check of ${check.about}`, error });
      observations.push(observer(check.about, "").lost("the suite failed here"));
    }
  }
  return { observations, errors };
}

function judgeCheck(check: Check, plan: Plan, facts: Facts): readonly Observation[] {
  switch (check.kind) {
    case "trace":
      return check.judge(facts);
    case "invariant":
      return facts.exchanges.flatMap((exchange): Observation[] => {
        if (isRemovedRead(exchange, facts)) return [];
        const judged = check.judge(exchange, facts);
        if (judged === undefined) return [];
        const observe = observer(check.about, judged.case);
        if ("held" in judged) return [observe.held(exchange)];
        if ("broken" in judged) {
          const { expected, seen, where } = judged.broken;
          return [observe.broken(exchange, expected, { seen, where })];
        }
        return [observe.untold(judged.untold, exchange)];
      });
    case "scenario":
      return check.cases(facts.contract).map((c) => judgeCase(check.about, c, plan, facts));
  }
}

function judgeCase(about: string, c: Case | RefusalCase, plan: Plan, facts: Facts): Observation {
  const { label } = c.step;
  const observe = observer(about, caseLabel(c));
  const answer = facts.answer(label);
  const last = facts.all(label).at(-1);
  if (answer === undefined || last === undefined || !isAnswered(last)) {
    const omission = facts.omission(label);
    if (omission !== undefined && omission.why === "needless") return observe.notApplicable(omission.omitted);
    if (omission !== undefined)
      return observe.untold({
        ...omission,
        untold: omission.omitted,
        why: omission.why === "state" ? "state" : "lost",
      });
    if (last !== undefined) return observe.lost(`its request got ${exchangeInWords(last)}`);
    return observe.lost(
      plan.leftOut.has(label) ? "its request did not fit the budget" : "its request was not sent",
    );
  }
  if (answeredWith(answer, 429)) return observe.lost("the target answered 429");
  const outside = c.beforehand?.(answer, facts);
  if (outside !== undefined) return observe.untold(outside, answer);
  const failed = controlsOf(c)
    .map((control) => failedControl(control, facts))
    .find((u) => u !== undefined);
  if (failed !== undefined) return observe.untold(failed, answer);
  const related = controlsOf(c).flatMap((control) => facts.answer(control.step) ?? []);
  const mismatch = c.expect.mismatch(answer, facts);
  if (mismatch !== undefined) return observe.broken(answer, c.expect.words, mismatch, ...related);
  const untold = c.unless?.(answer, facts);
  return untold === undefined ? observe.held(answer, ...related) : observe.untold(untold, answer);
}

/** A refusal whose control failed shows nothing: something else may explain it. */
function failedControl(control: Control, facts: Facts): Untold | undefined {
  const answer = facts.answer(control.step);
  if (answer !== undefined && control.held(answer, facts)) return undefined;
  const omission = facts.omission(control.step);
  if (answer === undefined && omission?.why === "state") {
    return {
      untold: omission.omitted,
      why: "state",
      ...(omission.remedy === undefined ? {} : { remedy: omission.remedy }),
    };
  }
  const got = answer === undefined ? "no answer" : answerInWords(answer);
  return {
    untold: `its control "${control.step}" was not ${control.words}: it got ${got}`,
    why: "lost",
    control: control.step,
  };
}
