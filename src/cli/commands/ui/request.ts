import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Option } from "#core/options/option.ts";
import { bytesWithin, FileTooLarge } from "#files/read-bounded.ts";

/** Something that cannot be done as it was asked; the message is for the user. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly status: 400 | 404 | 409 | 413 | 415 | 422;

  constructor(status: RequestError["status"], message: string) {
    super(message);
    this.status = status;
  }
}

/** Where the page is served, and the token that its address must contain. */
interface Place {
  readonly host: string;
  readonly token: string;
}

type Asked = Pick<IncomingMessage, "method" | "url" | "headers">;

/** The only origin that the page has: another name may only pretend to be this machine (DNS rebinding). */
export function originOf({ host }: Place): string {
  return `http://${host}`;
}

/**
 * Whether a request comes from the page itself: it knows the token, it was sent to this origin, and no other page sent it.
 * The token stands in the path, since a cookie would go to every server of this machine, whatever its port.
 */
export function admit({ method = "", url = "", headers }: Asked, place: Place) {
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
  return { isAdmitted: true, path, query: new URLSearchParams(query) } as const;
}

/** A path as RFC 3986 has it (section 3.3), and what browsers write into a query. */
const target =
  /^\/+(?<token>[\w.~!$&'()*+,;=:@%-]*)(?:\/(?<path>[\w.~!$&'()*+,;=:@%/-]*))?(?:\?(?<query>[\x21-\x7e]*))?$/;

function isSame(given: string, due: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(due)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const mostBytes = 64_000;

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(type))
    throw new RequestError(415, "The workbench accepts forms only.");
  const bytes = await bytesWithin(request, mostBytes).catch((error: unknown) => {
    throw error instanceof FileTooLarge
      ? new RequestError(413, `A form may have ${mostBytes / 1000} kB.`)
      : error;
  });
  return new URLSearchParams(bytes.toString("utf8"));
}

/** Without spaces around it; empty where nothing was given. */
export function fieldOf(values: URLSearchParams, name: string): string {
  return (values.get(name) ?? "").trim();
}

/** @throws RequestError for a field that the form does not have, before anything is done */
export function refuseOthers(values: URLSearchParams, fields: readonly string[]): void {
  const other = [...values.keys()].find((name) => !fields.includes(name));
  if (other !== undefined)
    throw new RequestError(
      400,
      `The page may not set ${JSON.stringify(other)}: nothing was done. An option that the form does not have is given on the command line of ui, or in the configuration file.`,
    );
}

/** What a form says of these options, as a command line: what reads that checks it. */
export function asArguments(values: URLSearchParams, options: readonly Option[]): readonly string[] {
  return options.flatMap((option) => {
    const { name, value, repeatable, separator } = option;
    const given = fieldOf(values, name);
    if (given === "") return [];
    if (value.kind === "flag") return [`--${name}`];
    // One value per line, since a value may hold any other character.
    const each = repeatable === true && separator === undefined ? given.split(/\s*\n\s*/) : [given];
    return each.map((one) => `--${name}=${one}`);
  });
}
