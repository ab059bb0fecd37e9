import type { JsonNode } from "#core/json/json.ts";
import { parseJson } from "#core/json/parse.ts";

/** What a text is to a JSON reader. @throws Error for what is no JSON */
export function jsonNode(text: string): JsonNode {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.value;
}
