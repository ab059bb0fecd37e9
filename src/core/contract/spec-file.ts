import type { SpecPlace } from "./spec-error.ts";

/** Plain data of a YAML or JSON document. Integers are bigints, so that no digit of a bound is lost. */
export type SpecValue = null | boolean | number | bigint | string | readonly SpecValue[] | SpecObject;
export interface SpecObject {
  readonly [name: string]: SpecValue | undefined;
}

/** One file of a document: its data, and where each part of it stands. */
export interface SpecFile {
  /** As people know it: a path or a URL. */
  readonly name: string;
  readonly url: URL;
  readonly value: SpecValue;
  /** The place of a JSON pointer; of its nearest ancestor when nothing is there. */
  place(pointer: string): SpecPlace;
}

export interface ReadText {
  readonly value: SpecValue;
  /** Where the value of a JSON pointer begins, or its name; of its nearest ancestor where nothing is there. */
  offsetOf(pointer: string): number | undefined;
}

export function isSpecObject(value: SpecValue | undefined): value is SpecObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSpecArray(value: SpecValue | undefined): value is readonly SpecValue[] {
  return Array.isArray(value);
}

/** An own member; a document may name its members `constructor` or `__proto__`. */
export function own(value: SpecValue | undefined, name: string): SpecValue | undefined {
  return isSpecObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
