import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Tool } from "../tool.ts";
import { requests } from "./requests.ts";
import { specmatic } from "./specmatic.ts";
import { stepCi } from "./stepci.ts";

const schemathesis: Tool = {
  name: "Schemathesis",
  version: "schemathesis@4.1.4",
  program: "python/bin/schemathesis",
  tuned: "all phases and all checks, 50 examples for each operation, the seed fixed",
  cannot: "what a filter or a limit means, and waiting for a Retry-After",
  betterAt:
    "any OpenAPI or GraphQL document with no tests written, inputs that nobody thought of, and shrinking what fails to the least",
  prepare: async ({ url, key, installed }) => ({
    file: join(installed, "python/bin/schemathesis"),
    args: [
      "run",
      "openapi.json",
      "--url",
      url,
      "--header",
      `Authorization: Bearer ${key}`,
      "--checks",
      "all",
      "--phases",
      "examples,coverage,fuzzing,stateful",
      "--max-examples",
      "50",
      "--seed",
      "1",
      "--no-color",
    ],
  }),
};

const dredd: Tool = {
  name: "Dredd",
  version: "dredd@14.1.0",
  tuned:
    "the interface in Swagger 2.0, which it reads in full, and hooks that provoke each documented error and check list, filter and creates",
  cannot:
    "more than one request for each documented response, but for a program of one's own in its hooks; integers beyond 2^53",
  betterAt: "API Blueprint, and hooks in nine languages",
  async prepare({ url, key, seeded, folder, installed }) {
    for (const file of ["swagger.yaml", "hooks.cjs"])
      await copyFile(join(import.meta.dirname, "dredd", file), join(folder, file));
    return {
      file: join(installed, "node_modules/.bin/dredd"),
      args: ["swagger.yaml", new URL(url).origin, "--hookfiles=./hooks.cjs", "--loglevel=error"],
      env: { PETSTORE_API_KEY: key, SEEDED: seeded },
    };
  },
};

const portman: Tool = {
  name: "Portman with Newman",
  version: "@apideck/portman@1.33.0, newman@6.2.2",
  tuned:
    "contract tests of all operations, variations for each documented error with its fuzzing of bounds and required fields, and tests by hand of filter, length and creates",
  cannot: "integers beyond 2^53; what several answers show together",
  betterAt: "a Postman collection that people explore by hand",
  async prepare({ url, key, seeded, folder, installed }) {
    await copyFile(join(import.meta.dirname, "portman", "portman.json"), join(folder, "portman.json"));
    const bin = join(installed, "node_modules/.bin");
    const script = `'${bin}/portman' --local openapi.json --baseUrl '${url}' --portmanConfigFile portman.json --output collection.json >generated.txt 2>&1 || { cat generated.txt; exit 2; }
exec '${bin}/newman' run collection.json --env-var "key=$PETSTORE_API_KEY" --env-var 'seeded=${seeded}'`;
    await writeFile(join(folder, "check.sh"), script);
    return { file: "/bin/sh", args: ["check.sh"], env: { PETSTORE_API_KEY: key } };
  },
  judgesNothing: [2],
};

const prism: Tool = {
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
        join(import.meta.dirname, "prism", "driver.mjs"),
        join(installed, "node_modules/@stoplight/prism-cli/dist/index.js"),
        url,
        seeded,
      ],
      env: { PETSTORE_API_KEY: key },
    };
  },
};

const respect: Tool = {
  name: "Redocly Respect",
  version: "@redocly/cli@2.77.0",
  tuned:
    "workflows written by hand in Arazzo, `arazzo.yaml`: keys, bounds, filters, creates read back, rejected bodies",
  cannot:
    "integers beyond 2^53, waiting for a Retry-After, what several answers show together but for values that it is made to remember",
  betterAt:
    "workflows over several services, in a standard of the OpenAPI Initiative, and documentation from the same files",
  async prepare({ url, key, seeded, folder, installed }) {
    await copyFile(join(import.meta.dirname, "respect", "arazzo.yaml"), join(folder, "arazzo.yaml"));
    return {
      file: join(installed, "node_modules/.bin/redocly"),
      args: ["respect", "arazzo.yaml", "-i", `key=${key}`, "-i", `seeded=${seeded}`, "-S", `pets=${url}`],
      env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    };
  },
};

const bin = join(import.meta.dirname, "../../../dist/src/cli/bin.js");

const ours: Tool = {
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

export const tools: readonly Tool[] = [ours, schemathesis, specmatic, respect, stepCi, portman, prism, dredd];
