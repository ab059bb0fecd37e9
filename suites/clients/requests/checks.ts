import { type CaseRef, caseRef } from "#core/check/case.ts";
import { type ClientCheck, observing } from "#core/check/clients/client-suite.ts";
import type { ClientExchange } from "#core/check/clients/session.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import type {
  Classification,
  RequestFindings,
  RequestProblem,
} from "#core/contract/classification/classification.ts";
import type { Contract } from "#core/contract/contract.ts";
import { recorded } from "#core/contract/recorded.ts";
import { unquoted } from "#core/contract/validation/problem-words.ts";
import { headerValues } from "#core/exchange/exchange.ts";
import { type JsonNode, member } from "#core/json/read.ts";
import { inUtf8, jsonOf } from "../shared/answers.ts";
import { type Observing, ofRequests } from "../shared/client-checks.ts";
import { untested } from "../shared/reasons.ts";
import { named } from "../shared/requests.ts";

const everyRequest = caseRef("every-request", "every request");
const parameters = caseRef("limit-and-status", "limit and status");
const everyCreate = caseRef("every-create", "every create");
const everyOther = caseRef("every-list-and-read", "every list and read");

type Said = RequestFindings & Pick<Classification, "operation">;

/** What the document says of a request, whatever its Content-Type and its encoding. */
function classified({ method, target, body }: ClientExchange, contract: Contract): Said {
  const [path = "", query] = target.split(/\?(.*)/s);
  const { operation, findings } = contract.classify({
    method,
    path,
    ...(query !== undefined && { query: [...new URLSearchParams(query)] }),
    ...(body !== undefined &&
      body.length > 0 && { body: { bytes: inUtf8(body), contentType: "application/json" } }),
  });
  return { operation, ...recorded(findings) };
}

/** Ruling 38: methods that ask about a resource, and do nothing to it. */
const notJudged: ReadonlySet<string> = new Set(["HEAD", "OPTIONS"]);

function byDocument(
  about: string,
  of: CaseRef,
  judge: (request: ClientExchange, observe: Observing, said: Said) => Observation | [],
): ClientCheck {
  return ofRequests(about, of, (request, observe, { contract }) =>
    notJudged.has(request.method) ? [] : judge(request, observe, classified(request, contract)),
  );
}

function wordsOf(request: ClientExchange, { part, at, seen, found }: RequestProblem): string {
  const what = `${request.method} ${request.target.split("?")[0]}`;
  switch (found?.kind) {
    case "unknown-parameter":
      return `${what} with the parameter ${seen}`;
    case "value":
      return part === "query"
        ? `${what} with ${at}=${unquoted(found.text)}`
        : `${what} with ${seen} in ${at}`;
    case "missing-field":
      return `${what} with missing field \`${found.name}\`${within(at.replace(/\/[^/]*$/, ""))}`;
    case "no-json":
      return `${what} with a body that is not JSON: ${seen}`;
    default:
      return `${what} with ${seen}${within(at)}`;
  }
}

const within = (place: string): string => (place === "" ? "" : ` in ${place}`);

/** Where the fields of a NewPet are, if the body has them further down: `the field \`data.attributes\``. */
function wrapperOf({ body }: ClientExchange): string | undefined {
  const node = body && jsonOf(body);
  if (node?.kind === "array") return node.items.some(holdsName) ? "an array" : undefined;
  const path = node === undefined || holdsName(node) ? undefined : pathToName(node, deepest);
  return path && `the field \`${path.join(".").slice(0, longestName)}\``;
}

/** The fields that lead to the first object with a name, from without to within. */
function pathToName(node: JsonNode, levels: number): readonly string[] | undefined {
  if (node.kind !== "object" || levels === 0) return undefined;
  for (const { name, value } of node.members) {
    const rest = holdsName(value) ? [] : pathToName(value, levels - 1);
    if (rest !== undefined) return [name, ...rest];
  }
  return undefined;
}

/** Envelopes are not nested deeper (JSON:API has two levels). */
const deepest = 3;

const longestName = 40;

const holdsName = (node: JsonNode): boolean => member(node, "name") !== undefined;

/** Why nothing follows from a value that a service may reject. */
const leftOpen = (request: ClientExchange, point: RequestProblem): Unresolved =>
  untested("value-left-open", { value: wordsOf(request, point) });

const isUnknownParameter = ({ found }: RequestProblem): boolean => found?.kind === "unknown-parameter";

/** CLIENT-10. Subject: method, path and the names of query parameters. */
const documented = byDocument("CLIENT-10", everyRequest, (request, observe, { operation, problems }) => {
  const { held, broken } = observe;
  if (operation === undefined) {
    const isEmpty = /^\/pets\/(?:\?|$)/.test(request.target);
    const seen = `${named(request)}${isEmpty ? ", with an empty id or a slash too many" : ""}`;
    return broken(request, "a method and a path that the interface has", seen);
  }
  const problem = problems.find((one) => one.part === "path" || isUnknownParameter(one));
  return problem === undefined ? held(request) : broken(request, problem.expected, wordsOf(request, problem));
});

/** CLIENT-11. Subject: a request with limit or status. */
const inBounds = byDocument("CLIENT-11", parameters, (request, observe, { problems, open }) => {
  const { held, broken, unresolved } = observe;
  const problem = problems.find((one) => one.part === "query" && !isUnknownParameter(one));
  if (problem !== undefined) return broken(request, problem.expected, wordsOf(request, problem));
  if (!/[?&](?:limit|status)=/.test(request.target)) return [];
  const point = open.find(({ part }) => part === "query");
  return point === undefined ? held(request) : unresolved(leftOpen(request, point), request);
});

const ofOthers = observing("CLIENT-13", everyOther);

/** CLIENT-13. Subject: the body of a create, and that a list or a read has none. */
const validBodies = byDocument("CLIENT-13", everyCreate, (request, observe, { operation, problems }) => {
  if (operation === undefined) return [];
  const isCreate = operation === "createPet";
  // No case of its own is promised: a client that never creates a pet has not shown that its bodies are right.
  const { held, broken, unresolved } = isCreate ? observe : ofOthers;
  const isKept = request.body !== undefined;
  const problem = problems.find(({ part }) => part === "body");
  if (problem !== undefined && isKept) {
    const wrapper = isCreate ? wrapperOf(request) : undefined;
    return wrapper === undefined
      ? broken(request, problem.expected, wordsOf(request, problem))
      : broken(request, "the NewPet itself as the body", `${named(request)} with the NewPet in ${wrapper}`);
  }
  if (!isCreate) return isKept ? held(request) : [];
  return request.body === undefined ? unresolved(untested("body-not-kept"), request) : held(request);
});

/** CLIENT-26. Subject: the body of a create, whatever it holds. */
const portableBodies = byDocument("CLIENT-26", everyCreate, (request, observe, { operation, open }) => {
  if (operation !== "createPet" || request.body === undefined) return [];
  const { held, broken } = observe;
  if (inUtf8(request.body) !== request.body)
    return broken(request, "a body in UTF-8", `${named(request)} with a body that is not UTF-8`);
  const repeated = open.find(({ found }) => found?.kind === "repeated-field");
  if (repeated === undefined) return held(request);
  const seen = `${named(request)} with ${repeated.at.slice(1)} more than once`;
  return broken(request, "a body with each field once", seen);
});

/** CLIENT-14. Subject: the Content-Type of a create. */
const contentType = byDocument("CLIENT-14", everyCreate, (request, { held, broken }, { operation }) => {
  if (operation !== "createPet") return [];
  const values = headerValues(request.headers, "content-type");
  if (values.length === 1 && /^application\/json\s*(?:;|$)/i.test(values[0] ?? "")) return held(request);
  const seen = values.length === 0 ? "no Content-Type" : `Content-Type: ${values.join(", ")}`;
  return broken(request, "Content-Type: application/json", `${named(request)} with ${seen}`);
});

/** CLIENT-15. Subject: Accept. */
const acceptsJson = ofRequests("CLIENT-15", everyRequest, (request, { held, broken }) => {
  const accept = headerValues(request.headers, "accept").join(", ");
  if (admitsJson(accept)) return held(request);
  const expected = "an Accept that admits application/json, or none";
  return broken(request, expected, `${named(request)} with Accept: ${accept}`);
});

/** The most specific range that fits decides (RFC 9110, 12.5.1). A field that cannot be read admits everything. */
function admitsJson(accept: string): boolean {
  if (accept.trim() === "") return true;
  const ranges = accept.split(",").map((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    return { type, quality: quality === undefined ? 1 : Number(quality) };
  });
  if (!ranges.some(({ type }) => /^[^\s/]+\/[^\s/]+$/.test(type))) return true;
  for (const wanted of ["application/json", "application/*", "*/*"]) {
    const fitting = ranges.filter(({ type }) => type === wanted);
    if (fitting.length > 0) return fitting.some(({ quality }) => quality !== 0);
  }
  return false;
}

const needs = "creates a pet";

export const checks: readonly ClientCheck[] = [
  documented,
  { ...inBounds, needs: "lists pets with a limit or a status" },
  { ...validBodies, needs },
  { ...contentType, needs },
  { ...portableBodies, needs },
  acceptsJson,
];
