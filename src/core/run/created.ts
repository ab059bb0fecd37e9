import { type Answered, isAnswered, statusClass } from "../check/facts.ts";
import { bodyOf, jsonOf } from "../check/json-body.ts";
import { shownByRecorded } from "../contract/recorded.ts";
import type { RunExchange } from "../exchange/exchange.ts";
import { truncated } from "../json/escape.ts";
import type { JsonNode } from "../json/json.ts";
import { parseJson } from "../json/parse.ts";
import { integerOf, member } from "../json/read.ts";
import type { Created } from "./result.ts";
import { mayHaveStored } from "./sending/create-cap.ts";

/**
 * The things that this run stored or may have stored, whatever the answers look like. The run deletes nothing, so the
 * owner of the target must be able to find every one.
 */
export function createdIn(exchanges: readonly RunExchange[], runId: string): readonly Created[] {
  return exchanges.filter(mayHaveStored).map((exchange) => {
    const shown = isAnswered(exchange) ? shownByRecorded(() => thingShown(exchange)) : undefined;
    return {
      id: shown?.id === undefined ? null : truncated(shown.id, longest),
      name: truncated(shown?.name ?? shownByRecorded(() => nameSent(exchange, runId)) ?? "", longest),
      exchange: exchange.id,
      certain: statusClass(exchange) === 2,
    };
  });
}

/** The thing as the answer shows it: the body, or the first object with an id in an array or an envelope. */
function thingShown(answer: Answered): { readonly id?: string; readonly name?: string } | undefined {
  const body = jsonOf(answer);
  const thing = [body, ...inside(body)].find((node) => member(node, "id") !== undefined) ?? body;
  const [id, name] = [member(thing, "id"), member(thing, "name")];
  return {
    ...(id && { id: idText(id, answer) }),
    ...(name?.kind === "string" && { name: name.value }),
  };
}

function inside(node: JsonNode | undefined): readonly JsonNode[] {
  if (node?.kind === "array") return node.items;
  return node?.kind === "object" ? node.members.map(({ value }) => value) : [];
}

/** The exact digits of an id; anything but an integer as it stands in the answer. */
function idText(id: JsonNode, answer: Answered): string {
  const digits = integerOf(id);
  return digits === undefined ? bodyOf(answer).text.slice(id.start, id.end) : String(digits);
}

/** The name in the body that was sent. Without one, the word in it that contains the id of the run. */
function nameSent({ request }: RunExchange, runId: string): string {
  const text = new TextDecoder().decode(request.body?.bytes);
  const parsed = parseJson(text);
  const name = parsed.ok ? member(parsed.value, "name") : undefined;
  if (name?.kind === "string") return name.value;
  const at = text.indexOf(runId);
  if (at === -1) return "";
  const [before = ""] = /[\w.-]*$/.exec(text.slice(Math.max(0, at - longest), at)) ?? [];
  const [after = ""] = /^[\w.-]*/.exec(text.slice(at)) ?? [];
  return before + after;
}

/** The run's own names are shorter, but the target may answer with any. */
const longest = 200;
