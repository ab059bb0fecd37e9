import { join } from "node:path";
import type { Tool } from "#bench/peers/tool.ts";

const bin = join(import.meta.dirname, "../../../dist/src/cli/bin.js");

export const ours: Tool = {
  name: "petstore-conformance",
  version: "this checkout",
  tuned: "nothing: `run URL`, with the default options",
  cannot: "any interface without its document; protocols other than HTTP",
  betterAt: "",
  prepare: async ({ url, key }) => ({
    file: process.execPath,
    args: [bin, "run", url],
    env: { PETSTORE_API_KEY: key },
  }),
  judgesNothing: [2, 3, 70],
};
