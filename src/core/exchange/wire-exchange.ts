import type { SchemaProblem } from "../contract/contract.ts";
import { aboutValue, isOfTakenOut, pictureOfNumber } from "../contract/credential-marks.ts";
import { type JsonNode, pointerTokens } from "../json/read.ts";
import { isCredentialName } from "../secrets/looks.ts";
import type { Failure, HeaderLine } from "./exchange.ts";

/** Header fields and body: what a request and an answer both have. */
export interface WireContent {
  readonly headers: readonly HeaderLine[];
  readonly body: WireBody;
}

/** One request and its answer as others recorded or sent them. Instants are milliseconds since the Unix epoch. */
export interface WireExchange extends WireContent {
  readonly method: string;
  /** Below the base address, with the query as it stood: `/things?limit=1`. */
  readonly target: string;
  /** Undefined where the recording has no times. */
  readonly sentAtMs: number | undefined;
  readonly endedAtMs: number | undefined;
  readonly outcome: WireAnswer | { readonly kind: "failure"; readonly failure: Failure };
  /**
   * `headers`: the list of the request's fields is not there, or not all of it. `authorization`: whoever recorded it
   * may have left out its credential. Undefined: all of it is there.
   */
  readonly unrecorded?: "headers" | "authorization";
}

export interface WireAnswer extends WireContent {
  readonly kind: "answer";
  readonly status: number;
  /** True where the body's content codings are undone, whatever the fields say. */
  readonly isDecoded?: boolean;
  /** Where not every field was recorded: the names of those that would be there if they had been sent. */
  readonly recordedFields?: readonly string[];
}

/** A body's bytes. Undefined where it was not recorded, or not whole: nothing is judged by it. */
export type WireBody = Uint8Array | undefined;

/** A body for people; empty where it was not recorded. */
export function textOf(body: WireBody): string {
  return new TextDecoder().decode(body);
}

/** As `isOfTakenOut`, where a number may have been taken out as well. */
export function mayBeOfTakenOut(problem: SchemaProblem, body: JsonNode): boolean {
  const value = aboutValue(problem, body);
  const isPicture = value?.kind === "number" && value.raw === pictureOfNumber(value.raw);
  return isOfTakenOut(problem, body) || (isPicture && pointerTokens(problem.pointer).some(isCredentialName));
}
