import type { ClientAnswer } from "#core/check/clients/client-suite.ts";
import { headerValue } from "#core/exchange/exchange.ts";
import { member, stringOf } from "#core/json/read.ts";
import { type ClientEntries, failing, type Replacing } from "../reference-client/client.ts";
import { failsAtPets, failsAtRefusal, goingOn, isCreate } from "../reference-client/parts.ts";
import { jsonOf } from "../shared/answers.ts";

const bodyOf = ({ text }: ClientAnswer) => jsonOf(Buffer.from(text));

const codeOf = (answer: ClientAnswer): string | undefined => stringOf(member(bodyOf(answer), "code"));

const knownCodes = ["bad_request", "not_found", "unavailable", "internal_error"];
const inCapitals = knownCodes.map((code) => code.toUpperCase());

/** Goes on after an error with this status, but not where such a code comes with it. */
const failsAtCodes =
  (status: number, isUnreadable: (code: string) => boolean): Replacing =>
  (correct) => ({
    ...failsAtRefusal((answer) => answer.status === status && isUnreadable(codeOf(answer) ?? ""))(correct),
    flow: (client, hooks) => correct.flow(goingOn(client), hooks),
  });

const knowsCodes = (status: number, codes: readonly string[] = knownCodes) =>
  failsAtCodes(status, (code) => !codes.includes(code));

const loud: ClientEntries = {
  ...failing(["CLIENT-16"], {
    // Fails at a pet without a status: a model in which the field is required.
    "status-required": failsAtPets((_, pets) => pets.some(({ status }) => status === undefined)),
    // Creates a pet without a status, and fails if the answer has none: takes a default for granted.
    "created-status-required": (correct) => ({
      ...failsAtPets((answer, [pet]) => answer.status === 201 && pet?.status === undefined)(correct),
      newPet: (category) => `{"name":"Rex","categoryId":${category}}`,
    }),
  }),
  ...failing(["CLIENT-17"], {
    // Fails at a code with other characters than letters and underscores: a pattern in a generated model.
    "codes-plain": failsAtRefusal((answer) => /[^a-z_]/.test(codeOf(answer) ?? "")),
    // Fails at a code of more than 64 characters: a column of a log.
    "codes-short": failsAtRefusal((answer) => (codeOf(answer)?.length ?? 0) > 64),
    // Fails where the code of a refused read is a number: a scalar that YAML or a loose parser turns into a number.
    "codes-as-numbers": failsAtRefusal((answer) => /^\d+$/.test(codeOf(answer) ?? "")),
    // Fails at every code but those of the service that it was written for: an enumeration of codes without
    // a value for the rest.
    "codes-of-another-service": failsAtRefusal(
      (answer) => !["SLOW_DOWN", undefined].includes(codeOf(answer)),
    ),
    // Goes on after a create is rejected, and ends with an error where it does not know the code: an
    // enumeration of codes without a value for the rest.
    "codes-of-rejections": knowsCodes(400),
    // Goes on after a pet is not found, and ends with an error where it does not know the code: a switch
    // over the codes that throws by default.
    "codes-of-missing-pets": knowsCodes(404),
    // Goes on after a pet is not found, but only where the code is a known one in capitals:
    // ErrorCode.valueOf(code), with constants in capitals.
    "codes-of-missing-pets-in-capitals": knowsCodes(404, inCapitals),
    // Goes on after a create is rejected, but only where the code is a known one in capitals: a pattern for
    // codes, ^[A-Z_]+$.
    "codes-of-rejections-in-capitals": knowsCodes(400, inCapitals),
    // Goes on after a create is rejected, and ends with an error where the code is empty: if (!body.code)
    // throw: an empty string is taken for a missing field.
    "codes-not-empty": failsAtCodes(400, (code) => code === ""),
    // Tries again after a 503, but not where it does not know the code: the error is decoded before it is
    // decided whether to try again.
    "codes-of-failures": knowsCodes(503),
  }),
  ...failing(["CLIENT-18"], {
    // Parses the body of a 429 as JSON before anything else: await response.json() for every error.
    "refusal-parsed": failsAtRefusal((answer) => answer.status === 429 && bodyOf(answer) === undefined),
    // Ends with an error where a 429 has no body: the first character of the body is looked at.
    "refusal-not-empty": failsAtRefusal(({ status, text }) => status === 429 && text === ""),
    // Ends with an error where the 429 to a create is JSON, and no object: a field is read from whatever was parsed.
    "refusal-of-create-an-object": failsAtRefusal(
      ({ status, text }, request) => status === 429 && isCreate(request) && text.startsWith("["),
    ),
  }),
  ...failing(["CLIENT-19"], {
    // Fails at a field that it does not know: a decoder that disallows unknown fields.
    "fields-closed": failsAtPets(({ text }) => /"weightKg"/.test(text)),
    // Expects the id as the first field: reads by place.
    "fields-in-order": failsAtPets(({ text }) => !/^\[?\{"id":/.test(text)),
  }),
  ...failing(["CLIENT-20"], {
    // Compares the Content-Type with application/json as a whole: === in place of a parser.
    "label-compared": failsAtPets(
      ({ headers }) => headerValue(headers, "content-type") !== "application/json",
    ),
    // Needs a Content-Length: a buffer of the announced size.
    "length-required": failsAtPets(({ headers }) => headerValue(headers, "content-length") === undefined),
  }),
};

/** Clients whose failure only their requests show: a script ends with another command than the client, such as true. */
const silent: ClientEntries = Object.fromEntries(
  ["status-required", "codes-plain", "refusal-parsed", "fields-closed", "label-compared"].flatMap((id) => {
    const { fails, hooks } = loud[id] ?? {};
    const silently: Replacing = (correct) => ({ ...hooks?.(correct), failedCode: 0 });
    return fails === undefined ? [] : [[`${id}-silently`, { fails, hooks: silently }]];
  }),
);

export const faults: ClientEntries = { ...loud, ...silent };
