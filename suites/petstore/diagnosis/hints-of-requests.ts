import { answeredWith, findingsOn, statusClass } from "#core/check/facts.ts";
import { ifRecorded, recorded } from "#core/contract/recorded.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import type { JsonNode } from "#core/json/json.ts";
import { isInt64 } from "#core/json/number.ts";
import { parseJson } from "#core/json/parse.ts";
import { integerOf, member, stringOf } from "#core/json/read.ts";
import { sentField } from "../pets.ts";
import { petstore } from "../roles.ts";
import { type Clues, hints, hintsOn, isNull, isSeen } from "./clues.ts";

const fields = ["name", "categoryId", "status"] as const;

/** What was sent in a field and should have been rejected. */
const wrongValues: Readonly<
  Record<(typeof fields)[number], { isWrong(value: JsonNode, clues: Clues): boolean; howToFix: string }>
> = {
  name: {
    isWrong: ({ kind }) => kind !== "string",
    howToFix: "Reject with 400 a name that is not a string.",
  },
  categoryId: {
    isWrong: (value) => integerOf(value) === undefined,
    howToFix:
      "Reject with 400 a categoryId that is not an integer from -2^63 to 2^63 - 1, before it is converted.",
  },
  status: {
    isWrong: (value, clues) => value.kind !== "string" || !statusesOf(clues).includes(value.value),
    howToFix: "Validate status against the enumeration letter by letter, and reject anything else with 400.",
  },
};

const noObject = "Reject with 400 a body that is not a JSON object, before its fields are read.";

/** What is unusual about a body that was sent, where the status of its answer is wrong. */
export const sentBodies = [
  ...hintsOn(acceptedText("status"), [
    [
      (text, clues) => text === "" && member(clues.body, "status") !== undefined && isUnknownRejected(clues),
      "An empty status passes where an unknown one does not: the allowed values are one string that is searched (`in` on a string, indexOf), or falsy values are not checked.",
      "Compare the status with each allowed value, and reject an empty one with 400: only a field that is left out is missing.",
    ],
  ]),
  ...hintsOn(accepted("status"), [
    [
      ([sent], clues) => sent?.kind === "number" && isOrdinal(Number(sent.raw), clues),
      "A number is accepted as the place of a status in the enumeration, as numeric enums of languages are read.",
      "Reject with 400 a status that is not one of the texts (an enum of strings in TypeScript, FAIL_ON_NUMBERS_FOR_ENUMS in Jackson).",
    ],
  ]),
  ...fields.flatMap((name) =>
    hintsOn(accepted(name), [
      [
        (values, clues) =>
          values.some(isFalsy) && acceptedFalsy(name, clues).size > 1 && isAnotherRejected(name, clues),
        `Values of ${name} that are falsy (null, false, 0, an empty string) pass where others are rejected: they are treated as a missing field, and the check is skipped.`,
        "Skip the check only where the field is missing (=== undefined, `in`), and reject every other value that is not allowed with 400.",
      ],
      [
        (values, clues) => values.some(isNull) && isAnotherRejected(name, clues),
        `null passes as ${name} where other wrong values are rejected: it is treated as a missing field, which is not validated (IsOptional in class-validator, Optional in pydantic, a nil pointer in Go).`,
        "Reject null with 400: only a field that is left out is missing (ValidateIf in class-validator, json.RawMessage in Go).",
      ],
      [
        (values, clues) =>
          values.some(
            (sent) => wrongValues[name].isWrong(sent, clues) && isAlike(sent, member(clues.body, name)),
          ),
        `The field ${name} is not validated: its value comes back as it was sent.`,
        wrongValues[name].howToFix,
      ],
    ]),
  ),
  ...hints([
    [
      { at: "status", got: /^2/, also: isOutsideInt64 },
      "An integer that does not fit into 64 bits is accepted: it is read as a double or as a number of any size, or cut to 64 bits.",
      "Reject a whole number below -2^63 or above 2^63 - 1 with 400, before it is converted: as a double 2^63 - 1 is 2^63. Where the parser knows only doubles (JSON.parse), reject with 400 whatever Number.isSafeInteger does.",
    ],
    [
      { at: "status", got: 400, allowed: true, sent: /"[^"]*\/\//, text: /json|pars|syntax|unexpected/i },
      "The body is changed before it is parsed: what follows // in a name is removed as a comment.",
      "Give the parser the body as it came; JSON has no comments.",
    ],
    [
      { at: "status", got: /^[25]/, method: "POST", allowed: false, also: isPassedByCharset },
      "A wrong body passes where its Content-Type has a charset, and others are rejected: the validation is chosen by the whole header.",
      "Compare the media type without its parameters, and validate every body.",
    ],
    [
      { at: "status", got: 413, method: "POST" },
      "A proxy or the framework bounds the size of bodies, and this body is larger.",
      "Allow bodies of some kilobytes, so that the service itself judges each of them.",
    ],
    [
      { at: "status", got: /^40[36]/, method: "POST", key: true, text: /^\s*</ },
      "A firewall in front of the service takes the text of the body for an attack.",
      "Exempt this path from the rule, so that the service itself judges each body.",
    ],
    [
      { at: "status", got: /^[4-9]/, allowed: true, sent: /(?<!\\)(?:\\\\)*\\u00[0-9a-f]{2}/i },
      "A name or a value is written with an escape (\\u0061 for a), as JSON allows, and is not recognised: the body is searched as text.",
      "Read the body with a JSON parser, and validate what it gives. If the same body is accepted when you send it again, creates are rejected now and then.",
    ],
  ]),
  ...hintsOn(accepted("categoryId"), [
    [
      (values) => values.some((value) => value.kind === "number" && /e/i.test(value.raw)),
      "A number outside int64, or beyond every double, is accepted: it became infinite, or was cut to the largest integer or to its lower bits.",
      wrongValues.categoryId.howToFix,
    ],
    [
      (values) => values.some((value) => value.kind === "number" && value.raw.includes(".")),
      "A fraction is accepted: it is rounded or truncated to an integer.",
      wrongValues.categoryId.howToFix,
    ],
  ]),
  ...hintsOn(accepted(...fields), [
    [
      (values) => values.some(isNull),
      "null is accepted: it is treated as a missing field, or converted to a string or to zero.",
      "Reject null with 400: the interface has no field that may be null.",
    ],
    [
      (values) => values.some(({ kind }) => kind === "object" || kind === "array"),
      "An object or an array is accepted in place of a string or a number: a value inside it is taken, or it is dropped.",
      "Reject with 400 a field whose JSON type is not the document's.",
    ],
  ]),
  ...hintsOn(acceptedText("categoryId"), [
    [
      (text) => !/^-?[0-9]+$/.test(text),
      "A string is read as a number as far as it goes (parseInt, atoi, an empty string as 0).",
      "Require a JSON number, and reject a string with 400.",
    ],
  ]),
  ...hintsOn(acceptedText("status"), [
    [
      (text, clues) => {
        const plain = text.trim().toLowerCase();
        return text !== plain && statusesOf(clues).includes(plain);
      },
      "The status is compared without regard to case or to the whitespace around it, as some deserialisers read an enum (Jackson trims).",
      "Compare the status letter by letter, and reject anything else with 400.",
    ],
    [
      (text) => text === "",
      "An empty status is treated as a missing one.",
      "Reject an empty status with 400: only a field that is left out is missing.",
    ],
    [
      (text, clues) => !statusesOf(clues).includes(text),
      "The status is not checked against the allowed values: an unknown one is stored, replaced or dropped.",
      wrongValues.status.howToFix,
    ],
  ]),
  ...hintsOn(acceptedBody, [
    [
      (sent, { symptom }) =>
        sent.kind === "object" &&
        member(sent, "name") === undefined &&
        sent.members.some(({ value }) => value.kind === "object") &&
        symptom.shape !== "error",
      "The pet is taken out of an object around it, which the interface does not have.",
      "Read the fields from the body itself, and reject with 400 a body that lacks them.",
    ],
    [
      ({ kind }) => kind === "array",
      "The first item of an array is used as the body, or the array as an object without fields.",
      noObject,
    ],
    [
      ({ kind }) => kind === "string",
      "A body that is a JSON string is parsed once more, and its content is used.",
      noObject,
    ],
    [
      ({ kind }) => kind === "literal" || kind === "number",
      "A body that is not an object is treated as an object without fields.",
      noObject,
    ],
  ]),
  ...hints([
    [
      {
        ...{ at: "status", got: /^2/, method: "POST", sent: /^\s*$/ },
        also: ({ symptom: { exchange } }) => recorded(exchange.request.body)?.contentType === undefined,
      },
      "Only a body with the Content-Type application/json is validated, so that a create without a body passes.",
      "Require the body (in OpenAPI, `required: true` of the requestBody), and reject a create without one with 400 or 415.",
    ],
    [
      { at: "status", got: /^2/, method: "POST", sent: /^\s*$/ },
      "An empty body is read as an object without fields, and the fields get defaults.",
      "Reject an empty body with 400.",
    ],
    [
      { at: "status", got: /^2/, sent: /^\w+=[^{]*$/ },
      "The body is read as a form, whatever its Content-Type says.",
      "Read only JSON, and reject with 400 what is not.",
    ],
  ]),
];

/** A wrong body whose Content-Type has a parameter; with the plain one wrong bodies were rejected, and none passed. */
function isPassedByCharset({ symptom: { exchange }, facts: { exchanges, contract } }: Clues): boolean {
  const typeOf = ({ request }: Exchange) => ifRecorded(ifRecorded(request.body)?.contentType);
  const isWrong = (e: Exchange) => findingsOn(e, contract).problems.length > 0;
  const plain = exchanges.filter((e) => typeOf(e) === "application/json" && isWrong(e));
  const withParameter = exchanges.filter((e) => typeOf(e)?.includes(";"));
  return (
    isWrong(exchange) &&
    withParameter.includes(exchange) &&
    plain.some((e) => answeredWith(e, 400)) &&
    !plain.some((e) => answeredWith(e, 201)) &&
    // A parameter by which right bodies fail, too, does more than let wrong ones pass.
    !withParameter.some((e) => !isWrong(e) && statusClass(e) === 5)
  );
}

function statusesOf({ facts }: Clues): readonly string[] {
  return petstore(facts.contract).statuses;
}

/** A body with another text that is no status was rejected. */
function isUnknownRejected(clues: Clues): boolean {
  return clues.facts.exchanges.some((e) => {
    const sent = answeredWith(e, 400) ? stringOf(sentField(e, "status")) : undefined;
    return sent !== undefined && sent !== "" && !statusesOf(clues).includes(sent);
  });
}

/** The answer shows the status that stands there, counted from 0 or from 1. */
function isOrdinal(sent: number, clues: Clues): boolean {
  const shown = stringOf(member(clues.body, "status"));
  return shown !== undefined && [sent, sent - 1].some((place) => statusesOf(clues)[place] === shown);
}

function isFalsy(value: JsonNode): boolean {
  if (value.kind === "number") return Number(value.raw) === 0;
  return (value.kind === "literal" || value.kind === "string") && !value.value;
}

/** The wrong falsy values of this field that were accepted. */
function acceptedFalsy(name: (typeof fields)[number], clues: Clues): ReadonlySet<string> {
  const sent = clues.facts.exchanges.flatMap((e) => (answeredWith(e, 201) ? (sentField(e, name) ?? []) : []));
  const wrong = sent.filter((value) => isFalsy(value) && wrongValues[name].isWrong(value, clues));
  return new Set(wrong.map(({ kind, ...value }) => `${kind} ${"value" in value ? value.value : ""}`));
}

/** It may be missing, and a body with a value in it that is wrong, and not falsy, was rejected. */
function isAnotherRejected(name: (typeof fields)[number], clues: Clues): boolean {
  const { contract, exchanges } = clues.facts;
  if (petstore(contract).newPet.required.includes(name)) return false;
  return exchanges.some((e) => {
    const sent = answeredWith(e, 400) ? sentField(e, name) : undefined;
    return sent !== undefined && !isFalsy(sent) && wrongValues[name].isWrong(sent, clues);
  });
}

function isOutsideInt64({ seen }: Clues): boolean {
  const digits = /"categoryId"\s*:\s*(-?[0-9]+)\s*[,}]/.exec(seen.sent)?.[1];
  return digits !== undefined && !isInt64(BigInt(digits));
}

/** The values of these fields in a body that was accepted. */
function accepted(...names: readonly string[]): (clues: Clues) => readonly JsonNode[] | undefined {
  return (clues) =>
    isSeen({ at: "status", got: /^2/, shape: /^(?!error)/ }, clues)
      ? names.flatMap((name) => sentField(clues.symptom.exchange, name) ?? [])
      : undefined;
}

function acceptedText(name: string): (clues: Clues) => string | undefined {
  return (clues) => stringOf(accepted(name)(clues)?.[0]);
}

/** A whole body that was accepted. */
function acceptedBody(clues: Clues): JsonNode | undefined {
  const sent = parseJson(clues.seen.sent);
  return sent.ok && isSeen({ at: "status", got: /^2/ }, clues) ? sent.value : undefined;
}

/** Of arrays and objects the kind says enough. A fraction beyond 2^53 is, as a double, the integer beside it. */
function isAlike(sent: JsonNode, back: JsonNode | undefined): boolean {
  if (sent.kind === "number") {
    const isWhole = (node: JsonNode) => integerOf(node) !== undefined;
    return (
      back?.kind === "number" && Number(back.raw) === Number(sent.raw) && isWhole(back) === isWhole(sent)
    );
  }
  if (sent.kind === "string" || sent.kind === "literal")
    return back?.kind === sent.kind && back.value === sent.value;
  return back?.kind === sent.kind;
}
