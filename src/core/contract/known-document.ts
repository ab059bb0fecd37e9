import type { Contract, OperationId, OperationMethod } from "./contract.ts";

/** An operation that a suite knows: the document's operation of this name, else the one of this method and path. */
export interface KnownOperation {
  readonly id: OperationId;
  /** `operationId` in the document. */
  readonly name: string;
  readonly method: OperationMethod;
  /** With `{}` for a parameter of any name. */
  readonly path: string;
  /** Without it, no server can be checked. */
  readonly needed: boolean;
}

/** What a suite knows of the documents that it checks servers against. */
export interface KnownDocument {
  /** Its own document: a file beside the code, and the text, in YAML. */
  readonly file: string;
  readonly embedded: () => string;
  readonly operations: readonly KnownOperation[];
  /** @throws SpecError where the document lacks what the suite cannot do without */
  readonly check: (contract: Omit<Contract, "looser">) => void;
  /** Sentences: in which ways `loaded` asks for less than the suite's own document. */
  readonly looser: (own: Omit<Contract, "looser">, loaded: Omit<Contract, "looser">) => readonly string[];
}
