import { expect, test } from "vitest";
import { runOptionTable } from "../cli/options/options.ts";
import { entriesOfShard } from "./shards.ts";
import { parseTargets } from "./targets-file.ts";

const entries = await parseTargets(
  `targets:
  - {name: a, base-url: https://one.example.com/v1, api-key-env: A}
  - {name: b, base-url: https://two.example.com/v1, api-key-env: B}
  - {name: c, base-url: https://one.example.com/beta/v1, api-key-env: C}
  - {name: d, base-url: https://four.example.com/v1, api-key-env: D}
  - {name: e, base-url: https://five.example.com/v1, api-key-env: D}
  - {name: f, base-url: https://five.example.com:444/v1, api-key-file: f.txt, second-key-file: b.txt}
  - {name: g, base-url: https://six.example.com/v1, api-key-file: b.txt}
  - {name: h, base-url: https://seven.example.com/v1}
  - {name: i, base-url: https://eight.example.com/v1}`,
  "targets.yaml",
  runOptionTable,
);
const names = (part: number, of: number) => entriesOfShard(entries, { part, of }).map(({ name }) => name);

test("what shares a host or a key is in one part, and the parts are of like size", () => {
  // h and i have PETSTORE_API_KEY.
  expect([names(1, 3), names(2, 3), names(3, 3)]).toEqual([
    ["a", "c", "h", "i"],
    ["b", "f", "g"],
    ["d", "e"],
  ]);
});

test.each([1, 2, 5, 20])("each target is in one of %i parts", (of) => {
  const parts = Array.from({ length: of }, (_, at) => names(at + 1, of));
  expect(parts.flat().toSorted()).toEqual(entries.map(({ name }) => name));
});

test("hosts and keys that hold together by way of a third are in one part", async () => {
  const chain = await parseTargets(
    `targets:
  - {name: a, base-url: https://one.example.com/v1, api-key-env: A}
  - {name: b, base-url: https://two.example.com/v1, api-key-env: B}
  - {name: c, base-url: https://one.example.com/v1, api-key-env: B}`,
    "targets.yaml",
    runOptionTable,
  );
  expect(entriesOfShard(chain, { part: 1, of: 2 })).toHaveLength(3);
});
