import { createHash } from "node:crypto";
import { classify, matchOperation, operationsByPath } from "./classify.ts";
import { compileOperations, type Sunsets } from "./compile-operations.ts";
import type { Contract } from "./contract.ts";
import type { KnownDocument } from "./known-document.ts";
import type { Spec } from "./spec.ts";

/** What the caller knows of a document beside its text. */
export interface CompileOptions {
  readonly embedded: boolean;
  /** They go before the document's. */
  readonly sunsets: Sunsets;
  /** The suite's own document, compiled; undefined where this is it. */
  readonly own: Contract | undefined;
}

/**
 * Compiles a document that was read and checked.
 * @throws SpecError when it lacks what the suite cannot do without.
 */
export function compileContract(spec: Spec, known: KnownDocument, options: CompileOptions): Contract {
  const { known: operations, others, dropped } = compileOperations(spec, known.operations, options.sunsets);
  const byPath = operationsByPath([...operations.values(), ...others.values()]);
  const contract: Omit<Contract, "looser"> = {
    title: String(spec.get(spec.root.value, "info", "title") ?? ""),
    version: String(spec.get(spec.root.value, "info", "version") ?? ""),
    source: options.embedded ? "embedded" : spec.root.name,
    ownFile: options.embedded ? known.file : undefined,
    document: spec,
    digest: () => digestOf(spec),
    operations,
    others,
    place: () => spec.place(spec.root.value, "paths"),
    operationAt: (request) => matchOperation(byPath, request)?.operation.id,
    classify: (request) => classify(operations, byPath, request),
  };
  // The document of another service is compared with nothing.
  const { own } = options;
  if (operations.size === 0)
    return {
      ...contract,
      looser: [],
      ...(own && dropped.length > 0 && { dropped: { operations: dropped, own } }),
    };
  known.check(contract);
  return { ...contract, looser: own === undefined ? [] : known.looser(own, contract) };
}

/** Over what every file of the document says: comments, order of files and layout do not change it. */
function digestOf({ files }: Spec): string {
  const asText = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);
  const texts = [...files.values()].map(({ value }) => JSON.stringify(value, asText));
  return createHash("sha256").update(texts.sort().join("\n")).digest("hex");
}
