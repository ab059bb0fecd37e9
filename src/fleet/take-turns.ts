interface Job<Work> {
  readonly work: Work;
  /** What no two jobs use at the same time. */
  readonly alone: readonly string[];
}

/** What nobody uses until it is over. */
export interface Rest {
  readonly alone: readonly string[];
  readonly over: Promise<void>;
}

interface Turns {
  readonly atATime: number;
  /** When it aborts, no job begins any more. */
  readonly signal: AbortSignal;
  /** From before the first job. */
  readonly resting: readonly Rest[];
}

/**
 * Does every job, at most so many at a time, in their order as far as possible: one that has to wait for what another
 * uses, or for a rest, lets those after it go first.
 * @param perform gives the rests that the job made necessary; must not throw
 */
export async function takeTurns<Work>(
  jobs: readonly Job<Work>[],
  { atATime, signal, resting }: Turns,
  perform: (work: Work) => Promise<readonly Rest[]>,
): Promise<void> {
  const waiting = [...jobs];
  const uses = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const rests = new Set<Promise<void>>();
  const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  const use = (alone: readonly string[], by: 1 | -1): void => {
    for (const one of alone) uses.set(one, (uses.get(one) ?? 0) + by);
  };
  const rest = ({ alone, over }: Rest): void => {
    use(alone, 1);
    const ended: Promise<void> = over.then(() => {
      use(alone, -1);
      rests.delete(ended);
    });
    rests.add(ended);
  };
  const begin = ({ work, alone }: Job<Work>): void => {
    use(alone, 1);
    const ended: Promise<void> = perform(work).then((after) => {
      after.forEach(rest);
      use(alone, -1);
      running.delete(ended);
    });
    running.add(ended);
  };
  resting.forEach(rest);
  while (!signal.aborted && waiting.length > 0) {
    const at = waiting.findIndex(({ alone }) => alone.every((one) => (uses.get(one) ?? 0) === 0));
    const [job] = running.size < atATime && at !== -1 ? waiting.splice(at, 1) : [];
    if (job === undefined) await Promise.race([...running, ...rests, aborted]);
    else begin(job);
  }
  await Promise.all(running);
}
