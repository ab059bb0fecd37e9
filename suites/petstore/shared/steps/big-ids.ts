import { stepRef } from "../../../../src/core/check/case.ts";
import type { Facts } from "../../../../src/core/check/facts.ts";
import type { Step } from "../../../../src/core/check/step.ts";
import { isInt64 } from "../../../../src/core/json/number.ts";
import { untested } from "../../reasons.ts";
import { createdId } from "../evidence/accepted-creates.ts";
import { isBig } from "../evidence/doubles.ts";
import { seenIds } from "../evidence/store.ts";
import { createOfBigCategory, firstCreate, firstList } from "./named-steps.ts";
import { getPet, reading } from "./requests.ts";

/** GET /pets/{id}, with an id that is derived from one that a double cannot hold. */
const readingBy = (
  step: Pick<Step, "id" | "label" | "profile" | "priority">,
  asked: (id: bigint) => bigint,
): Step =>
  reading({
    ...step,
    requires: [firstList, firstCreate],
    waitsFor: [createOfBigCategory],
    expectedValidity: "valid",
    request: (facts) => {
      const id = bigId(facts);
      return id === undefined ? noBigId : getPet(asked(id));
    },
  });

export const getBigId = readingBy(
  {
    ...stepRef("get/id-beyond-2^53", "get a pet with an id beyond 2^53"),
    profile: "standard",
    priority: "typical",
  },
  (id) => id,
);

/** A neighbouring id: a server that reads paths as doubles mistakes it for the same. */
export const getBesideBigId = readingBy(
  {
    ...stepRef("get/beside-id-beyond-2^53", "get the id beside one beyond 2^53"),
    profile: "thorough",
    priority: "essential",
  },
  (id) => {
    const rounded = BigInt(Number(id));
    if (rounded !== id && isInt64(rounded)) return rounded;
    return isInt64(id + 1n) ? id + 1n : id - 1n;
  },
);

/** The run's own pets first: nobody deletes them. One whose category is beyond 2^53 shows two numbers at once. */
export function bigId(facts: Facts): bigint | undefined {
  const own = [createOfBigCategory, firstCreate].flatMap((create) => createdId(facts, create) ?? []);
  const ids = [...own, ...seenIds(facts)].filter((id) => isBig(id) && isInt64(id));
  return ids.find((id) => id % 2n !== 0n) ?? ids[0];
}

export const noBigId = untested("no-big-id");
