import { withoutBigInts } from "./ajv-schema.ts";
import { members } from "./operations.ts";
import { kindOfMember, type PartKind } from "./part-kind.ts";
import { isReference, type Spec } from "./spec.ts";
import { isSpecArray, isSpecObject, type SpecFile, type SpecValue } from "./spec-file.ts";

/**
 * A document's files as they are handed to swagger-parser: as copies, since dereferencing changes what it is
 * given, and under stand-in addresses, since it reads paths in its own way (blanks and percent signs mislead it).
 */
export class HandedOver {
  readonly rootAddress: string = standIn(0);
  readonly #spec: Spec;
  readonly #files: readonly SpecFile[];

  constructor(spec: Spec) {
    this.#spec = spec;
    this.#files = [...spec.files.values()];
  }

  root(): unknown {
    return this.#copyOf(this.#spec.root.value, "words");
  }

  /** The JSON text of the file behind a stand-in address. */
  text(address: string): string {
    const file = this.#files.find((_, index) => standIn(index) === address);
    if (file === undefined) throw new Error(`${address} is not part of the document`);
    return JSON.stringify(this.#copyOf(file.value, "words"));
  }

  #copyOf(value: SpecValue | undefined, kind: PartKind): unknown {
    // Nobody looks into it; a `$ref` in there would be followed.
    if (kind === "data") return null;
    if (isSpecArray(value)) return value.map((item) => this.#copyOf(item, "words"));
    if (!isSpecObject(value)) return withoutBigInts(value);
    const copied = members(value).map(([name, child]) => {
      if (name === "$ref" && isReference(value)) return [name, this.#standInOf(value)];
      const within = kindOfMember(name, kind, isSpecArray(child));
      const copy =
        within === "data" && !isSpecObject(child) ? withoutBigInts(child) : this.#copyOf(child, within);
      return [name, name === "servers" ? withoutVariableDescriptions(copy) : copy];
    });
    return Object.fromEntries(copied);
  }

  #standInOf(reference: { readonly $ref: string }): string {
    const file = this.#spec.fileOf(reference) ?? this.#spec.root;
    return `${standIn(this.#files.indexOf(file))}#${reference.$ref.split("#")[1] ?? ""}`;
  }
}

function standIn(index: number): string {
  return `https://document.invalid/${index}.json`;
}

/**
 * The parser's schema of OpenAPI 3.1 (2021-09-28) misspells `description` of a server variable as
 * `descriptions`, and so would refuse what the specification allows.
 */
function withoutVariableDescriptions(servers: unknown): unknown {
  return Array.isArray(servers) ? servers.map(withoutDescriptions) : servers;
}

function withoutDescriptions(server: unknown): unknown {
  const variables = isRecord(server) ? server.variables : undefined;
  if (!isRecord(server) || !isRecord(variables)) return server;
  const bare = Object.entries(variables).map(([name, variable]) => {
    if (!isRecord(variable)) return [name, variable];
    const { description: _, ...rest } = variable;
    return [name, rest];
  });
  return { ...server, variables: Object.fromEntries(bare) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
