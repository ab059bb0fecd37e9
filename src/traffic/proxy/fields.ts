import type { HeaderLine } from "#core/exchange/exchange.ts";

/** Fields that are about one connection, and are not passed on (RFC 9110, section 7.6.1); trailers end at the proxy, too. */
const ofConnection = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
  // The proxy has answered it itself.
  "expect",
]);

/** Fields that go on although `Connection` names them: without them the request would be another one. */
const ofMessage = new Set(["authorization", "content-length", "content-type", "host"]);

function valuesOf(lines: readonly HeaderLine[], field: string): readonly string[] {
  return lines
    .filter(([name]) => name.toLowerCase() === field)
    .flatMap(([, value]) => value.split(","))
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== "");
}

/** What goes on to the other side. With a transfer coding, no length: the coding alone says where the body ends. */
export function passedOn(lines: readonly HeaderLine[]): readonly HeaderLine[] {
  const named = new Set(valuesOf(lines, "connection").filter((name) => !ofMessage.has(name)));
  const isCoded = valuesOf(lines, "transfer-encoding").length > 0;
  return lines.filter(([given]) => {
    const name = given.toLowerCase();
    return !ofConnection.has(name) && !named.has(name) && !(isCoded && name === "content-length");
  });
}

/** Whether a body is framed in a way that is passed on: `chunked` and nothing else, or by its length. */
export function isPlainlyFramed(lines: readonly HeaderLine[]): boolean {
  const codings = valuesOf(lines, "transfer-encoding");
  return codings.length === 0 || (codings.length === 1 && codings[0] === "chunked");
}

/** Protocols that a server may pass over when it is asked to change to them (RFC 9110, section 7.8), as clients of HTTP/2 expect. */
const passedOver = new Set(["h2c", "http/2.0"]);

/** True where the request is for another protocol than HTTP. */
export function isUpgrade(lines: readonly HeaderLine[]): boolean {
  const isNamed = valuesOf(lines, "connection").includes("upgrade");
  return isNamed && valuesOf(lines, "upgrade").some((protocol) => !passedOver.has(protocol));
}

/** The path and query of a request, whatever host it names; undefined where it has none. */
export function pathOf(requestTarget: string): string | undefined {
  const path = requestTarget.replace(/^https?:\/\/[^/?#]*/i, "");
  if (path.startsWith("/")) return path;
  return path !== requestTarget && (path === "" || path.startsWith("?")) ? `/${path}` : undefined;
}

/** The path below the base address; where it is elsewhere, its whole address, which is no operation's. */
export function belowBase(path: string, { pathname, origin }: URL): string {
  const base = pathname.replace(/\/$/, "");
  return path.startsWith(`${base}/`) ? path.slice(base.length) : origin + path;
}
