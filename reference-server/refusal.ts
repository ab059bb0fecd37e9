/** A request that is refused: thrown by a hook, answered with an Error body of this status. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** How an answer fails to come: the connection is reset, or nothing is ever sent. */
export type NoAnswerKind = "reset" | "silence";

/**
 * No answer at all. `handle` rejects with it; whoever carries the exchange resets
 * the connection, or leaves it open and silent until the client gives up.
 */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  readonly kind: NoAnswerKind;

  constructor(kind: NoAnswerKind) {
    super(kind === "reset" ? "the connection was reset" : "no answer was sent");
    this.kind = kind;
  }
}
