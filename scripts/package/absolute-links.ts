import { posix } from "node:path";

/**
 * A page of the package, in which the links to pages that only the repository has are absolute.
 * `page` and `packed` are paths from the project's folder; `base` is the address of that folder, without a slash at its end.
 */
export function withAbsoluteLinks(
  text: string,
  page: string,
  { packed, base }: { readonly packed: ReadonlySet<string>; readonly base: string },
): string {
  return text.replace(/\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (link, to: string, anchor = "") => {
    const path = posix.join(posix.dirname(page), to);
    return packed.has(path) ? link : `](${base}/${path}${anchor})`;
  });
}
