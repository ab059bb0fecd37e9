import { caseRef } from "../../src/core/check/case.ts";
import { invariant, type Judged, type PromisedCase } from "../../src/core/check/check.ts";
import { type Answered, isAnswered } from "../../src/core/check/facts.ts";
import { judging } from "../../src/core/check/judging.ts";
import { inHeader, inStatus } from "../../src/core/check/verdict.ts";
import { answerInWords } from "../../src/core/check/words.ts";
import { nodeOfText } from "../../src/core/contract/classify-parameter.ts";
import type { BodySchema, Contract, HeaderSpec, ResponseSpec } from "../../src/core/contract/contract.ts";
import { mediaTypeOf } from "../../src/core/contract/operation-parts.ts";
import { jsonMediaType } from "../../src/core/contract/operations.ts";
import type { Exchange } from "../../src/core/exchange/exchange.ts";
import { headerValues } from "../../src/core/exchange/headers.ts";
import { type Family, inWords, isJudged, isOf, type Made, type Subject } from "./family.ts";

const case_ = caseRef("every-answer", "every answer");
const { held, broken, body: judgedBody } = judging(case_);

/** What every answer of an operation must be, whoever asked. */
export function answerFamilies(subject: Subject): readonly Made[] {
  return [status(subject), mediaType(subject), schema(subject), ...headers(subject)];
}

function every({ base, leftOut }: Subject): readonly PromisedCase[] {
  return leftOut === undefined ? [{ case: case_, profile: "quick", from: [base] }] : [];
}

/** Subject: an answer to a request that the document allows, with the valid key. */
function status(subject: Subject): Family {
  const { operation } = subject;
  const names = operation.responses.map(({ name }) => name).join(", ");
  return {
    name: "status",
    level: "must",
    text: `What the document allows is answered by ${inWords(subject)} with a status that it gives (${names}).`,
    place: operation.place("responses"),
    checks: (about) => [
      invariant(about, every(subject), (exchange, facts) => {
        if (!isJudged(exchange, subject, facts)) return undefined;
        const { problems, open } = facts.contract.classify(exchange.request);
        if (problems.length + open.length > 0) return undefined;
        if (operation.documents(exchange.outcome.answer.status)) return held;
        return broken(
          `one of the statuses that the document gives (${names})`,
          answerInWords(exchange),
          inStatus,
        );
      }),
    ],
  };
}

/** What the document describes of an answer; undefined where it is about another operation, or not described. */
function described(subject: Subject, exchange: Exchange, contract: Contract) {
  if (!isAnswered(exchange) || !isOf(exchange, subject, contract)) return undefined;
  const response = subject.operation.response(exchange.outcome.answer.status);
  return response && { answer: exchange, response };
}

/** Subject: an answer with a body, where the document describes bodies for its status. */
function mediaType(subject: Subject): Made {
  const { operation } = subject;
  if (operation.responses.every(({ content }) => content.size === 0))
    return { name: "media-type", why: "the document describes no body" };
  return {
    name: "media-type",
    level: "must",
    text: `Every body that ${inWords(subject)} answers with has a media type that the document gives for its status.`,
    place: operation.place("responses"),
    checks: (about) => [
      invariant(about, every(subject), (exchange, { contract }) => {
        const found = described(subject, exchange, contract);
        if (found === undefined || found.response.content.size === 0) return undefined;
        const { answer, response } = found;
        if (answer.outcome.answer.body.length === 0) return undefined;
        const labels = headerValues(answer.outcome.answer.headers, "content-type");
        if (labels.length === 1 && contentFor(response, labels[0] ?? "") !== undefined) return held;
        const seen = labels.length === 0 ? "no Content-Type" : labels.join(", ").slice(0, 100);
        return broken([...response.content.keys()].join(" or "), seen, inHeader("Content-Type"));
      }),
    ],
  };
}

/** Subject: an answer for whose status and media type the document has a JSON schema. */
function schema(subject: Subject): Made {
  const { operation } = subject;
  const hasSchema = ({ content }: ResponseSpec) => [...content.values()].some((one) => one !== undefined);
  if (!operation.responses.some(hasSchema))
    return { name: "schema", why: "the document has no schema of a JSON body" };
  return {
    name: "schema",
    level: "must",
    text: `Every JSON body that ${inWords(subject)} answers with is as its schema for that status says.`,
    place: operation.place("responses"),
    checks: (about) => [
      invariant(about, every(subject), (exchange, { contract }) => {
        const found = described(subject, exchange, contract);
        const body = found && schemaFor(found.response, found.answer);
        return found === undefined || body === undefined ? undefined : judgeBody(found.answer, body);
      }),
    ],
  };
}

/** An answer in another media type is not judged here. */
function schemaFor({ content }: ResponseSpec, answer: Answered): BodySchema | undefined {
  const [label] = headerValues(answer.outcome.answer.headers, "content-type");
  const isEmpty = answer.outcome.answer.body.length === 0;
  if (label === undefined || isEmpty) {
    // Only JSON was expected.
    return [...content.keys()].every((type) => jsonMediaType.test(type))
      ? [...content.values()][0]
      : undefined;
  }
  return jsonMediaType.test(mediaTypeOf(label)) ? contentFor({ content }, label)?.[1] : undefined;
}

function judgeBody(answer: Answered, schemaOfBody: BodySchema): Judged | undefined {
  const { status: code } = answer.outcome.answer;
  if (answer.request.method === "HEAD" || code === 204 || code === 304) return undefined;
  return judgedBody(answer, schemaOfBody, "a JSON body");
}

/** The most specific entry for a media type (OpenAPI, Response Object). */
function contentFor({ content }: Pick<ResponseSpec, "content">, label: string) {
  const type = mediaTypeOf(label);
  const names = [type, `${type.split("/")[0]}/*`, "*/*"];
  for (const name of names) if (content.has(name)) return [name, content.get(name)] as const;
  return undefined;
}

/** Subject: an answer for whose status the document describes headers. */
function headers(subject: Subject): readonly Made[] {
  const { operation } = subject;
  const [first] = operation.responses.filter((response) => response.headers.length > 0);
  if (first === undefined) return [];
  return [
    {
      name: "headers",
      level: "must",
      text: `Every answer of ${inWords(subject)} has the headers that the document requires for its status, and they are as it describes them.`,
      place: first.place("headers"),
      checks: (about) => [
        invariant(about, every(subject), (exchange, { contract }) => {
          const found = described(subject, exchange, contract);
          if (found === undefined || found.response.headers.length === 0) return undefined;
          const lines = found.answer.outcome.answer.headers;
          for (const header of found.response.headers) {
            const problem = problemOfHeader(header, headerValues(lines, header.name));
            if (problem !== undefined) return broken(problem.expected, problem.seen, inHeader(header.name));
          }
          return held;
        }),
      ],
    },
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
