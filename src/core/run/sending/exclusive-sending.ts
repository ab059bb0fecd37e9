/** Lets pieces of work that must send alone do so, one after the other. */
export function createTurnstile() {
  let closed: PromiseWithResolvers<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  const closers = new WeakSet<object>();
  const close = (closer: object): void => {
    closed ??= Promise.withResolvers();
    closers.add(closer);
  };
  return {
    /** Settles when others may send again; undefined where they may now. */
    get closed() {
      return closed?.promise;
    },
    /**
     * Holds back all other work until the last piece of exclusive work has ended. Who closes it must also call
     * `whileClosed`: nothing else opens it again.
     */
    close,
    wasClosedBy: (closer: object): boolean => closers.has(closer),
    async whileClosed<T>(work: () => Promise<T>): Promise<T> {
      closed ??= Promise.withResolvers();
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
