/** How many requests without the valid key may follow each other (ruling 14: several in a row may lock the key out). */
const mostInARow = 2;

/** Where requests without the valid key wait for answers to requests with it to come between them. */
export interface WrongKeyLane {
  enter(): Promise<void>;
  rightKeySent(): void;
  rightKeyAnswered(): void;
}

/** Waits for nothing that is not under way: without a request with the key in flight, the next may go. */
export function createWrongKeyLane(): WrongKeyLane {
  const waiting: (() => void)[] = [];
  let inARow = 0;
  let rightInFlight = 0;

  const letThrough = () => {
    while (waiting.length > 0 && (inARow < mostInARow || rightInFlight === 0)) {
      inARow += 1;
      waiting.shift()?.();
    }
  };

  return {
    enter: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        letThrough();
      }),
    rightKeySent: () => {
      rightInFlight += 1;
    },
    rightKeyAnswered: () => {
      rightInFlight -= 1;
      inARow = 0;
      letThrough();
    },
  };
}
