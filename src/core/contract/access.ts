import { memberAt, own, type PlainObject, type PlainValue } from "../json/plain.ts";
import type { Access, CredentialHeader } from "./contract.ts";
import { elements, members } from "./operations.ts";
import type { Spec } from "./spec.ts";

/**
 * What it takes to call an operation (OpenAPI, Security Requirement Object): one of several requirements is enough, and an
 * empty one, or none at all, lets a request in without a credential.
 */
export function accessOf(spec: Spec, node: PlainObject): Access {
  const declared = own(node, "security") ?? own(spec.root.value, "security");
  const schemes = memberAt(spec.root.value, "components", "securitySchemes");
  const ways = elements(declared).map((way) =>
    members(way).map(([name]) => ({ name, scheme: own(schemes, name) })),
  );
  if (ways.length === 0 || ways.some((way) => way.length === 0))
    return { kind: "public", stated: declared !== undefined };
  const isKey = (way: (typeof ways)[number]) => way.every(({ scheme }) => isSentAsBearer(scheme));
  if (ways.some(isKey)) return { kind: "bearer", alone: ways.every(isKey) };
  return {
    kind: "other",
    schemes: ways.map((way) => way.map(({ name, scheme }) => `${name} (${inWords(scheme)})`).join(" with ")),
    asToken: ways.flat().some(({ scheme }) => isToken(scheme)),
    headers: ways.map((way) => {
      const fields = way.flatMap(({ scheme }) => headerOfScheme(scheme) ?? []);
      return fields.length < way.length ? [] : fields;
    }),
  };
}

function isToken(scheme: PlainValue | undefined): boolean {
  const isAuthorization = text(own(scheme, "name")).toLowerCase() === "authorization";
  return isSentAsBearer(scheme) || (text(own(scheme, "in")) === "header" && isAuthorization);
}

/** A token of OAuth 2 or OpenID Connect is sent as a bearer key is (RFC 6750, 2.1). */
function isSentAsBearer(scheme: PlainValue | undefined): boolean {
  const type = text(own(scheme, "type"));
  const isBearer = type === "http" && text(own(scheme, "scheme")).toLowerCase() === "bearer";
  return isBearer || type === "oauth2" || type === "openIdConnect";
}

/** The header field that carries it (RFC 9110, 11.6.2; OpenAPI, Security Scheme Object); undefined where none does. */
function headerOfScheme(scheme: PlainValue | undefined): CredentialHeader | undefined {
  const type = text(own(scheme, "type"));
  if (isSentAsBearer(scheme)) return { name: "authorization", scheme: "Bearer" };
  if (type === "http") return { name: "authorization", scheme: text(own(scheme, "scheme")) };
  if (type !== "apiKey" || own(scheme, "in") !== "header") return undefined;
  return { name: text(own(scheme, "name")).toLowerCase(), scheme: undefined };
}

/** `API key in the header X-Key`, `HTTP basic`. */
function inWords(scheme: PlainValue | undefined): string {
  const type = text(own(scheme, "type"));
  if (type === "http") return `HTTP ${text(own(scheme, "scheme")).toLowerCase()}`;
  if (type === "apiKey") return `API key in the ${text(own(scheme, "in"))} ${text(own(scheme, "name"))}`;
  return type;
}

function text(value: PlainValue | undefined): string {
  return typeof value === "string" ? value : "";
}
