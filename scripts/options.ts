import { writeFile } from "node:fs/promises";
import { inputSource } from "../src/assembly/options/describe-options.ts";
import { libraryOptions } from "../src/assembly/options/library-options.ts";
import { configSchema } from "../src/cli/options/config-schema.ts";
import { runOptionTable } from "../src/cli/options/options.ts";

// Writes what is published of the tables of options: the schema of the configuration file, and the options of the
// library. `npm run format` lays both out.

async function write(path: string, text: string): Promise<void> {
  await writeFile(new URL(`../src/${path}`, import.meta.url), text);
}

await write(
  "cli/options/config.schema.json",
  `${JSON.stringify(configSchema(runOptionTable), undefined, 2)}\n`,
);
await write("assembly/options/run-input.ts", inputSource(libraryOptions));
