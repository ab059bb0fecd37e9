import type { ClientAnswer } from "../../../src/core/check/client-suite.ts";
import { headerValue } from "../../../src/core/exchange/headers.ts";
import type { Wanted } from "./client.ts";

// What several faults of clients are made of.

export const isCreate = ({ kind }: Wanted): boolean => kind === "create";

export const isRead = ({ kind }: Wanted): boolean => kind === "read";

export const retryAfterOf = ({ headers }: ClientAnswer): string | undefined =>
  headerValue(headers, "retry-after");
