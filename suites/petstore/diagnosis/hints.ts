import type { Advice } from "../../../src/core/check/defect.ts";
import type { Facts } from "../../../src/core/check/facts.ts";
import { isCreated } from "../pets.ts";
import { alteredInteger, type Clues, cluesOf, type Hint } from "./clues.ts";
import type { CreatedPets } from "./created-pets.ts";
import { leftovers } from "./hints-of-leftovers.ts";
import { sentBodies } from "./hints-of-requests.ts";
import { defaultStatus, wrongShapes } from "./hints-of-shapes.ts";
import { changedTexts } from "./hints-of-texts.ts";
import type { Symptom } from "./symptom.ts";

/**
 * What the evidence says about how the server came to its answer; undefined where it says nothing. A value gives its
 * mistake away wherever it is seen, a status or a shape only in the symptom that says best what is wrong.
 */
export function hintOf(
  best: Symptom,
  others: readonly Symptom[],
  created: CreatedPets,
  facts: Facts,
): Advice | undefined {
  const fitting = (symptom: Symptom, among: readonly Hint[]) => {
    const clues = cluesOf(symptom, created, facts);
    return among.find((hint) => hint.fits(clues));
  };
  const found =
    (isUnguarded(best, others) ? unguarded : undefined) ??
    fitting(best, hints) ??
    others
      .slice(0, mostLookedAt)
      .map((other) => fitting(other, alteredValues))
      .find((hint) => hint !== undefined);
  return found && { likelyCause: found.likelyCause, howToFix: found.howToFix };
}

const unguarded = {
  likelyCause: "Nothing checks the key of this operation: it is served without one, too.",
  howToFix: "Put the route behind the same authentication (middleware, guard, filter) as the others.",
};

/** A request without any key is served, too. */
function isUnguarded(best: Symptom, others: readonly Symptom[]): boolean {
  const isServed = ({ aspect, got }: Symptom) => aspect.of === "status" && got !== undefined && got < 300;
  return (
    best.aspect.of === "status" &&
    others.some(
      (other) =>
        other.exchange.request.credential.kind === "none" &&
        other.operation === best.operation &&
        isServed(other),
    )
  );
}

/** Of many alike, a few show it. */
const mostLookedAt = 24;

const largest32 = 2n ** 31n - 1n;
const dayMs = 24 * 60 * 60 * 1000;

const numbers: readonly Hint[] = [
  {
    fits: (clues) => {
      const altered = alteredInteger(clues);
      return altered !== undefined && altered.is === BigInt(Number(altered.was));
    },
    likelyCause:
      "The number passes through a double, which has 53 bits: what is shown is the double nearest to what was sent.",
    howToFix:
      "Carry it as a 64-bit integer throughout: a lossless JSON parser in JavaScript, json.Number in Go, BIGINT in SQL.",
  },
  {
    fits: (clues) => {
      const altered = alteredInteger(clues);
      return (
        altered !== undefined &&
        [BigInt.asIntN(32, altered.was), BigInt.asUintN(32, altered.was)].includes(altered.is)
      );
    },
    likelyCause: "The number is truncated to 32 bits: what is shown are the lower 32 bits of what was sent.",
    howToFix: "Use a 64-bit integer in the code (long, int64) and in the database (BIGINT).",
  },
  {
    fits: (clues) => alteredInteger(clues)?.is === largest32,
    likelyCause: "The number is capped at the largest 32-bit integer, as an INT column of MySQL does.",
    howToFix: "Use BIGINT in the database, and a 64-bit integer in the code.",
  },
  {
    fits: (clues) => alteredInteger(clues)?.is === 0n,
    likelyCause:
      "The field is not read from the body, and has the zero of its type. Its name in the model may be spelt otherwise (category_id).",
    howToFix: "Map the field under the name that the interface gives it, and require it.",
  },
  {
    // A text that was sent as a text, and accepted, is another mistake.
    fits: ({ symptom: { aspect }, shown, sent }) =>
      aspect.of === "field" &&
      ["id", "categoryId"].includes(aspect.name) &&
      shown?.kind === "string" &&
      shown.value !== sent &&
      /^-?[0-9]+$/.test(shown.value),
    likelyCause:
      "The serialiser writes 64-bit integers as text, or the database driver returns them as text.",
    howToFix: "Write a JSON number with every digit, without quotation marks.",
  },
  {
    fits: ({ symptom: { aspect, got = 0 }, shown }) =>
      aspect.of === "field" && aspect.name === "status" && got >= 400 && shown?.kind === "string",
    likelyCause: "The status of the Error is written as text.",
    howToFix: "Write the HTTP status as a JSON number, without quotation marks.",
  },
];

const statuses: readonly Hint[] = [
  {
    fits: ({ symptom: { aspect, got, exchange, isAllowed } }) =>
      aspect.of === "status" && isAllowed && got !== 201 && isCreated(exchange),
    likelyCause: "The handler answers a creation with the status that its framework gives any answer.",
    howToFix: "Answer 201 where a pet was created; its body is right as it is.",
  },
  {
    fits: ({ symptom: { aspect, got, exchange } }) =>
      aspect.of === "status" && got === 422 && exchange.request.credential.kind === "valid",
    likelyCause:
      "422 is what the framework answers when its own validation fails; the interface asks for 400.",
    howToFix:
      "Map the validation error to 400 in an error handler (FastAPI: RequestValidationError; Rails, Laravel and Symfony: the validation exception).",
  },
  {
    fits: (clues) => isInPlaceOf401(clues, 404, 405),
    likelyCause: "The route or the pet is looked up before the key is checked.",
    howToFix: "Check the key in a middleware, guard or filter that runs before the router and the handler.",
  },
  {
    fits: (clues) => isInPlaceOf401(clues, 400, 415, 422),
    likelyCause: "The parameters or the body are validated before the key is checked.",
    howToFix: "Check the key in a middleware, guard or filter that runs before parsing and validation.",
  },
  {
    fits: (clues) => isInPlaceOf401(clues, 403),
    likelyCause:
      "403 is the framework's answer to a missing or wrong key (Spring Security without an entry point, HTTPBearer in FastAPI).",
    howToFix: "Answer 401 where the key is missing or wrong; 403 is for a valid key that may not do this.",
  },
  {
    fits: ({ symptom: { aspect, got } }) => aspect.of === "status" && got === 500,
    likelyCause: "The request causes an exception that nothing catches.",
    howToFix:
      "Look in the server's log for the moment of the request, and map the exception to the status that the document lists.",
  },
  {
    fits: ({ symptom: { aspect, got, exchange } }) =>
      aspect.of === "status" && got === 200 && /^\/pets\/[0-9]+[^0-9/]/.test(exchange.request.path),
    likelyCause: "The id is parsed by a function that stops at the first other character (parseInt, atoi).",
    howToFix: "Require the whole path segment to be an integer before it is parsed.",
  },
];

function isInPlaceOf401({ symptom: { aspect, got, exchange } }: Clues, ...instead: number[]): boolean {
  return (
    aspect.of === "status" &&
    got !== undefined &&
    instead.includes(got) &&
    exchange.request.credential.kind !== "valid"
  );
}

const instants: readonly Hint[] = [
  {
    fits: (clues) => {
      const reset = resetOf(clues);
      return reset !== undefined && isNear(reset, clues);
    },
    likelyCause: "The timestamp is in milliseconds (Date.now(), System.currentTimeMillis()), not in seconds.",
    howToFix: "Divide by 1000 and round up.",
  },
  {
    fits: (clues) => {
      const reset = resetOf(clues);
      return reset !== undefined && reset >= 0 && reset <= dayMs / 1000 + 300;
    },
    likelyCause: "The header says how many seconds are left, not at which time the limit resets.",
    howToFix:
      "Write the Unix timestamp of the reset: the present time in seconds and the seconds left together.",
  },
  {
    fits: ({ symptom: { aspect }, header }) =>
      aspect.of === "header" &&
      aspect.name === "x-ratelimit-reset" &&
      header !== undefined &&
      /[:-]/.test(header.slice(1)) &&
      !Number.isNaN(Date.parse(header)),
    likelyCause: "A date is written in its default format, not as a Unix timestamp.",
    howToFix: "Write the Unix timestamp in whole seconds.",
  },
  {
    fits: ({ symptom: { aspect }, header }) =>
      aspect.of === "header" && aspect.name === "retry-after" && /^[0-9]{10,13}$/.test(header ?? ""),
    likelyCause: "Retry-After has the timestamp of the reset, not the seconds until then.",
    howToFix: "Write whole seconds from now, or an HTTP date.",
  },
];

function resetOf({ symptom: { aspect }, header }: Clues): number | undefined {
  if (aspect.of !== "header" || aspect.name !== "x-ratelimit-reset") return undefined;
  return header !== undefined && /^[0-9]{1,15}$/.test(header) ? Number(header) : undefined;
}

/** As milliseconds since the epoch, about the time of the answer. */
function isNear(instantMs: number, { symptom: { exchange } }: Clues): boolean {
  return Math.abs(instantMs - exchange.endedAtMs) <= 2 * dayMs;
}

const alteredValues: readonly Hint[] = [...numbers, ...changedTexts, defaultStatus];

/** The first that fits is named. */
const hints: readonly Hint[] = [
  ...leftovers,
  ...alteredValues,
  ...wrongShapes,
  ...sentBodies,
  ...statuses,
  ...instants,
];
