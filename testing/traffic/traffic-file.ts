import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import type { WireExchange } from "../../src/core/exchange/wire-exchange.ts";
import { createSecrets } from "../../src/core/secrets/secrets.ts";
import { exchangeLine, headLine } from "../../src/traffic/traffic-line.ts";

const nothing = createSecrets();

/** Writes traffic to a file, keys and all: they are made up. */
export async function writeTraffic(path: string, traffic: AsyncIterable<WireExchange>): Promise<void> {
  const file = createWriteStream(path);
  file.write(`${headLine(new URL("https://pets.example/v1"))}\n`);
  for await (const exchange of traffic) if (!file.write(`${lineOf(exchange)}\n`)) await once(file, "drain");
  file.end();
  await finished(file);
}

function lineOf({ method, target, headers, body, sentAtMs, endedAtMs, outcome }: WireExchange): string {
  const times =
    sentAtMs === undefined || endedAtMs === undefined
      ? {}
      : { startedAt: sentAtMs, durationMs: endedAtMs - sentAtMs };
  const request = { method, url: `/v1${target}`, headers, body };
  return exchangeLine(
    nothing.redact(
      outcome.kind === "failure"
        ? { ...times, request, failure: outcome.failure }
        : {
            ...times,
            request,
            response: { status: outcome.status, headers: outcome.headers, body: outcome.body },
          },
    ),
  );
}
