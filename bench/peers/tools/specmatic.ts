import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Tool } from "#bench/peers/tool.ts";

const json = { "Content-Type": "application/json" };

/** One example a response that is to be met: Specmatic mutates the requests of those that succeed. */
const examples = (seeded: string) => {
  const pet = { id: Number(seeded), name: "Rex", categoryId: 1, status: "sold" };
  const { id: _, ...wanted } = pet;
  return {
    list: {
      "http-request": { method: "GET", path: "/pets", query: { limit: "5", status: "sold" } },
      "http-response": { status: 200, headers: json, body: [pet] },
    },
    create: {
      "http-request": { method: "POST", path: "/pets", headers: json, body: wanted },
      "http-response": { status: 201, headers: json, body: pet },
    },
    read: {
      "http-request": { method: "GET", path: `/pets/${seeded}` },
      "http-response": { status: 200, headers: json, body: pet },
    },
    missing: {
      "http-request": { method: "GET", path: "/pets/987654321987" },
      "http-response": {
        status: 404,
        headers: json,
        body: { code: "not_found", message: "No pet has this id.", status: 404 },
      },
    },
  };
};

const settings = `version: 2
contracts:
  - provides:
      - openapi.json
test:
  resiliencyTests:
    enable: all
`;

export const specmatic: Tool = {
  name: "Specmatic",
  version: "specmatic@2.55.1",
  tuned: "an example for each of four responses, and all resiliency tests: each field and parameter mutated",
  cannot:
    "what an answer means beside its schema (the filter, the length of a list, the name that was sent), requests without a key, rate limits",
  betterAt:
    "serving the document as a stub to clients, backward compatibility of documents, other protocols (Kafka, gRPC, GraphQL)",
  async prepare({ url, key, seeded, folder, installed }) {
    await mkdir(join(folder, "examples"));
    for (const [name, example] of Object.entries(examples(seeded)))
      await writeFile(join(folder, "examples", `${name}.json`), JSON.stringify(example));
    await writeFile(join(folder, "specmatic.yaml"), settings);
    return {
      // The package's own command ends with 0 whatever the tests say.
      file: "java",
      args: [
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-jar",
        join(installed, "node_modules/specmatic/specmatic.jar"),
        "test",
        `--testBaseURL=${url}`,
        "--examples=examples",
      ],
      env: { bearerAuth: key },
    };
  },
};
