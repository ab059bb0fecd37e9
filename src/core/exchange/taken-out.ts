import type { SchemaProblem } from "../contract/contract.ts";
import { aboutValue, isOfTakenOut } from "../contract/taken-out.ts";
import type { JsonNode } from "../json/json.ts";
import { pointerTokens } from "../json/read.ts";
import { isCredentialName } from "../secrets/credential-name.ts";
import { pictureOfNumber } from "../secrets/placeholders.ts";

/** The same, where a number may have been taken out as well. */
export function mayBeOfTakenOut(problem: SchemaProblem, body: JsonNode): boolean {
  const value = aboutValue(problem, body);
  const isPicture = value?.kind === "number" && value.raw === pictureOfNumber(value.raw);
  return isOfTakenOut(problem, body) || (isPicture && pointerTokens(problem.pointer).some(isCredentialName));
}
