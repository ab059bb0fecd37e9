import { answeredWith, type Facts } from "#core/check/facts.ts";
import type { RootCause } from "#core/check/results/cause.ts";
import { isUnresolved, type Unresolved } from "#core/check/results/unresolved.ts";
import type { OperationId } from "#core/contract/operations.ts";
import { namesExpiry } from "#core/exchange/bearer-key.ts";
import type { RequestSpec, WholeExchange } from "#core/exchange/exchange.ts";
import type { Gate } from "#core/exchange/pacing/gate.ts";
import { mayBeGone } from "../judging/answers-in-place.ts";

/** The waits before a service that may be gone is asked again. A service that restarts is back after the last one. */
const waitsForServiceMs = [0, 1000, 2000, 4000];
/** The wait before a key that got 401 is checked again: a service may remember its verdict on a key for a moment. */
const waitForKeyMs = 3000;
/** With so few requests left, a 503 may stand for a 429. */
const fewLeft = 10;

export function mayBeOut(made: WholeExchange, list: OperationId, { rate }: Gate, facts: Facts): boolean {
  const left = rate.lastAnnounced(list)?.rate.remaining;
  return (left === undefined || left > fewLeft) && mayBeGone(made, list, facts);
}

/** What a served re-check clears: the same refusal of the same request says nothing new of the key. */
export function kindOf({ request, outcome }: WholeExchange): string {
  const status = outcome.kind === "answer" ? outcome.answer.status : 0;
  const path = status === 401 || status === 403 ? request.path : "";
  return `${request.method} ${path} ${status}`;
}

/** The run's cause where this refusal stands. */
export function keyStopped(refusal: WholeExchange): RootCause {
  return {
    ...{ kind: "key-stopped", after: refusal.id - 1, exchange: refusal.id },
    ...(namesExpiry(refusal) && { hasExpired: true }),
  };
}

/** What is sent to make sure that a refused key still works (ruling 31). */
export interface Recheck {
  /** The list request of the preflight. */
  readonly again: RequestSpec;
  /** A list that was never sent before, as unlike the refused request as may be; undefined where there is none left. */
  readonly elsewhere: (refused: RequestSpec) => RequestSpec | undefined;
}

type Send = (spec: RequestSpec) => Promise<WholeExchange | Unresolved>;

/** How often each of them is sent when it meets a 429, or gets no answer. */
const maxTries = 3;

/**
 * Whether the key still works, by the last of the two; undefined where one was not answered. What is cached by its
 * address, served or refused, says nothing of the key.
 */
async function askWithKey(
  { again, elsewhere }: Recheck,
  refused: RequestSpec,
  send: Send,
): Promise<{ readonly answers: readonly WholeExchange[]; readonly works: boolean | undefined }> {
  const answers: WholeExchange[] = [];
  for (const spec of [again, elsewhere(refused)]) {
    if (spec === undefined) continue;
    const answer = await answerTo(spec, send);
    if (answer === undefined) return { answers, works: undefined };
    answers.push(answer);
  }
  return { answers, works: !answeredWith(answers.at(-1), 401, 403) };
}

/**
 * As `askWithKey`; where the refusal was a 401 and the key still does not work, once more after a wait. A 403 may be a
 * lock-out, which a server may end when it likes (ruling 14).
 */
export async function askWithKeyAgain(
  recheck: Recheck,
  refusal: WholeExchange,
  send: Send,
  wait: (waitMs: number) => Promise<void>,
): ReturnType<typeof askWithKey> {
  const first = await askWithKey(recheck, refusal.request, send);
  if (first.works !== false || !answeredWith(refusal, 401)) return first;
  await wait(waitForKeyMs);
  const { answers, works } = await askWithKey(recheck, refusal.request, send);
  return { answers: [...first.answers, ...answers], works };
}

async function answerTo(spec: RequestSpec, send: Send): Promise<WholeExchange | undefined> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const made = await send(spec);
    if (isUnresolved(made)) return undefined;
    if (made.outcome.kind === "answer" && !answeredWith(made, 429)) return made;
  }
  return undefined;
}

/**
 * The first answer of a service that seemed gone. `gone`: none came after every wait. Undefined: nothing more is
 * sent.
 */
export async function askUntilBack(asking: {
  readonly facts: Facts;
  readonly list: OperationId;
  readonly send: () => Promise<WholeExchange | Unresolved>;
  readonly wait: (waitMs: number) => Promise<void>;
}): Promise<WholeExchange | "gone" | undefined> {
  for (const waitMs of waitsForServiceMs) {
    await asking.wait(waitMs);
    const again = await asking.send();
    if (isUnresolved(again)) return undefined;
    const isOut = again.outcome.kind === "failure" || answeredWith(again, 429);
    if (!isOut && !mayBeGone(again, asking.list, asking.facts)) return again;
  }
  return "gone";
}
