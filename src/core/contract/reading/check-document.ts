import { own, type PlainValue } from "#core/json/plain.ts";
import { elements, type OperationNode, operationsOf } from "../operations.ts";
import type { Report, Spec } from "../spec.ts";
import { checkOpenApi } from "./check-openapi.ts";
import { checkOperations } from "./check-operations.ts";
import { checkSchemas } from "./check-schemas.ts";
import { besideOthers, SpecError } from "./spec-error.ts";

/**
 * Takes out of a document what is wrong with it: an operation that leads to a wrong part is left out, with a warning; what no
 * operation leads to costs a warning alone.
 * @throws SpecError where nothing is left, or more is wrong than is looked at
 */
export async function checkDocument(spec: Spec): Promise<void> {
  const faults = new Faults(spec);
  for (const [reference, error] of spec.dangling) faults.add(reference, error);
  await checkOpenApi(spec, faults.report);
  checkOperations(spec, faults.report);
  checkSchemas(spec, faults.report);
  faults.settle();
}

/** The most places that are found wrong: each takes time to describe, and the first say enough. */
const mostErrors = 5000;

class Faults {
  readonly #spec: Spec;
  /** By place: each is said once. */
  readonly #errors = new Map<string, SpecError>();
  readonly #holders = new Map<object, SpecError>();

  constructor(spec: Spec) {
    this.#spec = spec;
  }

  readonly report: Report = (problem, at, advice, costs = at[0]) => {
    this.add(costs, new SpecError(problem, this.#spec.place(...at), advice));
  };

  add(holder: PlainValue | undefined, error: SpecError): void {
    const place = `${error.place.file} ${error.place.pointer ?? ""}`;
    if (!this.#errors.has(place)) this.#errors.set(place, error);
    if (this.#errors.size > mostErrors) {
      const [first = error, ...others] = this.#errors.values();
      throw besideOthers(first, others);
    }
    if (typeof holder === "object" && holder !== null && !this.#holders.has(holder))
      this.#holders.set(holder, this.#errors.get(place) ?? error);
  }

  settle(): void {
    const errors = [...this.#errors.values()];
    const [first] = errors;
    if (first === undefined) return;
    const spec = this.#spec;
    const wrong = this.#wrongParts();
    const operations = operationsOf(spec);
    const told = new Set<SpecError>();
    for (const operation of operations) {
      const error = this.#errorOf(operation, wrong);
      if (error === undefined) continue;
      told.add(error);
      const { node, method, path, pathItem } = operation;
      spec.leftOut.push({ node, method, path, error });
      Reflect.deleteProperty(pathItem, method);
    }
    spec.faults.push(...errors);
    const [top = first] = told;
    const isCalled = !elements(own(spec.root.value, "security")).some((one) => wrong.has(Object(one)));
    if (!isCalled || spec.leftOut.length === operations.length) throw besideOthers(top, errors);
  }

  /** What leads to a wrong part, itself included: each part is visited once. */
  #wrongParts(): ReadonlyMap<object, SpecError> {
    const holdersOf = new Map<unknown, object[]>();
    for (const holder of this.#spec.parts)
      for (const part of Object.values(holder)) {
        if (typeof part !== "object" || part === null) continue;
        const known = holdersOf.get(part);
        if (known === undefined) holdersOf.set(part, [holder]);
        else known.push(holder);
      }
    const wrong = new Map(this.#holders);
    // A map goes on to what is added while it is walked.
    for (const [part, error] of wrong)
      for (const holder of holdersOf.get(part) ?? []) if (!wrong.has(holder)) wrong.set(holder, error);
    return wrong;
  }

  /** What is wrong with an operation or its parameters, or with the item of its path itself. */
  #errorOf({ node, pathItem }: OperationNode, wrong: ReadonlyMap<object, SpecError>): SpecError | undefined {
    return wrong.get(node) ?? wrong.get(Object(own(pathItem, "parameters"))) ?? this.#holders.get(pathItem);
  }
}
