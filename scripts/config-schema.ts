import { writeFile } from "node:fs/promises";
import { configSchema } from "../src/cli/config-schema.ts";
import { runOptionTable } from "../src/cli/options.ts";

// Prints the table of options as the published schema of the configuration file; `npm run format` lays it out.

const file = new URL("../src/cli/config.schema.json", import.meta.url);
await writeFile(file, `${JSON.stringify(configSchema(runOptionTable), undefined, 2)}\n`);
