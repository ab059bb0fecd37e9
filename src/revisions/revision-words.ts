import type { Change } from "#core/check/change.ts";
import { counted } from "#core/check/results/words.ts";
import { dutiesOf, type Effects, type RevisedRequirement } from "./revised-requirements.ts";

/** `5 requirements change: 4 breaking for servers, 2 for clients`. */
export function revisionSummary(lines: readonly RevisedRequirement[]): string {
  if (lines.length === 0) return "Nothing changes for servers or clients.";
  const breaking = (side: keyof Effects): number => lines.filter((line) => line[side] === "breaking").length;
  return (
    `${counted(lines.length, "requirement")} ${lines.length === 1 ? "changes" : "change"}: ` +
    `${breaking("server")} breaking for servers, ${breaking("client")} for clients.`
  );
}

/** A sentence a change: `listThings, query parameter limit: maximum 50, was 100. Server: …. Client: ….` */
export function sentences(changes: readonly Change[]): string[] {
  const alike = Map.groupBy(changes, (change) => {
    const { operation, part, member, keyword, was, is } = change;
    return JSON.stringify([operation, part.in, "name" in part ? part.name : "", member, keyword, was, is]);
  });
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const statuses = [first, ...others].flatMap(({ part }) => ("status" in part ? part.status : []));
    const [[, server], [, client]] = dutiesOf(first);
    return `${subject(first, statuses)}: ${difference(first)}. Server: ${server}. Client: ${client}.`;
  });
}

/** One change of an answer that a client has not met: `listThings, answer 200, status: reserved allowed too`. */
export function changeInWords(change: Change): string {
  const statuses = "status" in change.part ? [change.part.status] : [];
  return `${subject(change, statuses)}: ${difference(change)}`;
}

function subject({ operation, part, member }: Change, statuses: readonly string[]): string {
  const places: Readonly<Record<Change["part"]["in"], string>> = {
    operation: "",
    security: "",
    parameter: part.in === "parameter" ? `${part.location} parameter ${part.name}` : "",
    body: "request body",
    answer: `answer ${statuses.join(", ")}`,
    header: part.in === "header" ? `header ${part.name} of ${statuses.join(", ")}` : "",
  };
  return [operation === "" ? "every operation" : operation, places[part.in], member]
    .filter((word) => word !== "")
    .join(", ");
}

/** What is different: `maximum 50, was 100`, `weight is required`, `no longer documented`. */
function difference({ keyword, was, is, relation }: Change): string {
  switch (keyword) {
    case "required":
      if (is === "true" || is === "false") return is === "true" ? "required" : "no longer required";
      return is === undefined ? `${was} no longer required` : `${is} required`;
    case "enum":
      if (is === undefined)
        return relation === "wider" ? `not only ${was} allowed` : `${was} no longer allowed`;
      return relation === "wider" ? `${is} allowed too` : `only ${is} allowed`;
    case "media type":
      if (is === undefined) return `media type ${was} is gone`;
      return was === undefined ? `media type ${is}, new` : `media type ${is}, was ${was}`;
    case "scope":
      return is === undefined ? `scope ${was} no longer required` : `scope ${is} required`;
    case "readOnly":
    case "writeOnly":
      return `${is === undefined ? "no longer " : ""}${keyword === "readOnly" ? "read-only" : "write-only"}`;
    case "callbacks":
      return is === undefined ? "callbacks are gone" : `callbacks, ${was === undefined ? "new" : "changed"}`;
    case "security":
      if (was === undefined) return `${is} accepted too`;
      return is === undefined ? `${was} no longer accepted` : `security ${is}, was ${was}`;
    case "null":
      return `null ${is}`;
    case "status":
      return is === undefined ? "no longer documented" : "documented";
    case "deprecated":
      return is === undefined ? "no longer deprecated" : "deprecated";
    case "operation":
    case "member":
    case "parameter":
    case "gone":
    case "body":
    case "schema":
      return is === undefined ? `${keyword === "schema" ? "schema" : "it"} is gone` : `${is}, new`;
    default:
      if (is === undefined) return `no ${keyword}, was ${was}`;
      return `${keyword} ${is}, ${was === undefined ? "had none" : `was ${was}`}`;
  }
}
