import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Tool } from "#bench/peers/tool.ts";

export const portman: Tool = {
  name: "Portman with Newman",
  version: "@apideck/portman@1.33.0, newman@6.2.2",
  tuned:
    "contract tests of all operations, variations for each documented error with its fuzzing of bounds and required fields, and tests by hand of filter, length and creates",
  cannot: "integers beyond 2^53; what several answers show together",
  betterAt: "a Postman collection that people explore by hand",
  async prepare({ url, key, seeded, folder, installed }) {
    await copyFile(join(import.meta.dirname, "portman.json"), join(folder, "portman.json"));
    const bin = join(installed, "node_modules/.bin");
    const script = `'${bin}/portman' --local openapi.json --baseUrl '${url}' --portmanConfigFile portman.json --output collection.json >generated.txt 2>&1 || { cat generated.txt; exit 2; }
exec '${bin}/newman' run collection.json --env-var "key=$PETSTORE_API_KEY" --env-var 'seeded=${seeded}'`;
    await writeFile(join(folder, "check.sh"), script);
    return { file: "/bin/sh", args: ["check.sh"], env: { PETSTORE_API_KEY: key } };
  },
  judgesNothing: [2],
};
