import { writeFile } from "node:fs/promises";
import { configSchema } from "../src/cli/options/config-schema.ts";
import { runOptionTable } from "../src/cli/options/options.ts";

// Prints the table of options as the published schema of the configuration file; `npm run format` lays it out.

const file = new URL("../src/cli/options/config.schema.json", import.meta.url);
await writeFile(file, `${JSON.stringify(configSchema(runOptionTable), undefined, 2)}\n`);
