/** A header field as it stands on the wire: name, value. */
export type HeaderLine = readonly [name: string, value: string];

export interface ServerRequest {
  readonly method: string;
  /** Path and query as in the request line: `/v1/pets?limit=1`. */
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array;
  /** Which connection it came on, where that is known. */
  readonly connection?: number;
}

/** An answer. A body shorter than its Content-Length is one that was cut short on the way. */
export interface ServerResponse {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array;
}

/** The first value of a field, by its name in any case (RFC 9110, 5.1). */
export function headerValue(
  message: { readonly headers: readonly HeaderLine[] },
  name: string,
): string | undefined {
  const wanted = name.toLowerCase();
  return message.headers.find(([field]) => field.toLowerCase() === wanted)?.[1];
}

/** The same response with one field set; `undefined` takes the field away. */
export function withHeader(
  response: ServerResponse,
  name: string,
  value: string | undefined,
): ServerResponse {
  const wanted = name.toLowerCase();
  const others = response.headers.filter(([field]) => field.toLowerCase() !== wanted);
  return { ...response, headers: value === undefined ? others : [...others, [name, value]] };
}

export function textResponse(
  status: number,
  contentType: string,
  text: string,
  headers: readonly HeaderLine[] = [],
): ServerResponse {
  const body = new TextEncoder().encode(text);
  return { status, headers: [["Content-Type", contentType], ...headers], body };
}

export function emptyResponse(status: number, headers: readonly HeaderLine[] = []): ServerResponse {
  return { status, headers, body: new Uint8Array() };
}
