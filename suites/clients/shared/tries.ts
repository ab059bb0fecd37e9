import { type ClientExchange, isSameRequest, type Session, statusOf } from "#core/check/clients/session.ts";
import { hadCompany, onTheWireMs, requestsIn, sentAfter, twinsOf } from "./requests.ts";
import { latenessIn, sumOf } from "./waits.ts";

/** One request that fails, and its tries in a row. */
export interface Tries {
  readonly session: Session;
  /** The first try, and the first of each later one where several tasks send the same. */
  readonly requests: readonly [ClientExchange, ...ClientExchange[]];
  /** From each failure to the next try; none where that is unclear. */
  readonly waitsMs: readonly number[];
  /** Which task tries again, or for which refusal it waits, cannot be determined. */
  readonly isUnclear: boolean;
}

/** By how much the waits from the first failure to the last try may have been shorter than they were measured. */
export function latenessOf({ session, requests }: Tries): number {
  return latenessIn(session, requests[0].endedAtMs, requests.at(-1)?.sentAtMs ?? 0);
}

/**
 * After more successes of other requests, the same request is not a further try: the client has gone on in between. A
 * client that does several things at a time may get other answers while one request waits.
 */
const mostSuccessesBetween = 2;

interface Reading {
  readonly hasFailed: (request: ClientExchange) => boolean;
  /** Whether the program sends this anyway, so that it is not a try of the one before. */
  readonly isAnyway?: (next: ClientExchange, last: ClientExchange) => boolean;
  /** Whether the client sends this request more often than where nothing fails: then whatever is the same is a try. */
  readonly isMoreThanUsual?: (request: ClientExchange) => boolean;
  readonly isOfSeveralTasks: (request: ClientExchange) => boolean;
}

export function triesIn(session: Session, reading: Reading): readonly Tries[] {
  const seen = new Set<ClientExchange>();
  return requestsIn(session)
    .filter(reading.hasFailed)
    .flatMap((first) => {
      if (seen.has(first)) return [];
      const tasks = twinsOf(first, session).length + 1;
      const same = requestsIn(session).filter((one) => one.id >= first.id && isSameRequest(one, first));
      const { more, waitsMs, isClear } =
        tasks > 1 ? triesTogether(same, tasks, reading) : triesAlone(first, session, reading);
      const requests = [first, ...more] as const;
      for (const one of tasks > 1 ? same : requests) seen.add(one);
      return [{ session, requests, waitsMs: isClear ? waitsMs : [], isUnclear: !isClear }];
    });
}

function triesAlone(first: ClientExchange, session: Session, reading: Reading) {
  const { hasFailed, isOfSeveralTasks, isAnyway = () => false, isMoreThanUsual = () => false } = reading;
  const more: ClientExchange[] = [];
  const waitsMs: number[] = [];
  const isMore = isMoreThanUsual(first);
  for (let last = first; hasFailed(last); ) {
    const next = nextTry(first, last, session, isMore);
    if (next === undefined || isAnyway(next, last)) break;
    waitsMs.push(next.sentAtMs - last.endedAtMs);
    more.push(next);
    last = next;
  }
  return { more, waitsMs, isClear: !isOfSeveralTasks(first) };
}

/**
 * Tasks that wait together come back together: their tries can be distinguished as long as all are answered before the
 * next.
 * @param all the requests that are the same
 */
function triesTogether(
  all: readonly ClientExchange[],
  tasks: number,
  { hasFailed, isAnyway = () => false }: Reading,
) {
  const more: ClientExchange[] = [];
  const waitsMs: number[] = [];
  let isClear = true;
  for (let at = 0; at + tasks < all.length && isClear; at += tasks) {
    const wave = all.slice(at, at + tasks);
    const [begin] = wave;
    const next = all[at + tasks];
    if (begin === undefined || next === undefined || !wave.every(hasFailed)) break;
    const endedAtMs = Math.max(...wave.map((one) => one.endedAtMs));
    const spreadMs = Math.max(...wave.map((one) => one.sentAtMs)) - begin.sentAtMs;
    const waitMs = next.sentAtMs - endedAtMs;
    if (waitMs > 0 && isAnyway(next, begin)) break;
    isClear = waitMs > 0 && spreadMs <= waitMs / 2;
    waitsMs.push(waitMs);
    more.push(next);
  }
  return { more, waitsMs, isClear };
}

/**
 * Whether one of these waits may be longer than the backoff of its own request: another one was refused meanwhile, and then
 * the client sent nothing before some of its tasks came back together, after times that grow.
 */
export function isHeldBack({ session, requests }: Tries, refused: ReadonlySet<ClientExchange>): boolean {
  const [first] = requests;
  const last = requests.at(-1) ?? first;
  const all = requestsIn(session).filter((one) => one.id >= first.id && one.sentAtMs <= last.sentAtMs);
  if (!growsOverall(all)) return false;
  return requests.slice(1).some((next, at) => {
    const sinceMs = (requests[at]?.endedAtMs ?? 0) + onTheWireMs;
    const before = all.findLast((one) => one.sentAtMs < next.sentAtMs - togetherMs);
    const beside = all.some((one) => one !== next && Math.abs(one.sentAtMs - next.sentAtMs) <= togetherMs);
    return beside && before !== undefined && before.endedAtMs > sinceMs && refused.has(before);
  });
}

/** Whether the times in which the client sends nothing become longer, whichever task they are of. */
function growsOverall(all: readonly ClientExchange[]): boolean {
  const pausesMs: number[] = [];
  let endedAtMs = all[0]?.endedAtMs ?? 0;
  for (const one of all) {
    if (one.sentAtMs - endedAtMs > togetherMs) pausesMs.push(one.sentAtMs - endedAtMs);
    endedAtMs = Math.max(endedAtMs, one.endedAtMs);
  }
  return sumOf(pausesMs.slice(-2)) > overallGrowth * sumOf(pausesMs.slice(0, 2));
}

/** Less is chance. */
const overallGrowth = 1.2;

/** Tasks that wait for the same moment come back within this time. */
const togetherMs = 50;

/** The request that tries `first` again after the last try failed; undefined where the client gave up, or went on. */
export function nextTry(
  first: ClientExchange,
  last: ClientExchange,
  session: Session,
  isMoreThanUsual = false,
): ClientExchange | undefined {
  const successesMs: number[] = [];
  const most = isMoreThanUsual
    ? Number.POSITIVE_INFINITY
    : hadCompany(last, session)
      ? mostSuccessesBetween
      : 0;
  for (const request of sentAfter(last, session)) {
    // What was still under way then was sent together with it.
    if (successesMs.filter((endedAtMs) => endedAtMs <= request.sentAtMs).length > most) return undefined;
    if (isSameRequest(request, first)) return request;
    if ((statusOf(request) ?? 500) < 300) successesMs.push(request.endedAtMs);
  }
  return undefined;
}
