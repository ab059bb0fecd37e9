/** Lets pieces of work that must send alone do so, one after the other. */
export function createTurnstile() {
  let closed: PromiseWithResolvers<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  const close = (): void => {
    closed ??= Promise.withResolvers();
  };
  return {
    /** Settles when others may send again; undefined where they may now. */
    get closed() {
      return closed?.promise;
    },
    /** Nothing else passes from now on until the last piece of work has ended; `whileClosed` has to follow. */
    close,
    async whileClosed<T>(work: () => Promise<T>): Promise<T> {
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
