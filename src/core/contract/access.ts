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
  const requirements = elements(declared).map((one) => members(one).map(([name]) => name));
  if (requirements.length === 0 || requirements.some((names) => names.length === 0))
    return { kind: "public", stated: declared !== undefined };
  const schemes = memberAt(spec.root.value, "components", "securitySchemes");
  const isKey = (names: readonly string[]) => names.every((name) => isSentAsBearer(own(schemes, name)));
  if (requirements.some(isKey)) return { kind: "bearer", alone: requirements.every(isKey) };
  const allInWords = (names: readonly string[]) =>
    names.map((name) => `${name} (${inWords(own(schemes, name))})`).join(" with ");
  const asToken = requirements.some((names) => names.some((name) => isToken(own(schemes, name))));
  const headersOf = (names: readonly string[]) => {
    const fields = names.flatMap((name) => headerOfScheme(own(schemes, name)) ?? []);
    return fields.length < names.length ? [] : fields;
  };
  return {
    kind: "other",
    schemes: requirements.map(allInWords),
    asToken,
    headers: requirements.map(headersOf),
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
