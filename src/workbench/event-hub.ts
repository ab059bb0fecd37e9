import type { ServerResponse } from "node:http";

/** Pages that listen at once; the oldest gives way. */
const mostListeners = 8;

/** How many bytes may wait for a page that reads too slowly. Beyond that it is disconnected, and reconnects by itself. */
const mostWaitingBytes = 1_000_000;

/** A part of the page, by its id, and what stands in it now. */
export interface Fragment {
  readonly id: string;
  readonly html: string;
}

/** Server-Sent Events to the pages that are open. */
export function createEventHub() {
  const listeners = new Set<ServerResponse>();
  const shown = new Map<string, string>();
  const send = (response: ServerResponse, event: string, data: unknown): void => {
    if (response.writableLength > mostWaitingBytes) response.destroy();
    else response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  return {
    /** Keeps an answer open, and sends it the current state, or that nothing is under way. */
    add: (response: ServerResponse, now: readonly Fragment[] | undefined): void => {
      const [oldest] = listeners;
      if (listeners.size >= mostListeners) oldest?.end();
      listeners.add(response);
      response.on("close", () => listeners.delete(response));
      for (const fragment of now ?? []) send(response, "show", fragment);
      if (now === undefined) send(response, "over", null);
    },
    /** Sends those fragments that have changed since they were last sent. */
    show: (fragments: readonly Fragment[]): void => {
      for (const fragment of fragments) {
        if (shown.get(fragment.id) === fragment.html) continue;
        shown.set(fragment.id, fragment.html);
        for (const response of listeners) send(response, "show", fragment);
      }
    },
    /** The job is over: the pages reload. */
    over: (): void => {
      shown.clear();
      for (const response of listeners) send(response, "over", null);
    },
    close: (): void => {
      for (const response of listeners) response.destroy();
    },
  };
}
