import { Client } from "undici";
import { bytesWithin } from "#files/read-bounded.ts";

interface Bounds {
  readonly most: number;
  /** For all of it, from the first packet to the last byte. */
  readonly timeoutMs: number;
}

interface Fetched {
  readonly status: number;
  /** Undefined for any status but 200, and where they are compressed, although nobody asked for it. */
  readonly bytes: Buffer | undefined;
}

/** Explicit: otherwise NODE_TLS_REJECT_UNAUTHORIZED and --tls-min-v1.0 would decide. */
const tls = { rejectUnauthorized: true, minVersion: "TLSv1.2" } as const;

/**
 * Gets a file over HTTP: without credentials, and without following a redirect. It is read no further than `most`.
 * @throws FileTooLarge, a `TimeoutError`, and what undici throws
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
    const isPlain = /^identity$/i.test(String(headers["content-encoding"] ?? "identity"));
    const isWanted = statusCode === 200 && isPlain;
    return { status: statusCode, bytes: isWanted ? await bytesWithin(body, most) : undefined };
  } finally {
    await client.destroy();
  }
}
