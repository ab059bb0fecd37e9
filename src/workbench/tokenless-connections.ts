import type { Socket } from "node:net";

/** Calls something after a time, unless what it gives is called first. */
export type Later = (action: () => void, ms: number) => () => void;

export const onTheWallClock: Later = (action, ms) => {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
};

/** How long a connection may last that has not shown the token, whatever it sends or leaves out. */
export const mostStrangeMs = 4000;

/** The connections that have not shown the token yet: each is closed when its time is over. */
export class Strangers {
  readonly #later: Later;
  readonly #closing = new Map<Socket, () => void>();

  constructor(later: Later) {
    this.#later = later;
  }

  came(socket: Socket): void {
    const close = this.#later(() => socket.destroy(), mostStrangeMs);
    this.#closing.set(socket, close);
    socket.once("close", () => this.#forget(socket));
  }

  showedToken(socket: Socket): void {
    this.#forget(socket);
  }

  #forget(socket: Socket): void {
    this.#closing.get(socket)?.();
    this.#closing.delete(socket);
  }
}
