import { invariant, runCheck } from "#core/check/check.ts";
import { wrongStatus } from "#core/check/expectation.ts";
import { type Answered, findingsOn, isAnswered, statusClass } from "#core/check/facts.ts";
import { bodyOf, jsonOf } from "#core/check/json-body.ts";
import { type Observer, observeBody } from "#core/check/observe.ts";
import { inHeader, type Observation } from "#core/check/results/verdict.ts";
import { nodeOfText } from "#core/contract/classification/classify-parameter.ts";
import type { BodySchema, HeaderSpec, ResponseSpec } from "#core/contract/contract.ts";
import { isTakenOut } from "#core/contract/credential-marks.ts";
import { jsonMediaType, mediaTypeOf, nameOfType } from "#core/contract/operations.ts";
import { headerValues } from "#core/exchange/exchange.ts";
import { carriesRateHeader, missingRateHeaders } from "#core/exchange/pacing/rate-headers.ts";
import { mayBeOfTakenOut } from "#core/exchange/wire-exchange.ts";
import { everyAnswer, type Family, inWords, isJudged, isOf, type Made, type Subject } from "./family.ts";
import { notApplicable, untested } from "./reasons.ts";

/** What every answer of an operation must be, whoever asked. */
export function answerFamilies(subject: Subject): readonly Made[] {
  return [status(subject), mediaType(subject), schema(subject), ...headers(subject)];
}

/** What a family is called, and where the document says so, unless that is where it has the responses. */
type Named = Pick<Family, "name" | "text"> & Partial<Pick<Family, "place">>;

function ofEveryAnswer(
  { operation, base, leftOut }: Subject,
  { place = operation.place("responses"), ...named }: Named,
  judge: Parameters<typeof invariant>[3],
): Family {
  const promises = leftOut === undefined ? [{ profile: "quick", from: [base] } as const] : [];
  return {
    ...named,
    place,
    checks: (about) => [invariant(about, everyAnswer, promises, judge)],
  };
}

/** Of an answer of the operation, with what the document describes for its status. */
function ofDescribed(
  subject: Subject,
  named: Named,
  what: string,
  judge: (answer: Answered, response: ResponseSpec, observe: Observer) => Observation | undefined,
): Family {
  const family = ofEveryAnswer(subject, named, (exchange, { contract }, observe) => {
    if (!isAnswered(exchange) || !isOf(exchange, subject, contract)) return undefined;
    const response = subject.operation.response(exchange.outcome.answer.status);
    return response && judge(exchange, response, observe);
  });
  const { base, leftOut } = subject;
  // Nothing shows it where no answer came that the document describes so far; then the service need not be wrong.
  const otherwise = (about: string) =>
    runCheck(about, everyAnswer, [], (facts) => {
      const last = facts.all(base).at(-1);
      const isServing =
        leftOut === undefined && last !== undefined && [2, 4].includes(statusClass(last) ?? 0);
      return isServing ? untested("not-so-answered", { what }) : undefined;
    });
  return { ...family, checks: (about) => [...family.checks(about), otherwise(about)] };
}

/** Subject: an answer to a request that the document allows, with the valid key. */
function status(subject: Subject): Family {
  const { operation } = subject;
  const names = operation.responses.map(({ name }) => name).join(", ");
  const text = `What the document allows is answered by ${inWords(subject)} with a status that it gives (${names}).`;
  return ofEveryAnswer(subject, { name: "status", text }, (exchange, facts, observe) => {
    if (!isJudged(exchange, subject, facts)) return undefined;
    const { problems, open } = findingsOn(exchange, facts.contract);
    if (problems.length + open.length > 0) return undefined;
    if (operation.documents(exchange.outcome.answer.status)) return observe.held(exchange);
    const expected = `one of the statuses that the document gives (${names})`;
    return observe.broken(exchange, expected, wrongStatus(exchange));
  });
}

/** Subject: an answer with a body, where the document describes bodies for its status. */
function mediaType(subject: Subject): Made {
  const name = "media-type";
  if (subject.operation.responses.every(({ content }) => content.size === 0))
    return { name, why: "the document describes no body" };
  const text = `Every body that ${inWords(subject)} answers with has a media type that the document gives for its status.`;
  return ofDescribed(subject, { name, text }, "a body", (answer, response, observe) => {
    if (response.content.size === 0 || bodyOf(answer).bytes.length === 0) return undefined;
    const labels = headerValues(answer.outcome.answer.headers, "content-type");
    if (labels.length === 1 && typeFor(response, labels[0] ?? "") !== undefined) return observe.held(answer);
    const seen = labels.length === 0 ? "no Content-Type" : labels.join(", ").slice(0, 100);
    const mismatch = { seen, place: inHeader("Content-Type") };
    return observe.broken(answer, [...response.content.keys()].join(" or "), mismatch);
  });
}

/** Subject: an answer for whose status and media type the document has a JSON schema. */
function schema(subject: Subject): Made {
  const name = "schema";
  const hasSchema = ({ content }: ResponseSpec) => [...content.values()].some((one) => one !== undefined);
  if (!subject.operation.responses.some(hasSchema))
    return { name, why: "the document has no schema of a JSON body" };
  const text = `Every JSON body that ${inWords(subject)} answers with is as its schema for that status says.`;
  return ofDescribed(subject, { name, text }, "a JSON body", (answer, response, observe) => {
    const body = schemaFor(response, answer);
    return body && judgeBody(answer, body, observe);
  });
}

/** An answer in another media type is not judged here. */
function schemaFor(response: ResponseSpec, answer: Answered): BodySchema | undefined {
  const { content } = response;
  const [label] = headerValues(answer.outcome.answer.headers, "content-type");
  const isEmpty = bodyOf(answer).bytes.length === 0;
  if (label === undefined || isEmpty) {
    // Only JSON was expected.
    return [...content.keys()].every((type) => jsonMediaType.test(type))
      ? [...content.values()][0]
      : undefined;
  }
  return jsonMediaType.test(mediaTypeOf(label)) ? content.get(typeFor(response, label) ?? "") : undefined;
}

function judgeBody(answer: Answered, schemaOfBody: BodySchema, observe: Observer) {
  const { status: code } = answer.outcome.answer;
  if (answer.request.method === "HEAD" || code === 204 || code === 304) return undefined;
  const body = answer.step === undefined ? jsonOf(answer) : undefined;
  const problems = body === undefined ? [] : schemaOfBody.validate(body);
  // Of the traffic of others, nothing is known of the values that were taken out of a recording.
  const known = problems.filter((one) => body !== undefined && !mayBeOfTakenOut(one, body));
  if (problems.length > 0 && known.length === 0) return undefined;
  const schema = problems.length > 0 ? { validate: () => known } : schemaOfBody;
  return observeBody(observe, answer, schema, "a JSON body");
}

/** The most specific entry for a media type (OpenAPI, Response Object). */
function typeFor({ content }: ResponseSpec, label: string): string | undefined {
  return nameOfType([...content.keys()], mediaTypeOf(label));
}

/**
 * Subject: an answer for whose status the document describes headers.
 * @param names those that are judged; left out, all
 */
export function headers(subject: Subject, names?: readonly string[]): readonly Made[] {
  const judged = (response: ResponseSpec) =>
    response.headers.filter(({ name }) => names === undefined || names.includes(name));
  const [first] = subject.operation.responses.filter((response) => judged(response).length > 0);
  if (first === undefined) return [];
  const text = `Every answer of ${inWords(subject)} has the headers that the document requires for its status, and they are as it describes them.`;
  const named = { name: "headers", text, place: first.headersPlace() };
  return [
    ofDescribed(subject, named, "headers", (answer, response, observe) => {
      if (judged(response).length === 0) return undefined;
      for (const header of judged(response)) {
        const values = headerValues(answer.outcome.answer.headers, header.name);
        const problem =
          answer.step === undefined && values.some(isTakenOut) ? undefined : problemOfHeader(header, values);
        const place = inHeader(header.name);
        if (problem !== undefined)
          return observe.broken(answer, problem.expected, { seen: problem.seen, place });
      }
      return observe.held(answer);
    }),
  ];
}

function problemOfHeader({ name, required, field, validate }: HeaderSpec, values: readonly string[]) {
  const [value] = values;
  if (value === undefined)
    return required ? { expected: `the header ${name}`, seen: `no ${name}` } : undefined;
  const types = field.types ?? ["string"];
  if (types.includes("array") || types.includes("object")) return undefined;
  const [problem] = validate(nodeOfText(values.join(", "), types));
  return problem;
}

/** Ruling 19, for an operation of a service that has rate limits as the pet store has them. */
export function rateFamily(subject: Subject): Family {
  const { operation, base } = subject;
  return {
    name: "rate-headers",
    text: `As soon as one response carries a rate-limit header, every answer of ${inWords(subject)} carries all three.`,
    place: operation.place(),
    checks: (about) => [
      runCheck(about, everyAnswer, { profile: "quick", from: [base] }, (facts, observe) => {
        const { rateLimit } = facts.setting;
        if (rateLimit === "off") return notApplicable("limits-off");
        if (rateLimit === "auto" && !facts.exchanges.some(carriesRateHeader))
          return notApplicable("no-limit-announced");
        // A router answers for operations that do not exist.
        const answers = facts.exchanges.filter(
          (e) =>
            isAnswered(e) &&
            isOf(e, subject, facts.contract) &&
            ![404, 405, 501].includes(e.outcome.answer.status),
        );
        return answers.map((answer) => {
          const missing = missingRateHeaders(answer);
          if (missing.length === 0) return observe.held(answer);
          const mismatch = { seen: `no ${missing.join(", ")}`, place: inHeader(missing[0] ?? "") };
          return observe.broken(answer, "all three X-RateLimit headers", mismatch);
        });
      }),
    ],
  };
}
