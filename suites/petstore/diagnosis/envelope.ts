import type { Cause, CauseForm } from "../../../src/core/check/defect.ts";
import { jsonOf } from "../../../src/core/check/json-body.ts";
import { member } from "../../../src/core/json/read.ts";
import type { Symptom } from "./symptom.ts";

/** The member that holds what should be the whole body (a list, a pet, an Error); undefined where there is none. */
export function envelopeOf({ exchange, aspect }: Symptom): string | undefined {
  if (aspect.of !== "body" && aspect.of !== "field") return undefined;
  const body = jsonOf(exchange);
  if (body?.kind !== "object" || member(body, "id") !== undefined || member(body, "code") !== undefined)
    return undefined;
  return body.members.find(
    ({ value }) =>
      value.kind === "array" || member(value, "id") !== undefined || member(value, "code") !== undefined,
  )?.name;
}

export function adviceOfEnvelope(form: CauseForm): Cause["advice"] {
  return form.kind !== "enveloped"
    ? undefined
    : {
        likelyCause: `A response wrapper (an interceptor, a serialiser, a base controller) puts every body into \`${form.member}\`.`,
        howToFix:
          "Write the list, the pet and the Error as the body itself: leave these routes out of the wrapper.",
      };
}
