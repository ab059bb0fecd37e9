/** How many requests without the valid key may follow each other (ruling 14: several in a row may lock the key out). */
const mostInARow = 2;

/** Where requests without the valid key wait for answers to requests with it to come between them. */
export interface WrongKeyLane {
  /** Runs it when its turn has come. */
  withoutKey<Result>(sending: () => Promise<Result>): Promise<Result>;
  withKey<Result>(sending: () => Promise<Result>): Promise<Result>;
}

/** With nothing in flight there is nothing to wait for: the next one may go alone. */
export function createWrongKeyLane(): WrongKeyLane {
  const waiting: (() => void)[] = [];
  let inARow = 0;
  let rightInFlight = 0;
  let wrongInFlight = 0;

  const letThrough = () => {
    while (waiting.length > 0 && (inARow < mostInARow || rightInFlight + wrongInFlight === 0)) {
      inARow += 1;
      wrongInFlight += 1;
      waiting.shift()?.();
    }
  };

  return {
    withoutKey: async (sending) => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        letThrough();
      });
      return sending().finally(() => {
        wrongInFlight -= 1;
        letThrough();
      });
    },
    withKey: (sending) => {
      rightInFlight += 1;
      return sending().finally(() => {
        rightInFlight -= 1;
        inARow = 0;
        letThrough();
      });
    },
  };
}
