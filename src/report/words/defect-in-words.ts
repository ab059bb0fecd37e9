import { requirementName } from "#core/check/requirement.ts";
import type { Cause } from "#core/check/results/defect.ts";
import type { Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import type { Report } from "../report.ts";
import type { CauseInWords } from "./cause-in-words.ts";
import { firstNamed } from "./sentences.ts";

/** The leading requirement of a cause, as people read it, and the cause's finding among that requirement's findings. */
export function leadingOf({ leading, finding }: Cause, verdicts: readonly Verdict[]) {
  const verdict = verdicts.find(({ id }) => id === leading);
  const folded = verdict?.findings.find(
    (one) => one.case.id === finding.case.id && one.exchange === finding.exchange,
  );
  return { name: verdict === undefined ? leading : requirementName(verdict), folded };
}

/** So many requests of a cause are named. */
const mostRequests = 3;

/**
 * ` (body cut short; limit abc and 2 more)`: the requests with the key that are wrongly accepted, fail or get no answer, where
 * several different ones are and no pattern says which: each may be a mistake of its own.
 */
export function requestsInWords(cause: Cause, { exchange }: Pick<Report, "exchange">): string {
  const { form, pattern, exchanges } = cause;
  const mayBeSeveral =
    form.kind === "accepted" || form.kind === "no-answer" || (form.kind === "status" && form.status >= 500);
  if (!mayBeSeveral || pattern !== undefined) return "";
  const asked = new Set(exchanges.flatMap((id) => exchange(id)?.label ?? []));
  return asked.size < 2 ? "" : ` (${firstNamed([...asked], mostRequests, "; ")})`;
}

interface CauseWithPattern extends CauseInWords {
  readonly pattern?: string;
}

/** Why a requirement fails, as far as known; if it follows from another requirement, which one. Unescaped. */
export function whyItFails(id: string, causes: readonly Cause[]): readonly CauseWithPattern[] {
  const own = causes.flatMap(({ leading, advice, pattern }) =>
    leading === id && advice !== undefined ? [{ ...advice, ...(pattern && { pattern }) }] : [],
  );
  const other = causes.find(({ consequences }) => consequences.includes(id));
  return own.length > 0 || other === undefined ? own : [{ likelyCause: `the same as for ${other.leading}` }];
}

/** All causes of failures, musts first: a failure that follows from none of these is a cause of its own. */
export function everyCause(verdicts: readonly Verdict[], causes: readonly Cause[] = []): readonly Cause[] {
  const explained = new Set(causes.flatMap(({ leading, consequences }) => [leading, ...consequences]));
  const own = verdicts.flatMap((verdict) => (explained.has(verdict.id) ? [] : (ownCause(verdict) ?? [])));
  return [...causes, ...own].sort((a, b) => Number(b.level === "must") - Number(a.level === "must"));
}

function ownCause({ id, level, verdict, findings, guidance }: Verdict): Cause | undefined {
  const [finding] = findings;
  if (verdict !== "fail" || finding === undefined) return undefined;
  return {
    key: `${id} body`,
    form: { kind: "body", place: finding.place },
    ...{ level, leading: id, consequences: [], undecided: [], finding, advice: guidance },
    broken: findings.reduce((sum, one) => sum + one.broken, 0),
    exchanges: findings.map(({ exchange }) => exchange),
  };
}

/**
 * What is wrong, as a clause. It may contain text from the target: escape it for display.
 * @param name the leading requirement's name in the clause
 */
export function defectSentence(cause: Cause, name = cause.leading): string {
  const { form, finding } = cause;
  const { expected, seen } = finding;
  switch (form.kind) {
    case "wrapped-list":
      return form.member === undefined
        ? "the list is an object, not an array"
        : `the list is wrapped in an object with the field \`${form.member}\``;
    case "field":
    case "header": {
      // `seen` already says what is missing.
      if (finding.got.at === "nothing") return `expected ${expected}; got ${seen}`;
      if (form.kind === "field" && form.type !== undefined) return typeSentence(form.name, form.type);
      const place = form.kind === "field" ? `the field \`${form.name}\`` : `the header ${form.name}`;
      return `${place} is wrong: expected ${expected}; got ${seen}`;
    }
    case "intermittent":
      return `intermittent: ${cause.broken} of ${form.of} answers ${cause.broken === 1 ? "is" : "are"} a 5xx, on ${listed.format(form.operations)}; the same request succeeded when sent again`;
    case "no-answer":
    case "accepted":
    case "status":
    case "body":
      return `${name} (${finding.case.label}): expected ${expected}; got ${seen}`;
  }
}

/** `listThings, getThing and createThing`. */
const listed = new Intl.ListFormat("en-GB");

/** The same with the leading requirement before it, unless the clause names it. */
export function namedDefect(cause: Cause, name: string): string {
  const sentence = defectSentence(cause, name);
  const isAboutAPlace = ["wrapped-list", "intermittent", "field", "header"].includes(cause.form.kind);
  return isAboutAPlace ? `${name}: ${sentence}` : sentence;
}

/** The results of the experiments after the run. Undefined where there were none.
 * @param requests how many requests the reproduction has, of which the last was sent again
 */
export function triedInWords({ tried, ...cause }: Cause, requests: number): string | undefined {
  if (tried === undefined) return undefined;
  const { alone, after: afterOthers, together, other } = tried;
  // A request that always fails alone fails after others, too: they are not named.
  const isAlways =
    alone.sent > 0 && alone.shown === alone.sent && afterOthers.every(({ shown }) => shown > 0);
  const after = isAlways ? [] : afterOthers;
  const times = ({ sent, shown }: typeof alone) => `${shown} of ${counted(sent, "time")}`;
  const parts = [
    ...(alone.sent > 0 ? [`${times(alone)}`] : []),
    ...after.flatMap(({ exchange, apart, ...one }) =>
      one.shown > 0
        ? [
            `${times(one)} right after exchange ${exchange}${apart && cause.together === "connection" ? ", and never on another connection" : ""}`,
          ]
        : [],
    ),
    ...(together && together.shown > 0
      ? [`${times(together)} at the same time as exchange ${together.exchange}`]
      : []),
  ];
  const inVain = after.flatMap((one) => (one.sent > 0 && one.shown === 0 ? [one.exchange] : []));
  const not = inVain.length === 0 ? "" : `, and never right after exchange ${inVain.join(" or ")}`;
  const which = requests > 1 ? "the last request" : "it";
  const sent = [alone, ...after, together ?? []].flat().reduce((sum, one) => sum + one.sent, 0);
  if (sent > 1 && parts.length === 1 && alone.shown === 0)
    return requests > 1
      ? `not tried in this order; sent again ${sent} times, the last request did not fail`
      : `sent again ${sent} times after the run, it did not fail`;
  const now = other.shown > 0 ? "; a request that held before fails now, too" : "";
  return parts.length === 0
    ? undefined
    : `sent again after the run, ${which} failed ${parts.join(", ")}${not}${now}`;
}

function typeSentence(name: string, type: string): string {
  const found = type === "literal" ? "true, false or null" : `${type}s`;
  return name === "id" ? `ids are ${found}` : `the values of \`${name}\` are ${found}`;
}
