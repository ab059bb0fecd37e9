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
  const base = new URL("https://pets.example/v1");
  file.write(`${headLine(base)}\n`);
  for await (const exchange of traffic)
    if (!file.write(`${exchangeLine(nothing.redact(exchange), base)}\n`)) await once(file, "drain");
  file.end();
  await finished(file);
}
