import { ifRecorded, recorded } from "../contract/recorded.ts";
import type { AnswerBody, Exchange } from "../exchange/exchange.ts";
import { maxBodyRange } from "../exchange/failure.ts";
import type { JsonNode } from "../json/read.ts";
import { sizeInWords } from "../options/option.ts";
import { type Answered, isAnswered } from "./facts.ts";
import type { Remedy } from "./results/unresolved.ts";

/**
 * Why a body was not read to its end, where the suite's own bound is the cause: such a body shows nothing. One that was
 * not recorded is missed by the checks that read it, and by no other.
 */
export function unread({ outcome }: Answered): string | undefined {
  const body = ifRecorded(outcome.answer.body);
  if (body === undefined) return undefined;
  const { json, problems } = body;
  const large = problems.find((p) => p.kind === "too-large");
  if (large !== undefined) return large.message;
  return json?.ok === false && ["too-many-values", "too-deep"].includes(json.problem.kind)
    ? json.problem.message
    : undefined;
}

/** The body, for checks that need it. @throws NotRecorded */
export function bodyOf({ outcome }: Answered): AnswerBody {
  return recorded(outcome.answer.body);
}

/** The body as text; undefined where there is no answer. @throws NotRecorded */
export function textOf(exchange: Exchange | undefined): string | undefined {
  return exchange !== undefined && isAnswered(exchange) ? bodyOf(exchange).text : undefined;
}

/** The body as JSON; undefined when there is none, or it is not JSON, or not in the coding of its Content-Encoding. */
export function jsonOf(exchange: Exchange | undefined): JsonNode | undefined {
  if (exchange === undefined || !isAnswered(exchange)) return undefined;
  const { json, problems } = bodyOf(exchange);
  // Bytes that are not in the announced content coding are not JSON, whatever they look like.
  if (problems.some((p) => p.kind === "content-coding")) return undefined;
  return json?.ok ? json.value : undefined;
}

/** True when `max-body` is why the body of an answer was not read to its end. */
export function isCutByMaxBody({ outcome }: Exchange): boolean {
  return outcome.kind === "failure"
    ? outcome.failure.kind === "too-large" && outcome.failure.phase === "body"
    : ifRecorded(outcome.answer.body)?.problems.some((p) => p.kind === "too-large" && p.bound === "body") ===
        true;
}

/**
 * `max-body: 4MiB`, twice as much as now, if a body was cut at that bound and more may be allowed.
 * @param mostBytes more than this does not help
 */
export function largerBodyRemedy(
  exchange: Exchange,
  maxBodyBytes: number,
  mostBytes: number = maxBodyRange.most,
): Remedy | undefined {
  if (!isCutByMaxBody(exchange) || maxBodyBytes >= mostBytes) return undefined;
  const value = sizeInWords(Math.min(mostBytes, 2 * maxBodyBytes));
  return { options: [{ option: "max-body", value }] };
}
