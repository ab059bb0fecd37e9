import { ofRedacted, type Redacted } from "../secrets/redacted.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { RunEvent } from "./result.ts";

/** An event without secrets. Labels and ids are texts of ours: they stay as they are, whatever the key is. */
export function redactedEvent(event: RunEvent, { redact }: Pick<Secrets, "redact">): Redacted<RunEvent> {
  switch (event.kind) {
    case "exchange": {
      const { exchange, ...around } = event;
      return ofRedacted<typeof event>({
        ...redact(around, ["serves"]),
        exchange: redact(exchange, ["step", "label"]),
      });
    }
    case "settled":
      return redact(event, ["step", "label", "areas"]);
    case "planned":
    case "round":
      return redact(event, ["areas"]);
    case "waiting":
      return event.label === undefined ? redact(event) : redact(event, ["step", "label"]);
    default:
      return redact(event);
  }
}
