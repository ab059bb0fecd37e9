import { isSafe, type RequestSpec } from "#core/exchange/exchange.ts";
import { utf8Text } from "#core/json/escape.ts";

/** The name of what a run creates: its first two words say whose it is. */
const ownName = /("conformance-[0-9a-z]+)([-.][^"\\]*)(")/;

/** A create by another name of the same length, which says whose it is as before; a read as it is. */
export function renewed(spec: RequestSpec, nth: number): RequestSpec | undefined {
  if (isSafe(spec)) return spec;
  const { body } = spec;
  if (body === undefined || spec.method !== "POST" || spec.path !== "/pets") return undefined;
  const text = utf8Text(body.bytes);
  const ending = `-x${nth}`;
  const other = text?.replace(ownName, (_, own: string, rest: string, end: string) => {
    const kept = rest.length > ending.length ? rest.slice(0, -ending.length) : "";
    return `${own}${kept}${ending}${end}`;
  });
  return other === undefined ? spec : { ...spec, body: { ...body, bytes: new TextEncoder().encode(other) } };
}
