import { Client } from "undici";

interface Bounds {
  readonly most: number;
  /** For all of it, from the first packet to the last byte. */
  readonly timeoutMs: number;
}

interface Fetched {
  readonly status: number;
  /** How the bytes are compressed, although nobody asked for it. */
  readonly coding: string | undefined;
  /** Undefined where there are more than `most`, and for any status but 200. */
  readonly bytes: Buffer | undefined;
}

/** Explicit: otherwise NODE_TLS_REJECT_UNAUTHORIZED and --tls-min-v1.0 would decide. */
const tls = { rejectUnauthorized: true, minVersion: "TLSv1.2" } as const;

/**
 * Gets a file over HTTP: without credentials, and without following a redirect. It is read no further than `most`.
 * @throws a `TimeoutError`, and what undici throws
 */
export async function fetchFile(url: URL, { most, timeoutMs }: Bounds): Promise<Fetched> {
  const client = new Client(url.origin, { allowH2: false, headersTimeout: 0, bodyTimeout: 0, connect: tls });
  try {
    const { statusCode, headers, body } = await client.request({
      method: "GET",
      path: url.pathname + url.search,
      headers: {
        accept: "application/yaml, application/json, text/*;q=0.9, */*;q=0.1",
        "accept-encoding": "identity",
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Cut off with the connection.
    body.on("error", () => undefined);
    const named = String(headers["content-encoding"] ?? "identity").toLowerCase();
    const coding = named === "identity" ? undefined : named;
    const isWanted = statusCode === 200 && coding === undefined;
    return { status: statusCode, coding, bytes: isWanted ? await bytesOf(body, most) : undefined };
  } finally {
    await client.destroy();
  }
}

async function bytesOf(body: AsyncIterable<Buffer>, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
