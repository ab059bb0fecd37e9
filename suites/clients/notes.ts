import type { ClientExchange } from "../../src/core/check/session.ts";
import { roleOf } from "./shared/roles.ts";

/** Things worth knowing of a client's requests that are no verdict, a sentence each. */
export function notesOn(requests: readonly ClientExchange[]): readonly string[] {
  return requests.some((request) => roleOf(request) === "read")
    ? ["the client reads pets by GET /pets/{petId}, which is deprecated and will be removed"]
    : [];
}
