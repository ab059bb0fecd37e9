import { expect, test } from "vitest";
import { falsePasses, storeSizes } from "#bench/proof/stores.ts";
import { withPool } from "#proof/pool.ts";

test("on a store of any size, what a fault breaks passes only where no run could see the fault", async () => {
  const rows = await withPool(async (pool) => falsePasses(pool, await pool.bed(), 4));
  expect(rows.filter(({ why }) => why === undefined)).toEqual([]);
});

test.each(storeSizes)("the correct server conforms on a store of %i pets", async (seedPets) => {
  const [result] = await withPool((pool) =>
    pool.play([{ server: { kind: "reference", id: "" }, profile: "standard", seedPets }]),
  );
  expect(result).toMatchObject({ outcome: "conforming", failed: [], exitCode: 0 });
});
