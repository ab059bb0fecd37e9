import type { Access } from "./contract.ts";
import { elements, members } from "./operations.ts";
import type { Spec } from "./spec.ts";
import { isSpecArray, own, type SpecObject, type SpecValue } from "./spec-file.ts";

/**
 * What it takes to call an operation (OpenAPI, Security Requirement Object): one of several requirements is enough, and an
 * empty one, or none at all, lets a request in without a credential.
 */
export function accessOf(spec: Spec, node: SpecObject): Access {
  const declared = own(node, "security") ?? own(spec.root.value, "security");
  const requirements = isSpecArray(declared) ? declared.map(namesIn) : [];
  if (requirements.length === 0 || requirements.some((names) => names.length === 0))
    return { kind: "public" };
  const schemes = spec.get(spec.root.value, "components", "securitySchemes");
  const schemeOf = (name: string) => spec.get(schemes, name);
  if (requirements.some((names) => names.every((name) => isBearer(schemeOf(name)))))
    return { kind: "bearer" };
  return { kind: "other", schemes: requirements.map((names) => allInWords(names, schemeOf)) };
}

function namesIn(requirement: SpecValue): readonly string[] {
  return members(requirement).map(([name]) => name);
}

function isBearer(scheme: SpecValue | undefined): boolean {
  return text(own(scheme, "type")) === "http" && text(own(scheme, "scheme")).toLowerCase() === "bearer";
}

function allInWords(names: readonly string[], schemeOf: (name: string) => SpecValue | undefined): string {
  return elements(names)
    .map((name) => `${String(name)} (${inWords(schemeOf(String(name)))})`)
    .join(" with ");
}

/** `API key in the header X-Key`, `HTTP basic`, `oauth2`. */
function inWords(scheme: SpecValue | undefined): string {
  const type = text(own(scheme, "type"));
  if (type === "http") return `HTTP ${text(own(scheme, "scheme")).toLowerCase()}`;
  if (type === "apiKey") return `API key in the ${text(own(scheme, "in"))} ${text(own(scheme, "name"))}`;
  return type;
}

function text(value: SpecValue | undefined): string {
  return typeof value === "string" ? value : "";
}
