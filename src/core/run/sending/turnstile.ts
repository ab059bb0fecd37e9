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
     * Nothing else passes from now on until the last piece of work has ended: whoever has a `closer` that it was closed by
     * must call `whileClosed`, whatever is known by then, since nothing else opens it.
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
