import type { Advice } from "../../../src/core/check/defect.ts";
import { type ClientExchange, type Session, statusOf } from "../../../src/core/check/session.ts";
import { utf8Text } from "../../../src/core/json/encoded-text.ts";
import type { JsonNode } from "../../../src/core/json/json.ts";
import { parseJson } from "../../../src/core/json/parse.ts";
import { member } from "../../../src/core/json/read.ts";
import { jsonOf } from "../shared/answers.ts";
import { hasEmptyId, named, operationOf, requestsIn } from "../shared/requests.ts";

/** Advice for what is wrong with one request, where more is known than the requirement says. */
export function adviceOfRequest(
  requirement: string,
  request: ClientExchange,
  session: Session,
): Advice | undefined {
  switch (requirement) {
    case "CLIENT-10":
      return adviceOfEmptyId(request, session) ?? adviceOfTarget(request);
    case "CLIENT-11":
      return adviceOfValues(request);
    case "CLIENT-13":
      return adviceOfBody(request) ?? adviceOfLackingValue(request, session);
    default:
      return undefined;
  }
}

/** For a read without an id, or a path with an extra slash. */
function adviceOfEmptyId(request: ClientExchange, session: Session): Advice | undefined {
  if (!hasEmptyId(request)) return undefined;
  if (request.method !== "GET")
    return {
      likelyCause: "The path is written with a slash at its end.",
      howToFix: "Write it as `/pets`, without a slash at its end.",
    };
  const create = requestsIn(session).findLast(
    (one) => operationOf(one) === "POST /pets" && one.endedAtMs <= request.sentAtMs,
  );
  const status = create && statusOf(create);
  if (create?.outcome.kind === "failure")
    return {
      likelyCause:
        "The connection was lost in the answer to the create before it, and the client read the id of a pet from the part that it got.",
      howToFix:
        "Treat a body that is shorter than its Content-Length, or that is no complete JSON text, as a lost connection, and read no id from it.",
    };
  if (status === undefined || status === 201)
    return {
      likelyCause:
        "The id that is put into the path is empty, or the path of the list is written with a trailing slash.",
      howToFix:
        "Do not read a pet whose id is not known, and write the path of the list as `/pets`, without a trailing slash.",
    };
  return {
    likelyCause: `The create before it was answered ${status}, and the client read the id of a pet from that answer, which has none.`,
    howToFix:
      "Check the status before the body is read: only a 201 holds the id of the new pet. After any other answer, do not read it.",
  };
}

function adviceOfTarget({ method, target }: ClientExchange): Advice | undefined {
  const [path = "", query] = target.split(/\?(.*)/s);
  if (path.includes("//"))
    return {
      likelyCause: "The base address ends in a slash, and the path begins with another.",
      howToFix: "Remove one of the two slashes before they are joined.",
    };
  if (/^\/pets\/(?:undefined|null|none|nil|nan|\[object%20object\])$/i.test(path))
    return {
      likelyCause:
        "The id is read under a name that the pet does not have, or from an answer that holds no pet.",
      howToFix: "Check the status before the body is read, and take the id from the field `id`.",
    };
  if (/^\/pets\/\d{1,3}(?:(?:[,.'_ ]|%[0-9A-F]{2})\d{3})+$/i.test(path))
    return {
      likelyCause: "The id is written as a number for people, with a separator between thousands.",
      howToFix: "Write its digits alone, without the format of a language.",
    };
  if (/^\/pet(?:\/|$)|^\/pets\/[A-Za-z][\w-]*$/.test(path))
    return {
      likelyCause: "The path is that of another interface, such as the pet store in the examples of Swagger.",
      howToFix:
        "Use `/pets`, whose lists are filtered by `status`, and `/pets/{petId}` with the digits of an id.",
    };
  if (/^(?:PUT|PATCH|DELETE)$/.test(method))
    return {
      likelyCause: "The method is that of another interface: this one has no way to change or delete a pet.",
      howToFix: "Leave the request out.",
    };
  if (path !== "/pets" || query === undefined) return undefined;
  if (method === "GET" && [...new URLSearchParams(query).keys()].some(isOtherSpelling))
    return {
      likelyCause: "The name of a parameter is written in another case, or with brackets as for a list.",
      howToFix: "Write `limit` and `status` as they are, each with one value.",
    };
  return method === "POST"
    ? {
        likelyCause: "The fields of the pet are sent as parameters of the query.",
        howToFix: "Send them in the body alone, as JSON.",
      }
    : {
        likelyCause: "The parameter is that of another interface, such as one for pages or for sorting.",
        howToFix: "Send no parameters but those that the operation has; sort and search in the client.",
      };
}

/** A spelling of limit or status that the interface does not have. */
const isOtherSpelling = (name: string): boolean =>
  /^(?:limit|status)(?:\[\d*\])?$/i.test(name) && !/^(?:limit|status)$/.test(name);

function adviceOfValues({ target }: ClientExchange): Advice | undefined {
  const query = new URLSearchParams(target.split(/\?(.*)/s)[1]);
  const values = [...query.getAll("limit"), ...query.getAll("status")];
  if (values.some((value) => /^(?:|undefined|null|none|nil|nan)$/i.test(value)))
    return {
      likelyCause:
        "A parameter that has no value is sent all the same, as an empty string or as a word such as null.",
      howToFix: "Leave a parameter out where there is no value for it.",
    };
  if (query.getAll("status").some((value) => /^(?:all|any|\*)$/i.test(value)))
    return {
      likelyCause: "A word of another interface for no filter is sent as the status.",
      howToFix: "Leave status out where pets of every status are wanted.",
    };
  return query.getAll("status").some((value) => /[,|; ]/.test(value))
    ? {
        likelyCause: "Several statuses are sent as one value.",
        howToFix: "Send one list for each status, or one without a status, and choose among its pets.",
      }
    : undefined;
}

/** For a create with a value that an answer before it did not hold, since it was an error. */
function adviceOfLackingValue(request: ClientExchange, session: Session): Advice | undefined {
  const before = requestsIn(session).findLast(({ endedAtMs }) => endedAtMs <= request.sentAtMs);
  const status = before && statusOf(before);
  const parsed = request.body && jsonOf(request.body);
  const lacks = newPetFields.some((name) => {
    const value = member(parsed, name);
    return value === undefined || (value.kind === "literal" && value.value === null);
  });
  return before !== undefined && status !== undefined && status >= 300 && lacks
    ? {
        likelyCause: `${named(before)} before it was answered ${status}, and the client took a value for the pet from that answer, which holds none.`,
        howToFix:
          "Look at the status before the body is read, and create nothing from an answer that is an error.",
      }
    : undefined;
}

const newPetFields = ["name", "categoryId"];

const writer = "Use the library's JSON option, or a JSON writer.";

/** What a text that is no JSON gives away. */
const noJson: readonly { readonly pattern: RegExp; readonly advice: Advice }[] = [
  {
    pattern: /^\uFEFF/,
    advice: {
      likelyCause: "The encoder puts a byte order mark before the text.",
      howToFix: "Encode as UTF-8 without a byte order mark.",
    },
  },
  {
    pattern: /^[A-Za-z]+=[^&]*(?:&|$)/,
    advice: {
      likelyCause: "The fields are sent as a form, which is the library's default.",
      howToFix: "Use the library's JSON option, or write the JSON yourself.",
    },
  },
  {
    pattern: /^\[object \w+\]$|^\s*\{\s*'|^\w+\(.*\)$|=>|^#?<.*>$/s,
    advice: {
      likelyCause: "The language's own text for an object is sent, and not JSON.",
      howToFix: writer,
    },
  },
  {
    pattern: /:\s*-?(?:NaN|Infinity|undefined|None)\b/,
    advice: {
      likelyCause: "A value is written that JSON does not have, such as NaN.",
      howToFix: "Find where the value comes from, and create nothing without a real one.",
    },
  },
];

/** Advice for the body of a request, where CLIENT-13 fails because of it. */
function adviceOfBody({ method, body }: ClientExchange): Advice | undefined {
  if (method !== "POST")
    return {
      likelyCause:
        "A request that has no body is sent with one, for example by a default that adds data to all requests.",
      howToFix: "Send the values of a GET in its query, and no body.",
    };
  const text = body && utf8Text(body);
  if (body !== undefined && text === undefined)
    return {
      likelyCause: "The text is encoded in the character set of the platform, such as Latin-1.",
      howToFix: "Encode the body in UTF-8, or have the JSON writer escape what is not ASCII.",
    };
  const parsed = parseJson(text ?? "");
  if (!parsed.ok) return noJson.find(({ pattern }) => pattern.test(text ?? ""))?.advice;
  if (parsed.value.kind === "string" && parseJson(parsed.value.value).ok)
    return {
      likelyCause:
        "The body is encoded as JSON twice: a JSON string is given to a library that encodes it again.",
      howToFix: "Give the library the object itself, or the string as a body that it leaves alone.",
    };
  if (newPetFields.some((name) => isNamedOtherwise(parsed.value, name)))
    return {
      likelyCause: "The JSON writer names fields by another convention, such as `category_id`.",
      howToFix: "Write the names as the interface has them, letter by letter.",
    };
  const status = member(parsed.value, "status");
  return status?.kind === "string" ? adviceOfStatus(status.value) : undefined;
}

/** For a status as no document has it. */
function adviceOfStatus(status: string): Advice | undefined {
  if (status === "")
    return {
      likelyCause: "A status that is not set is sent as an empty string.",
      howToFix: "Leave out status where there is none.",
    };
  return status === status.toLowerCase()
    ? undefined
    : {
        likelyCause: "The name of a constant is sent as the status, in place of its value.",
        howToFix: "Send a status letter by letter as the interface has it.",
      };
}

/** True where the field is not there, and one is that differs in case or punctuation alone. */
function isNamedOtherwise(node: JsonNode, name: string): boolean {
  if (node.kind !== "object" || member(node, name) !== undefined) return false;
  return node.members.some((one) => lettersOf(one.name) === lettersOf(name));
}

const lettersOf = (name: string): string => name.replace(/[^A-Za-z]/g, "").toLowerCase();
