/** What a tool sent, as the server saw it. */
export interface Counted {
  requests: number;
  /** Requests within the wait that the Retry-After of the last 429 asked for. */
  sentInWait: number;
}

export function counter() {
  const counted: Counted = { requests: 0, sentInWait: 0 };
  let waitUntil = 0;
  return {
    counted,
    request() {
      counted.requests += 1;
      if (Date.now() < waitUntil) counted.sentInWait += 1;
    },
    answer(status: number | undefined, retryAfter: string | undefined) {
      if (status === 429 && Date.now() >= waitUntil) waitUntil = Date.now() + Number(retryAfter ?? 0) * 1000;
    },
  };
}
