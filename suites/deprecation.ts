import { calendarDaySpan, formatCalendarDay } from "../src/contract/days.ts";
import type { Exchange } from "../src/exchange/exchange.ts";
import { headerValues } from "../src/exchange/headers.ts";
import { parseHttpDate } from "../src/exchange/http-date.ts";
import { invariant, type Judged, type PromisedCase, refusal, scenario } from "../src/run/check.ts";
import { type Answered, answeredWith, type Facts } from "../src/run/facts.ts";
import { isList, petsIn } from "../src/run/pets.ts";
import type { Step } from "../src/run/step.ts";
import { answerInWords } from "../src/run/words.ts";
import { getCreated, getListed } from "./get-pet.ts";
import { getPet } from "./requests.ts";
import { listedPets } from "./store.ts";

/** DEPR-1. Subject: a read of a pet that exists. Anything but its removal is judged by GET-1. */
export const stillWorks = scenario("DEPR-1", () =>
  [getListed, getCreated].map((step) => ({
    step,
    expect: {
      kind: "served" as const,
      words: "an operation that is still there",
      mismatch: (answer: Answered) => {
        const { status } = answer.outcome.answer;
        const gone = status === 410 || status === 405 || status === 501 || (status >= 300 && status < 400);
        return gone || (status === 404 && step === getCreated)
          ? { seen: answerInWords(answer), where: "status" }
          : undefined;
      },
    },
    unless: (answer: Answered) =>
      answeredWith(answer, 200)
        ? undefined
        : { untold: `the read was answered ${answerInWords(answer)}`, why: "lost" as const },
  })),
);

const reads: readonly PromisedCase[] = [{ case: "every read", row: "quick", from: [getListed.label] }];

function isRead(exchange: Exchange, { contract }: Facts): exchange is Answered {
  return contract.classify(exchange.request).operation === "getPet" && answeredWith(exchange, 200);
}

function headerInvariant(
  about: string,
  name: string,
  judge: (values: readonly string[], facts: Facts) => { expected: string; seen: string } | undefined,
) {
  return invariant(
    about,
    () => reads,
    (exchange, facts): Judged | undefined => {
      if (!isRead(exchange, facts)) return undefined;
      const broken = judge(headerValues(exchange.outcome.answer.headers, name), facts);
      if (broken === undefined) return { case: "every read", held: true };
      return { case: "every read", broken: { ...broken, where: `header ${name}` } };
    },
  );
}

/** DEPR-2. Subject: every 200 of getPet. RFC 9745, section 2: a Date of structured fields, such as `@1688169599`. */
export const deprecation = headerInvariant("DEPR-2", "Deprecation", (values) => {
  const expected = "one Deprecation header, such as @1688169599";
  const [value] = values;
  if (values.length !== 1 || value === undefined)
    return { expected, seen: values.length === 0 ? "none" : `${values.length} of them` };
  return /^@-?[0-9]{1,15}\s*(;.*)?$/.test(value.trim()) ? undefined : { expected, seen: value.slice(0, 100) };
});

/** DEPR-3. Subject: every 200 of getPet. RFC 8594, section 3: an HTTP date. */
export const sunset = headerInvariant("DEPR-3", "Sunset", (values, { contract: { removalDay } }) => {
  const expected = "one Sunset header with an HTTP date, not later than the removal";
  const [value] = values;
  if (values.length !== 1 || value === undefined)
    return { expected, seen: values.length === 0 ? "none" : `${values.length} of them` };
  const at = parseHttpDate(value);
  if (at === undefined) return { expected, seen: value.slice(0, 100) };
  return removalDay !== undefined && at > calendarDaySpan(removalDay).endsMs
    ? { expected, seen: value }
    : undefined;
});

/** DEPR-4. Subject: every 200 of getPet that carries a Sunset which can be read. */
export const notTooEarly = headerInvariant("DEPR-4", "Sunset", (values, { contract: { removalDay } }) => {
  if (removalDay === undefined) return undefined;
  const early = values.find(
    (value) => (parseHttpDate(value) ?? Number.POSITIVE_INFINITY) < calendarDaySpan(removalDay).beginsMs,
  );
  return early === undefined
    ? undefined
    : { expected: `no Sunset before ${formatCalendarDay(removalDay)}`, seen: early };
});

const removedRead: Step = {
  label: "get a listed pet after the removal",
  row: "quick",
  value: 9,
  after: ["list"],
  request: (facts) => {
    if (facts.setting.removal !== "after") return { omitted: "getPet is not removed yet", why: "needless" };
    const id = listedPets(facts)[0]?.pet.id;
    return id === undefined ? { omitted: "no pet is listed", why: "state" } : getPet(id);
  },
};

/** DEPR-5. Subject: a read, after the removal, of a pet that is still listed. Control: the list that shows it. */
export const isRemoved = refusal("DEPR-5", () => [
  {
    step: removedRead,
    control: {
      step: "list",
      held: (answer) => isList(answer) && (petsIn(answer) ?? []).some((pet) => pet.id !== undefined),
      words: "answered 200 with the pet",
    },
    expect: {
      kind: "refused",
      words: "neither a pet nor a redirect",
      mismatch: (answer) => {
        const { status } = answer.outcome.answer;
        return status >= 200 && status < 400 ? { seen: answerInWords(answer), where: "status" } : undefined;
      },
    },
  },
]);
