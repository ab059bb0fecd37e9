import type { JsonNode } from "./json.ts";
import { canonicalNumber } from "./number.ts";

/**
 * The same text for the same value, as JSON Schema compares them: numbers by what they denote, members in any order, the
 * last of those of one name.
 */
export function canonicalText(node: JsonNode): string {
  switch (node.kind) {
    case "literal":
      return String(node.value);
    case "number":
      return canonicalNumber(node.raw);
    case "string":
      return JSON.stringify(node.value);
    case "array":
      return `[${node.items.map(canonicalText).join()}]`;
    case "object": {
      const last = new Map(node.members.map(({ name, value }) => [name, canonicalText(value)]));
      const members = [...last].map(([name, text]) => `${JSON.stringify(name)}:${text}`);
      return `{${members.sort().join()}}`;
    }
  }
}
