import { answeredWith, type Facts, isAnswered } from "#core/check/facts.ts";
import { inputName, isSamePart, isSeries, type Series, type Step } from "#core/check/inputs/step.ts";
import { isUnresolved, type Unresolved } from "#core/check/results/unresolved.ts";
import type { RequestSpec, RunExchange } from "#core/exchange/exchange.ts";
import { recordedCredential } from "#core/exchange/recorded-exchange.ts";
import { vet } from "#core/run/sending/schedule.ts";

export interface RecordedStep {
  readonly step: Step;
  /** In the order of sending, those that are not judged too. */
  readonly exchanges: readonly RunExchange[];
  readonly judged: number;
  readonly notSent: Unresolved | undefined;
  /** Those of the steps that had to end before it. */
  readonly before: readonly RunExchange[];
  /** True where an answer to a request without the valid key shows a lock-out, or a limit. */
  readonly isLockedOut: boolean;
  /** What it could see: what the steps before it had shown. Several where it may have been sent at one of several times. */
  readonly seen: readonly Facts[];
}

/** Why the suite would not have sent that, a clause each; none where it would. */
export async function deviationsOfStep(recorded: RecordedStep): Promise<readonly string[]> {
  const [first = { found: ["it is not part of the plan"] }, ...others] = await Promise.all(
    recorded.seen.map(async (facts) => ({ found: await deviations(recorded, facts) })),
  );
  const best = others.find(({ found }) => found.length === 0) ?? first;
  return [...best.found, ...outOfOrder(recorded)];
}

/** Its request rests on the answers of those before it. */
function outOfOrder({ step, exchanges, before, notSent, judged }: RecordedStep): string[] {
  const [first] = exchanges;
  if (first === undefined) return [];
  const early = before.some(({ id, times }) => id > first.id || times.endedAtMs > first.times.sentAtMs);
  return [
    ...(exchanges.some(({ label }) => label !== step.label) ? ["it is called something else"] : []),
    ...(early ? ["it was sent before the answers that it rests on"] : []),
    ...(notSent !== undefined && judged > 0 && exchanges.every(({ part }) => part === undefined)
      ? ["it is said not to be sent, and has answers"]
      : []),
  ];
}

async function deviations(recorded: RecordedStep, facts: Facts): Promise<readonly string[]> {
  const { step, exchanges, notSent } = recorded;
  const asked = step.request(facts);
  if (isSeries(asked)) return deviationsOfSeries(recorded, asked, facts);
  const reason = isUnresolved(asked) ? asked : vet(facts.contract, step, asked);
  if (isUnresolved(asked) || reason !== undefined) {
    if (exchanges.length > 0) return ["it was sent, though the answers before it leave nothing to send"];
    return isSame(notSent, reason)
      ? []
      : ["it was not sent, for another reason than the answers before it give"];
  }
  return exchanges.length === 0 ? whyMissing(asked, recorded) : deviationsOfRequests(recorded, asked, facts);
}

/** What the run alone knows: that a target locks out, or limits, who has no valid key (ruling 14). */
function whyMissing({ credential }: RequestSpec, { notSent, isLockedOut }: RecordedStep): readonly string[] {
  const mayBe = credential.kind !== "valid" && notSent !== undefined && isLockedOut;
  return mayBe ? [] : ["the plan has it, and it was not sent"];
}

function deviationsOfRequests({ step, exchanges }: RecordedStep, asked: RequestSpec, facts: Facts) {
  const [first] = exchanges;
  const fallback = first && step.fallback?.(first, facts);
  const allowed = [asked, ...(fallback === undefined ? [] : [fallback])].map(requestKey);
  const others = exchanges.filter(({ request }) => !allowed.includes(requestKey(request)));
  if (others.length > 0)
    return ["its request is not the one that follows from the seed and the answers before it"];
  const stands = exchanges
    .slice(0, -1)
    .find(
      (exchange) =>
        isAnswered(exchange) && !answeredWith(exchange, 429) && (step.retryUntil?.(exchange, facts) ?? true),
    );
  return stands === undefined || step.fallback !== undefined
    ? []
    : ["it was sent again, though it was answered"];
}

async function deviationsOfSeries(
  { step, exchanges, notSent }: RecordedStep,
  { series }: Series,
  facts: Facts,
): Promise<readonly string[]> {
  const left = new Set(exchanges);
  const found: string[] = [];
  let cut = false;
  await series(async (part, spec) => {
    if (cut) return undefined;
    if (vet(facts.contract, step, spec) !== undefined) return undefined;
    const sent = [...left].filter((exchange) => isSamePart(exchange.part, part));
    for (const exchange of sent) left.delete(exchange);
    if (sent.length === 0) cut = true;
    if (sent.some(({ request }) => requestKey(request) !== requestKey(spec)))
      found.push(`its input ${inputName(part.input)} is not the one that the seed draws`);
    return sent.at(-1);
  });
  if (cut && notSent === undefined) found.push("an input that the seed draws was not sent");
  if (left.size > 0) found.push("inputs were sent that the seed does not draw");
  return found;
}

/** The same text for the same request. Of what is made from the key, a recording says how it was made, not what it was. */
export function requestKey({ method, path, query = [], credential, body }: RequestSpec): string {
  const bytes = body && Buffer.from(body.bytes).toString("base64");
  const recorded = recordedCredential(credential);
  const known = recorded.kind === "other" && recorded.secret ? { ...recorded, value: undefined } : recorded;
  return JSON.stringify([method, path, query, known, bytes, body?.contentType]);
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
