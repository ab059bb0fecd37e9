import type { Contract, Operation } from "#core/contract/contract.ts";
import { elements } from "#core/contract/operations.ts";
import type { Spec } from "#core/contract/spec.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { own } from "#core/json/plain.ts";

/**
 * Where the service of a file of traffic is. Without an address that is given, it is what stands before the path of an operation
 * in the first request where that ends as an address in the document's `servers` does.
 */
export class BaseAddress {
  readonly isGuessed: boolean;
  /** How the addresses in the document's `servers` end. */
  readonly #ends: readonly string[];
  readonly #operations: readonly Operation[];
  #base: Split | undefined;

  /** @param given what is known of it: absolute, or its path alone */
  constructor(given: string | undefined, { document, operations, others }: Contract) {
    const servers = serverPathsOf(document);
    // Of a document whose servers have no path, the base address may end as it likes.
    this.#ends = servers.length === 0 ? [""] : servers;
    this.#operations = [...operations.values(), ...others.values()];
    this.isGuessed = given === undefined;
    this.#base =
      given === undefined ? undefined : split(given.replace(/[?#].*$/s, "").replace(/(?<!\/)\/+$/, ""));
  }

  /** As it was given, as the file says it, or guessed; undefined as long as it is not known. */
  get text(): string | undefined {
    return this.#base && ((this.#base.origin ?? "") + this.#base.path || "/");
  }

  /** What stands below it, with its query: `/things?limit=1`; undefined for an address of others. */
  below({ target, method }: WireExchange): string | undefined {
    const asked = split(target);
    if (asked === undefined) return undefined;
    this.#base ??= this.#guessed(asked, method);
    const base = this.#base;
    if (base === undefined) return undefined;
    // A file of one host alone may leave it out.
    const isOther = base.origin !== undefined && asked.origin !== undefined && base.origin !== asked.origin;
    if (isOther || !asked.path.startsWith(`${base.path}/`)) return undefined;
    return asked.path.slice(base.path.length);
  }

  #guessed({ origin, path }: Split, method: string): Split | undefined {
    const [before = ""] = path.split("?");
    // An operation whose path begins with a parameter is anywhere.
    const templates = this.#operations
      .filter((operation) => operation.method === method && !operation.path.startsWith("/{"))
      .map((operation) => operation.path.split("/"));
    const isOperation = (below: readonly string[]): boolean =>
      templates.some(
        (template) =>
          template.length === below.length &&
          template.every((segment, i) => (segment.includes("{") ? below[i] !== "" : below[i] === segment)),
      );
    const found = prefixesOf(before).find(
      (base) =>
        this.#ends.some((end) => base.endsWith(end)) && isOperation(before.slice(base.length).split("/")),
    );
    return found === undefined ? undefined : { origin, path: found };
  }
}

/** No path has so many segments. */
const mostSegments = 100;

/** What stands before each slash of the path, the shortest first: "" and `/a` of `/a/b`. */
function prefixesOf(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].slice(0, mostSegments).map(({ index }) => path.slice(0, index));
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
 * the end (OpenAPI, Server Object); none for one at the root of its host.
 */
function serverPathsOf({ root }: Spec): readonly string[] {
  return elements(own(root.value, "servers")).flatMap((server) => {
    const variables = own(server, "variables");
    const url = String(own(server, "url") ?? "").replace(/\{([^{}]*)\}/g, (_, name: string) =>
      String(own(own(variables, name), "default") ?? ""),
    );
    const path = URL.parse(url, "http://relative.invalid/")?.pathname.replace(/(?<!\/)\/+$/, "");
    return path === undefined || path === "" ? [] : path;
  });
}
