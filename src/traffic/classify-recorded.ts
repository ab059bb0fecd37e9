import type { ClassifiableRequest, Classification, Contract } from "../core/contract/contract.ts";
import { derivedFrom } from "../core/exchange/derived-from.ts";
import { ifRecorded, withoutMembers } from "../core/exchange/not-recorded.ts";

/**
 * `Contract.classify` for requests whose body may not have been recorded: their operation is known all the same. Whether
 * such a request was allowed is not, and asking for it throws `NotRecorded`.
 */
export function classifyRecorded({ classify }: Contract): (request: ClassifiableRequest) => Classification {
  return derivedFrom((request) => {
    const whole = ifRecorded(() => classify(request));
    if (whole !== undefined) return whole;
    const { method, path, query } = request;
    const known = classify({ method, path, ...(query !== undefined && { query }) });
    return withoutMembers({ ...known }, ["problems", "open", "allowed"], "the request's body");
  });
}
