import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Tool } from "#bench/peers/tool.ts";
import { requests } from "../requests.ts";

export const prism: Tool = {
  name: "Prism, as a validating proxy",
  version: "@stoplight/prism-cli@5.16.0",
  tuned:
    "a script that sends the requests of `requests.ts` through it, and compares each status; Prism compares the rest with the document",
  cannot: "anything beyond one answer and its schema; integers beyond 2^53",
  betterAt: "standing before any client, with no tests written, and answering as a mock",
  async prepare({ url, key, seeded, folder, installed }) {
    await writeFile(join(folder, "requests.json"), JSON.stringify(requests));
    return {
      file: process.execPath,
      args: [
        join(import.meta.dirname, "driver.mjs"),
        join(installed, "node_modules/@stoplight/prism-cli/dist/index.js"),
        url,
        seeded,
      ],
      env: { PETSTORE_API_KEY: key },
    };
  },
};
