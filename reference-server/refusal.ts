/**
 * A request that is refused: thrown by a hook, answered with an Error body of this status. No Error: nobody reads its stack,
 * and a run has hundreds of them.
 */
export class Refusal {
  readonly status: number;
  readonly message: string;

  constructor(status: number, message: string) {
    this.status = status;
    this.message = message;
  }
}

/** What `parse` returns; where it throws, a refusal with this status. */
export function refusedWith<Result>(status: number, message: string, parse: () => Result): Result {
  try {
    return parse();
  } catch {
    throw new Refusal(status, message);
  }
}

/**
 * How an answer fails to come: the connection is reset, nothing is ever sent, or the process ends, so that the connection
 * is reset and nothing listens any more.
 */
type NoAnswerKind = "reset" | "silence" | "exit";

/** No answer at all. `handle` rejects with it; whoever carries the exchange does that to the connection. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  readonly kind: NoAnswerKind;

  constructor(kind: NoAnswerKind) {
    super(kind === "silence" ? "no answer was sent" : "the connection was reset");
    this.kind = kind;
  }
}
