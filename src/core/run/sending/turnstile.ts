/** Lets pieces of work that must send alone do so, one after the other. */
export interface Turnstile {
  /** Settles when others may send again; undefined where they may now. */
  readonly closed: Promise<void> | undefined;
  /** Nothing else passes from now on until the last piece of work has ended; `whileClosed` has to follow. */
  close(): void;
  whileClosed<T>(work: () => Promise<T>): Promise<T>;
}

export function createTurnstile(): Turnstile {
  let closed: PromiseWithResolvers<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  const close = () => {
    closed ??= Promise.withResolvers();
  };
  return {
    get closed() {
      return closed?.promise;
    },
    close,
    async whileClosed(work) {
      close();
      const [before, done] = [last, Promise.withResolvers<void>()];
      last = done.promise;
      try {
        await before;
        return await work();
      } finally {
        done.resolve();
        if (last === done.promise) {
          closed?.resolve();
          closed = undefined;
        }
      }
    },
  };
}
