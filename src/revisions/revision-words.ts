import type { Change } from "#core/check/change.ts";
import { counted } from "#core/check/results/words.ts";
import type { Effects, RevisedRequirement } from "./revised-requirements.ts";

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
export function sentences(changes: readonly (Change & Effects)[]): string[] {
  const alike = Map.groupBy(changes, (change) => {
    const { operation, part, member, keyword, was, is } = change;
    return JSON.stringify([operation, part.in, "name" in part ? part.name : "", member, keyword, was, is]);
  });
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const statuses = [first, ...others].flatMap(({ part }) => ("status" in part ? part.status : []));
    const { server, client } = toDo(first);
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

type ToDo = Readonly<Record<keyof Effects, string>>;

function toDo(change: Change & Effects): ToDo {
  switch (change.part.in) {
    case "operation":
      return forOperation(change);
    case "security":
      return forSecurity(change);
    case "parameter":
    case "body":
      return forRequest(change);
    default:
      return forAnswer(change);
  }
}

function forSecurity({ keyword, was, is, relation }: Change): ToDo {
  if (keyword === "scope")
    return relation === "wider"
      ? { server: "serve without it", client: "nothing" }
      : { server: "require it", client: "send a token that has it" };
  if (was === undefined) return { server: "accept it", client: "may send it" };
  if (is === undefined) return { server: "reject it", client: "send another" };
  if (relation === "wider") return { server: "serve without a credential", client: "nothing" };
  return { server: "require it", client: "send it" };
}

function forOperation({ keyword, was, is }: Change): ToDo {
  if (keyword === "servers") return { server: "serve it there", client: "send requests there" };
  if (keyword === "x-stability")
    return { server: "nothing", client: is === undefined ? "nothing" : "expect changes" };
  if (keyword === "callbacks")
    return is === undefined
      ? { server: "nothing", client: "be without them" }
      : { server: "send them", client: was === undefined ? "may receive them" : "handle them" };
  if (keyword === "x-sunset")
    return { server: "serve it until that day, not after", client: "be without it by then" };
  if (keyword === "deprecated")
    return { server: "nothing", client: is === undefined ? "nothing" : "prepare to leave it" };
  return is === undefined
    ? { server: "nothing", client: "stop calling it" }
    : { server: "implement it", client: "may call it" };
}

function forRequest({ keyword, relation, server }: Change & Effects): ToDo {
  if (server === "none") return { server: "nothing", client: "stop sending it" };
  if (keyword === "member" || relation === "wider") return { server: "accept it", client: "may send it" };
  if (keyword === "required" || keyword === "parameter") return { server: "require it", client: "send it" };
  if (relation === "narrower") return { server: "apply it", client: "send nothing else" };
  return { server: "apply it", client: "follow it" };
}

function forAnswer({ keyword, relation, was, is, server }: Change & Effects): ToDo {
  if (keyword === "media type")
    return was === undefined
      ? { server: "may answer so", client: "may accept it" }
      : { server: "answer otherwise", client: is === undefined ? "accept another" : "accept it" };
  if (keyword === "writeOnly")
    return is === undefined
      ? { server: "may send it", client: "may read it" }
      : { server: "stop sending it", client: "do without it" };
  const isLess = keyword === "required" || keyword === "member" || keyword === "schema";
  if (relation === "wider")
    return { server: "may answer so", client: isLess ? "do without it" : "handle it" };
  if (relation === "other") return { server: "answer so", client: "handle it" };
  if (keyword === "status") return { server: "answer otherwise", client: "nothing" };
  if (keyword !== "member") return { server: "answer so", client: "nothing" };
  return { server: server === "breaking" ? "send it" : "may send it", client: "may read it" };
}
