import type { Contract, Operation } from "#core/contract/contract.ts";
import { elements } from "#core/contract/operations.ts";
import type { Spec } from "#core/contract/spec.ts";
import { headerValue } from "#core/exchange/headers.ts";
import { own } from "#core/json/plain.ts";
import type { FoundExchange } from "./files/traffic-line.ts";

export type BaseAddress = ReturnType<typeof baseAddress>;

export type Described = Pick<Contract, "operations" | "others" | "document">;

/** A guess by what addresses have in common rests on at most so many exchanges and bytes of their bodies. */
const mostLookedAt = 200;
const mostBytes = 8_000_000;

/**
 * Where the service of a file of traffic is. Without an address that is given, it is guessed by what stands before the path of
 * an operation: the first that ends as an address in the document's `servers` does; else the one that most of the first
 * requests have in common.
 * @param given what is known of it: absolute, or its path alone
 */
export function baseAddress(given: string | undefined, contract: Described) {
  const ends = serverPathsOf(contract.document).filter((path) => path !== "");
  const operations = [...contract.operations.values(), ...contract.others.values()];
  let base =
    given === undefined ? undefined : split(given.replace(/[?#].*$/s, "").replace(/(?<!\/)\/+$/, ""));
  const votes = new Map<string, { readonly address: Split; count: number }>();
  let [lookedAt, bytes] = [0, 0];
  const settle = (): void => {
    base ??= [...votes.values()].toSorted((a, b) => b.count - a.count)[0]?.address;
  };
  return {
    /** As it was given, as the file says it, or guessed; undefined as long as it is not known. */
    get text(): string | undefined {
      return base && ((base.origin ?? "") + base.path || "/");
    },
    isGuessed: given === undefined,
    /** What stands below it, with its query: `/things?limit=1`; undefined for an address of others. */
    targetOf: (url: string): string | undefined => {
      const asked = split(url);
      if (asked === undefined || base === undefined) return undefined;
      // A file of one host alone may leave it out.
      const isOther = base.origin !== undefined && asked.origin !== undefined && base.origin !== asked.origin;
      if (isOther || !asked.path.startsWith(`${base.path}/`)) return undefined;
      return asked.path.slice(base.path.length);
    },
    /** True where the exchange may be the service's; looks at it for a guess, which may then be made. */
    mayBeBelow: (exchange: FoundExchange): boolean => {
      if (base !== undefined) return true;
      const asked = split(exchange.url);
      if (asked === undefined) return false;
      const paths = pathsBeforeOperation(asked.path, exchange, operations);
      const path = paths.find((one) => ends.some((end) => one.endsWith(end)));
      if (path !== undefined) {
        base = { origin: asked.origin, path };
        return true;
      }
      const [likely] = paths;
      if (likely === undefined) return false;
      // What is in front of a service answers with pages, too, where it fails: they are the service's if others are.
      if (isPage(exchange)) return exchange.outcome.kind === "answer" && exchange.outcome.status >= 400;
      const name = `${asked.origin} ${likely}`;
      const vote = votes.get(name) ?? { address: { origin: asked.origin, path: likely }, count: 0 };
      votes.set(name, { ...vote, count: vote.count + 1 });
      lookedAt += 1;
      bytes += sizeOf(exchange);
      if (lookedAt >= mostLookedAt || bytes >= mostBytes) settle();
      return true;
    },
    /** Guesses by the exchanges that were looked at; there are no others, or it is time. */
    settle,
  };
}

/** What stands before the whole path of an operation with this method, the shortest first. One that begins with a parameter is anywhere. */
function pathsBeforeOperation(
  path: string,
  { method }: FoundExchange,
  operations: readonly Operation[],
): readonly string[] {
  const templates = operations
    .filter((operation) => operation.method === method && !operation.path.startsWith("/{"))
    .map((operation) => operation.path.split("/"));
  return prefixesOf(path).filter((base) => {
    const below = (path.slice(base.length).split("?")[0] ?? "").split("/");
    return templates.some(
      (template) =>
        template.length === below.length &&
        template.every((segment, i) => (segment.includes("{") ? below[i] !== "" : below[i] === segment)),
    );
  });
}

/** No path has so many segments. */
const mostSegments = 100;

/** What stands before each slash of the path, the shortest first: "" and `/a` of `/a/b?c=/d`. */
function prefixesOf(path: string): readonly string[] {
  const [before = ""] = path.split("?");
  return [...before.matchAll(/\//g)].slice(0, mostSegments).map(({ index }) => before.slice(0, index));
}

/** A page that a browser shows may have the path of an operation. */
function isPage({ outcome }: FoundExchange): boolean {
  return (
    outcome.kind === "answer" && /^text\/html\b/i.test(headerValue(outcome.headers, "content-type") ?? "")
  );
}

function sizeOf({ body, outcome }: FoundExchange): number {
  return (body?.length ?? 0) + (outcome.kind === "answer" ? (outcome.body?.length ?? 0) : 0);
}

interface Split {
  /** Undefined for a path alone. */
  readonly origin: string | undefined;
  /** With the query, as it was written: `URL` would resolve dots and encode characters. */
  readonly path: string;
}

function split(url: string): Split | undefined {
  const [, start, path = ""] = /^(https?:\/\/[^/?#\\]*)?([^#]*)/is.exec(url) ?? [];
  if (start === undefined) return url.startsWith("/") ? { origin: undefined, path } : undefined;
  const parsed = URL.parse(start);
  return parsed === null ? undefined : { origin: parsed.origin, path: path === "" ? "/" : path };
}

/**
 * The paths of the addresses in the document's `servers`, with the defaults of their variables and without a slash at
 * the end (OpenAPI, Server Object); empty for one at the root of its host.
 */
function serverPathsOf({ root }: Pick<Spec, "root">): readonly string[] {
  const paths = elements(own(root.value, "servers")).flatMap((server) => {
    const variables = own(server, "variables");
    const url = String(own(server, "url") ?? "").replace(/\{([^{}]*)\}/g, (_, name: string) =>
      String(own(own(variables, name), "default") ?? ""),
    );
    const path = URL.parse(url, "http://relative.invalid/")?.pathname;
    return path === undefined ? [] : path.replace(/(?<!\/)\/+$/, "");
  });
  return [...new Set(paths)];
}
