import { redactExchange } from "../report/redact-run.ts";
import type { RunEvent } from "../run/result.ts";
import { createRedactor } from "../secrets/redact.ts";

/** Hands events on without secrets; the run's end is told by the caller, once every secret is known. */
export function redactingEvents(
  onEvent: (event: RunEvent) => void,
  secrets: ReadonlySet<string>,
): (event: RunEvent) => void {
  const redactor = createRedactor([...secrets]);
  return (event) => {
    if (event.kind === "finished") return;
    if (event.kind === "exchange") onEvent({ ...event, exchange: redactExchange(event.exchange, redactor) });
    else onEvent(event);
  };
}
