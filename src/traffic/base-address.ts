/** Which addresses of a file are the service's. */
export interface BaseAddress {
  /** As it was given, as the file says it, or guessed from the first address that looks like one; undefined before. */
  readonly text: string | undefined;
  readonly isGuessed: boolean;
  /** What stands below the base address, with its query: `/pets?limit=1`; undefined for an address of others. */
  targetOf(url: string): string | undefined;
}

/** `/v1/pets` and what is below it: the base address is what stands before. */
const looksLikeOne = /^(.*?\/v1)\/(?:pets|store\/orders)(?=[/?]|$)/;

/** @param given what is known of the base address: absolute, or its path alone */
export function baseAddress(given: string | undefined): BaseAddress {
  let base = given === undefined ? undefined : split(given.replace(/[?#].*$/s, "").replace(/\/+$/, ""));
  return {
    get text() {
      return base && (base.origin ?? "") + base.path;
    },
    isGuessed: given === undefined,
    targetOf: (url) => {
      const asked = split(url);
      if (asked === undefined) return undefined;
      const [, before] = base === undefined ? (looksLikeOne.exec(asked.path) ?? []) : [];
      if (before !== undefined) base = { origin: asked.origin, path: before };
      if (base === undefined) return undefined;
      // A file of one host alone may leave it out.
      const isOther = base.origin !== undefined && asked.origin !== undefined && base.origin !== asked.origin;
      if (isOther || !asked.path.startsWith(`${base.path}/`)) return undefined;
      return asked.path.slice(base.path.length);
    },
  };
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
