import { type StepRef, stepRef } from "#core/check/case.ts";
import { type Facts, isAnswered, statusClass } from "#core/check/facts.ts";
import { hexDigits } from "#core/check/inputs/random.ts";
import type { Depth, Step } from "#core/check/inputs/step.ts";
import { isUnresolved, type Unresolved } from "#core/check/results/unresolved.ts";
import { exchangeInWords } from "#core/check/results/words.ts";
import type { Operation, Parameter, RequestBodySchema } from "#core/contract/contract.ts";
import { jsonMediaType, nameOfType } from "#core/contract/operations.ts";
import type { Credential, Exchange, HeaderLine, RequestBody, RequestSpec } from "#core/exchange/exchange.ts";
import { parseJson } from "#core/json/parse.ts";
import { type WritableJson, writeJson } from "#core/json/write.ts";
import { isServedBy, type Subject } from "./family.ts";
import { inconclusive, reason, untested } from "./reasons.ts";
import { effectOf, isWriting } from "./sources.ts";
import { exampleGiven, inputOf, pathText, plainText, queryPairs, requiredValues } from "./values.ts";

const validKey: Credential = { kind: "valid" };
export const noKey: Credential = { kind: "none" };

/** Random, as long as keys are. In the form that the operation asks for. */
export function wrongKey({ operation: { access }, area }: Subject, facts: Facts): Credential {
  const digits = hexDigits(facts.random(`${area}/wrong-key`), 32);
  const [given] = access.kind === "other" ? (access.headers.find((all) => all.length > 0) ?? []) : [];
  const { name, scheme } = given ?? { name: "Authorization", scheme: "Bearer" };
  const isBasic = scheme?.toLowerCase() === "basic";
  const value = isBasic ? Buffer.from(`conformance:${digits}`).toString("base64") : digits;
  return {
    kind: "other",
    header: name,
    value: scheme === undefined ? value : `${scheme} ${value}`,
    about: "a random key",
    secret: false,
  };
}

/** How a request differs from the one that has only what is required. */
interface Difference {
  readonly credential?: Credential;
  readonly parameter?: Parameter;
  readonly value?: WritableJson;
}

/** The request with all that the document requires, and no more; or why there is none. */
export function requestOf(
  subject: Subject,
  facts: Facts,
  { credential = validKey, parameter, value = "" }: Difference = {},
): RequestSpec | Unresolved {
  const { operation } = subject;
  if (facts.setting.readOnly && isWriting(operation))
    return untested("nothing-written", {}, { change: "run without --read-only, in the standard profile" });
  const required = requiredValues(subject, facts);
  if (isUnresolved(required)) return required;
  const body = bodyOf(operation, facts);
  if (body !== undefined && isUnresolved(body)) return body;
  const values = new Map(required);
  if (parameter !== undefined) values.set(parameter, value);
  const of = (where: Parameter["in"]) => [...values].filter(([one]) => one.in === where);
  const query = of("query").flatMap(([one, given]) => queryPairs(one, given));
  const cookies = of("cookie").map(
    ([one, given]) => `${one.name}=${encodeURIComponent(plainText(one, given))}`,
  );
  const headers: HeaderLine[] = [
    ...acceptOf(operation),
    ...of("header").map(([one, given]) => [one.name, plainText(one, given)] as const),
    ...(cookies.length === 0 ? [] : [["Cookie", cookies.join("; ")] as const]),
  ];
  return {
    method: operation.method,
    path: of("path").reduce(
      (path, [one, given]) => path.replaceAll(`{${one.name}}`, () => pathText(one, given)),
      operation.path,
    ),
    ...(query.length > 0 && { query }),
    ...(headers.length > 0 && { headers }),
    credential,
    ...(body !== undefined && { body }),
  };
}

/** What the document gives for a success, where that is no plain JSON: a server need not answer in what it does not have. */
function acceptOf({ responses }: Operation): HeaderLine[] {
  const served = responses.filter(({ name }) => /^(2|default$)/.test(name));
  const types = [...new Set(served.flatMap(({ content }) => [...content.keys()]))];
  if (nameOfType(types, "application/json") !== undefined) return [];
  const readable = types.filter((type) => jsonMediaType.test(type));
  // Errors may come in another type.
  const wanted = [...(readable.length > 0 ? readable : types), types.length > 0 ? "*/*;q=0.1" : "*/*"];
  return [["Accept", wanted.join(", ")]];
}

/** Why nothing follows from a request that was not served; what the target holds may be the reason. */
export function notServed(operation: Operation, exchange: Exchange | undefined): Unresolved {
  if (exchange === undefined) return inconclusive("nothing-sent-to-it");
  const status = isAnswered(exchange) && statusClass(exchange) === 4 ? exchange.outcome.answer.status : 429;
  const kind = status !== 429 && operation.documents(status) ? "untested" : "inconclusive";
  const names = operation.parameters.filter(({ required }) => required).map(({ name }) => name);
  const options = names.map((name) => ({ option: "input", value: `${name}=VALUE` }));
  return {
    kind,
    reason: reason("required-alone-got", { got: exchangeInWords(exchange) }),
    ...(kind === "untested" && {
      remedy: options.length > 0 ? { options } : { change: "a target that serves it" },
    }),
  };
}

/** A step that asks the operation otherwise, after the request with all that the document requires. */
export function stepBeside(
  { operation, area, base }: Subject,
  { id, label }: StepRef,
  profile: Depth,
  request: Step["request"],
): Step {
  const step = stepRef(`${area}/${id}`, `${area}, ${label}`);
  return { ...step, profile, requires: [base], ...effectOf(operation), asks: operation.id, request };
}

/** The same with something else; not sent where the request itself was not served. */
export function variantOf(subject: Subject, facts: Facts, difference: Difference): RequestSpec | Unresolved {
  const { operation, base } = subject;
  const last = facts.all(base).at(-1);
  const missing =
    facts.notSent(base) ?? (isServedBy(operation, last) ? undefined : notServed(operation, last));
  return missing ?? requestOf(subject, facts, difference);
}

/** The name of a body in `--input`, after that of the operation. */
const bodyInput = "body";

function bodyOf(operation: Operation, facts: Facts): RequestBody | Unresolved | undefined {
  const { body } = operation;
  if (body === undefined) return undefined;
  const option = `${operation.name}/${bodyInput}`;
  const given = inputOf(operation, bodyInput, facts);
  if (given !== undefined && !parseJson(given).ok) return untested("input-not-json", { option });
  const text = given ?? (body.required ? fittingExample(body) : undefined);
  if (text !== undefined) return { bytes: new TextEncoder().encode(text), contentType: body.mediaType };
  if (!body.required) return undefined;
  const kind = exampleGiven(body) === undefined ? "no-example" : "body-example-not-allowed";
  return untested(kind, {}, { options: [{ option: "input", value: `${option}=JSON` }] });
}

/** The example, unless the document itself does not allow it. */
function fittingExample(body: RequestBodySchema): string | undefined {
  const example = exampleGiven(body);
  const text = example === undefined ? "" : writeJson(example);
  const parsed = parseJson(text);
  return parsed.ok && body.validate(parsed.value).length === 0 ? text : undefined;
}
