import type { CaseRef } from "#core/check/case.ts";
import type { Lesson, Reply, Situation, SituationLesson } from "#core/check/clients/situation.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { type Role, roles } from "../shared/requests.ts";

// What several situations are made of: what a client has to do to meet one, how it begins, and what is answered.

export const sends = "sends a request";
export const creates = "creates a pet";
export const reads = "reads a pet by its id";
export const lists = "lists pets or reads one";

/** The requirement that a situation tests, and which case of it. */
export function tests(id: string, of?: CaseRef): Pick<Situation, "shows" | "cases"> {
  return { shows: [id], ...(of && { cases: { [id]: of } }) };
}

/** What came with the request that is refused arrives before the refusal goes out. */
export const limitHoldMs = 60;

/** A lesson from the first list on, one from the first create, and one from the first read. */
export function each(begin: (role: Role) => () => Lesson, holdMs = limitHoldMs) {
  return { lessons: roles.map((role): SituationLesson => ({ asked: [role], begin: begin(role), holdMs })) };
}

export function error(status: number, code: string, ...headers: readonly HeaderLine[]): Reply {
  const lines: readonly HeaderLine[] = [["Content-Type", "application/json"], ...headers];
  const body = JSON.stringify({ code, message: "see the status", status });
  return { kind: "answer", status, headers: lines, body };
}
