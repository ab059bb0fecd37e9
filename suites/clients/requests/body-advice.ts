import type { Advice } from "../../../src/core/check/defect.ts";
import type { ClientExchange } from "../../../src/core/check/session.ts";
import { utf8Text } from "../../../src/core/json/encoded-text.ts";
import type { JsonNode } from "../../../src/core/json/json.ts";
import { parseJson } from "../../../src/core/json/parse.ts";
import { member } from "../../../src/core/json/read.ts";

export const newPetFields = ["name", "categoryId"];

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
export function adviceOfBody({ method, body }: ClientExchange): Advice | undefined {
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
