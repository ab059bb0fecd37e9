/** A piece of work, and what it needs for itself alone while it lasts. */
export interface Job<Work> {
  readonly work: Work;
  readonly alone: readonly string[];
}

/**
 * Does every job, at most so many at a time, in their order as far as it goes: one that has to wait for what another
 * uses lets those after it go first. `perform` must not throw. When `signal` aborts, none begins any more.
 */
export async function takeTurns<Work>(
  jobs: readonly Job<Work>[],
  { atATime, signal }: { readonly atATime: number; readonly signal: AbortSignal },
  perform: (work: Work) => Promise<void>,
): Promise<void> {
  const waiting = [...jobs];
  const inUse = new Set<string>();
  const running = new Set<Promise<void>>();
  const next = (): Job<Work> | undefined => {
    const at = waiting.findIndex(({ alone }) => !alone.some((one) => inUse.has(one)));
    return at === -1 ? undefined : waiting.splice(at, 1)[0];
  };
  while (!signal.aborted) {
    const job = running.size < atATime ? next() : undefined;
    if (job === undefined) {
      if (running.size === 0) return;
      await Promise.race(running);
      continue;
    }
    for (const one of job.alone) inUse.add(one);
    const ended: Promise<void> = perform(job.work).then(() => {
      for (const one of job.alone) inUse.delete(one);
      running.delete(ended);
    });
    running.add(ended);
  }
  await Promise.all(running);
}
