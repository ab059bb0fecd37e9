import { maxBodyRange } from "../exchange/decoding/answer-size.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { sizeInWords } from "../options/size.ts";
import type { Setting } from "./facts.ts";
import type { Remedy } from "./remedy.ts";

/** True when `--max-body` is why the body of an answer was not read to its end. */
export function isCutByMaxBody({ outcome }: Exchange): boolean {
  return outcome.kind === "failure"
    ? outcome.failure.kind === "too-large" && outcome.failure.phase === "body"
    : outcome.answer.problems.some((p) => p.kind === "too-large" && p.bound === "body");
}

/**
 * `--max-body 4MiB`, where that is why a body was not read to its end and more may be allowed: twice as much.
 * @param mostBytes more than this does not help
 */
export function largerBodyRemedy(
  exchange: Exchange,
  { maxBodyBytes }: Pick<Setting, "maxBodyBytes">,
  mostBytes: number = maxBodyRange.most,
): Remedy | undefined {
  if (!isCutByMaxBody(exchange) || maxBodyBytes >= mostBytes) return undefined;
  const value = sizeInWords(Math.min(mostBytes, 2 * maxBodyBytes));
  return { options: [{ option: "max-body", value }] };
}
