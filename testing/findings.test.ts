import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadFaults } from "../reference-server/registry.ts";
import { root } from "./source-files.ts";

test("docs/findings.md has every fault; `node scripts/findings.ts` writes it", async () => {
  const text = readFileSync(join(root, "docs/findings.md"), "utf8");
  const missing = (await loadFaults()).filter(({ id }) => !text.includes(`(\`${id}\`)`));
  expect(missing.map(({ id }) => id)).toEqual([]);
});
