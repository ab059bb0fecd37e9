import type { Facts } from "../../../src/core/check/facts.ts";
import { jsonOf } from "../../../src/core/check/json-body.ts";
import type { Exchange } from "../../../src/core/exchange/exchange.ts";
import { member } from "../../../src/core/json/read.ts";
import { sentText, textIn } from "../asked.ts";
import { petstore } from "../roles.ts";

/** How the names begin that wrong bodies bear, and a name that was sent as a number. */
const wrongBodyMark =
  /^conformance-[0-9a-z]+(?:-(?:r[0-9]+-)?body-|\.(?:r[0-9]+-)?[tsco][0-9a-z]{2})|^1[0-9]{14}$/;

/**
 * True of an item that is no Pet, in a list with others that are, whose name is the mark of a run and was not sent by this
 * one: its body was accepted by the server as it was then.
 */
export function isPetOfEarlierRun(list: Exchange, pointer: string, { exchanges, contract }: Facts): boolean {
  const body = jsonOf(list);
  const index = /^\/([0-9]+)\//.exec(pointer)?.[1];
  const pet = body?.kind === "array" ? body.items[Number(index)] : undefined;
  if (body?.kind !== "array" || pet === undefined) return false;
  const { validate } = petstore(contract).schemas.Pet;
  const name = textIn(member(pet, "name"));
  return (
    name !== undefined &&
    wrongBodyMark.test(name) &&
    !exchanges.some((e) => sentText(e).includes(name)) &&
    validate(pet).length > 0 &&
    body.items.some((other) => validate(other).length === 0)
  );
}
