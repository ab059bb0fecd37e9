import { join } from "node:path";
import type { Tool } from "#bench/peers/tool.ts";

export const schemathesis: Tool = {
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
