import type { Exchange } from "../src/exchange/exchange.ts";
import type { Facts } from "../src/run/facts.ts";
import { isList, petsIn } from "../src/run/pets.ts";
import { statusOfTaken, type Taken, takenCreates } from "./creates.ts";
import { runMark } from "./marks.ts";
import { askedStatus, isFull } from "./store.ts";

/** True once a list holds every created pet that belongs in it, or is full, so that it says nothing (ruling 6). */
export function holdsCreated(exchange: Exchange, facts: Facts): boolean {
  if (!isList(exchange) || isFull(exchange, facts)) return true;
  return belonging(facts, askedStatus(exchange)).every((taken) => isIn(taken, petsIn(exchange) ?? [], facts));
}

/** The created pets that belong in the list of a status, or in the unfiltered one. */
export function belonging(facts: Facts, status: string | undefined): readonly Taken[] {
  return takenCreates(facts).filter((taken) => status === undefined || statusOfTaken(taken) === status);
}

/** By its name; or by its id where the name, if there is one, is the run's own, altered: that is judged elsewhere. */
export function isIn(
  taken: Taken,
  pets: readonly { readonly id: bigint | undefined; readonly name: string | undefined }[],
  facts: Facts,
): boolean {
  const mark = runMark(facts).toLowerCase();
  return pets.some(({ id, name }) => {
    if (name !== undefined && name === taken.sent.name) return true;
    const own = name === undefined || taken.sent.name === "" || name.toLowerCase().includes(mark);
    return own && id !== undefined && id === taken.made?.id;
  });
}
