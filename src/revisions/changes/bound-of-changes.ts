import type { SchemaChange } from "#core/check/change.ts";
import { SpecError, type SpecPlace } from "#core/contract/reading/spec-error.ts";

/** The most differences of two documents: nobody reads more, and each takes memory until all are known. */
const mostChanges = 50_000;
/** The most characters in them: a name may be as long as the document. */
const mostCharacters = 20_000_000;
/** The most schemas of one document that are held against one of the other: in circles each meets all of them. */
const mostPairs = 100_000;

/** What comparing two documents may take. */
export class BoundOfChanges {
  readonly #place: SpecPlace;
  #pairs = 0;
  #distinct = 0;
  #listed = 0;
  #characters = 0;

  /** @param place of the newer document */
  constructor(place: SpecPlace) {
    this.#place = place;
  }

  /** Two schemas are held against each other. @throws SpecError */
  pair(): void {
    this.#pairs += 1;
    if (this.#pairs > mostPairs) throw this.#refusal(`has more than ${mostPairs} schemas to compare`);
  }

  /** So many differences of schemas are found, each of which is listed once or more. @throws SpecError */
  differ(count: number): void {
    this.#distinct += count;
    this.#check(this.#distinct);
  }

  /** These are listed for an operation. @throws SpecError */
  list(changes: readonly SchemaChange[], operation: string): void {
    this.#listed += changes.length;
    this.#check(this.#listed);
    for (const { member, was = "", is = "" } of changes)
      this.#characters += operation.length + member.length + was.length + is.length;
    if (this.#characters > mostCharacters)
      throw this.#refusal(`has differences of more than ${mostCharacters} characters`);
  }

  #check(changes: number): void {
    if (changes > mostChanges) throw this.#refusal(`differs in more than ${mostChanges} places`);
  }

  #refusal(why: string): SpecError {
    const advice = "Compare a revision that is closer to it, or leave operations out of both.";
    return new SpecError(`beside the older document it ${why}`, this.#place, advice);
  }
}
