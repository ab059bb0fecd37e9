import { elements } from "./operations.ts";
import type { Spec } from "./spec.ts";
import { own } from "./spec-file.ts";

/**
 * The paths of the addresses in the document's `servers`, with the defaults of their variables and without a slash at
 * the end (OpenAPI, Server Object); empty for one at the root of its host.
 */
export function serverPathsOf({ root }: Pick<Spec, "root">): readonly string[] {
  const paths = elements(own(root.value, "servers")).flatMap((server) => {
    const variables = own(server, "variables");
    const url = String(own(server, "url") ?? "").replace(/\{([^{}]*)\}/g, (_, name: string) =>
      String(own(own(variables, name), "default") ?? ""),
    );
    const path = URL.parse(url, "http://relative.invalid/")?.pathname;
    return path === undefined ? [] : path.replace(/\/+$/, "");
  });
  return [...new Set(paths)];
}
