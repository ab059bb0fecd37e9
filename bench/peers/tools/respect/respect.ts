import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import type { Tool } from "#bench/peers/tool.ts";

export const respect: Tool = {
  name: "Redocly Respect",
  version: "@redocly/cli@2.77.0",
  tuned:
    "workflows written by hand in Arazzo, `arazzo.yaml`: keys, bounds, filters, creates read back, rejected bodies",
  cannot:
    "integers beyond 2^53, waiting for a Retry-After, what several answers show together but for values that it is made to remember",
  betterAt:
    "workflows over several services, in a standard of the OpenAPI Initiative, and documentation from the same files",
  async prepare({ url, key, seeded, folder, installed }) {
    await copyFile(join(import.meta.dirname, "arazzo.yaml"), join(folder, "arazzo.yaml"));
    return {
      file: join(installed, "node_modules/.bin/redocly"),
      args: ["respect", "arazzo.yaml", "-i", `key=${key}`, "-i", `seeded=${seeded}`, "-S", `pets=${url}`],
      env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    };
  },
};
