import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import type { Tool } from "#bench/peers/tool.ts";

export const dredd: Tool = {
  name: "Dredd",
  version: "dredd@14.1.0",
  tuned:
    "the interface in Swagger 2.0, which it reads in full, and hooks that provoke each documented error and check list, filter and creates",
  cannot:
    "more than one request for each documented response, but for a program of one's own in its hooks; integers beyond 2^53",
  betterAt: "API Blueprint, and hooks in nine languages",
  async prepare({ url, key, seeded, folder, installed }) {
    for (const file of ["swagger.yaml", "hooks.cjs"])
      await copyFile(join(import.meta.dirname, file), join(folder, file));
    return {
      file: join(installed, "node_modules/.bin/dredd"),
      args: ["swagger.yaml", new URL(url).origin, "--hookfiles=./hooks.cjs", "--loglevel=error"],
      env: { PETSTORE_API_KEY: key, SEEDED: seeded },
    };
  },
};
