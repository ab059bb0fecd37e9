import type { RequestSpec } from "../exchange/exchange.ts";
import type { Series } from "./series.ts";

/** Why a step sends nothing. */
export interface Omission {
  readonly omitted: string;
  /** `state`: the target's ordinary state; `lost`: evidence was lost; `needless`: what it would show is shown already. */
  readonly why: "state" | "lost" | "needless";
  readonly remedy?: string;
}

export function isOmission(asked: RequestSpec | Omission | Series): asked is Omission {
  return "omitted" in asked;
}
