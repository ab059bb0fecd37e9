import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Where the page is served, and the token that its address must contain. */
interface Place {
  readonly host: string;
  readonly token: string;
}

type Asked = Pick<IncomingMessage, "method" | "url" | "headers">;

type Admitted =
  | { readonly isAdmitted: true; readonly path: string; readonly query: URLSearchParams }
  | { readonly isAdmitted: false; readonly status: 400 | 403 | 405; readonly why: string };

/** The only origin that the page has: another name may only pretend to be this machine (DNS rebinding). */
export function originOf({ host }: Place): string {
  return `http://${host}`;
}

/**
 * Whether a request comes from the page itself: it knows the token, it was sent to this origin, and no other page sent it.
 * The token stands in the path, since a cookie would go to every server of this machine, whatever its port.
 */
export function admit({ method = "", url = "", headers }: Asked, place: Place): Admitted {
  const refused = (why: string, status: 400 | 403 | 405 = 403) =>
    ({ isAdmitted: false, status, why }) as const;
  const origin = originOf(place);
  if (`http://${headers.host}` !== origin) return refused("the host is not that of the workbench");
  if (!["GET", "HEAD", "POST"].includes(method)) return refused("the method is not GET or POST", 405);
  const isForeign = headers.origin !== undefined && headers.origin !== origin;
  // A browser names the origin in every POST.
  if (isForeign || (method === "POST" && headers.origin === undefined))
    return refused("another page asked for it");
  const { token, path = "", query } = target.exec(url)?.groups ?? {};
  if (token === undefined) return refused("the address is no path", 400);
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none")
    return refused("another page asked for it");
  if (!isSame(token, place.token)) return refused("the address lacks the token that was printed");
  return { isAdmitted: true, path, query: new URLSearchParams(query) };
}

/** A path as RFC 3986 has it (section 3.3), and what browsers write into a query. */
const target =
  /^\/+(?<token>[\w.~!$&'()*+,;=:@%-]*)(?:\/(?<path>[\w.~!$&'()*+,;=:@%/-]*))?(?:\?(?<query>[\x21-\x7e]*))?$/;

function isSame(given: string, due: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(due)];
  return a.length === b.length && timingSafeEqual(a, b);
}
