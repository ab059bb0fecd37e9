import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import type { Tool } from "#bench/peers/tool.ts";
import { type Asked, requests } from "./requests.ts";

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Its own syntax for what a workflow or an earlier answer knows. */
const value = (name: string) => `$\{{${name}}}`;

function schemaOf({ path, method = "GET", status }: Asked) {
  if (status === "4xx" || status >= 400) return reference("Error");
  return method === "POST" || path.startsWith("/pets/") ? reference("Pet") : reference("Pets");
}

function step(asked: Asked, key: string) {
  const { name, method = "GET", path, authorization, body, status } = asked;
  const [, limit] = /limit=(\d+)$/.exec(path) ?? [];
  const [, filter] = /status=(\w+)$/.exec(path) ?? [];
  const schemes = {
    none: {},
    wrong: { Authorization: "Bearer wrong-key" },
    basic: { Authorization: `Basic ${btoa(`user:${key}`)}` },
  };
  return {
    name,
    http: {
      url: `${value("env.url")}${path.replace("{seeded}", value("env.seeded")).replace("{created}", value("captures.created"))}`,
      method,
      headers:
        authorization === undefined
          ? { Authorization: `Bearer ${value("env.key")}` }
          : schemes[authorization],
      ...(body !== undefined && { json: body }),
      ...(status === 201 && { captures: { created: { jsonpath: "$.id" } } }),
      check: {
        status: status === "4xx" ? [{ gte: 400 }, { lt: 500 }] : status,
        schema: schemaOf(asked),
        headers: {
          "Content-Type": [{ match: "^application/json" }],
          ...Object.fromEntries(
            ["Limit", "Remaining", "Reset"].map((part) => [`X-RateLimit-${part}`, [{ match: "^\\d+$" }]]),
          ),
          ...(path.startsWith("/pets/") &&
            status === 200 && { Deprecation: [{ match: "." }], Sunset: [{ match: "." }] }),
        },
        jsonpath: {
          ...(typeof status === "number" && status >= 400 && { "$.status": status }),
          ...(limit !== undefined && status === 200 && { "$.length": [{ lte: Number(limit) }] }),
          ...(filter !== undefined &&
            status === 200 && { [`$[?(@.status != '${filter}')]`]: [{ isDefined: false }] }),
          ...(status === 201 &&
            typeof body === "object" &&
            body !== null &&
            Object.fromEntries(Object.entries(body).map(([member, value]) => [`$.${member}`, value]))),
        },
      },
    },
  };
}

export const stepCi: Tool = {
  name: "Step CI",
  version: "stepci@2.8.2",
  tuned:
    "one workflow of the requests of `requests.ts`: status, schema, headers, the filter and the length of lists, what a create gives back",
  cannot: "what several answers show together, waiting for a Retry-After",
  betterAt:
    "GraphQL, gRPC, tRPC and SOAP in the same file, load tests, and a file that a newcomer can write in minutes",
  async prepare({ url, key, seeded, folder, installed }) {
    const document = JSON.parse(await readFile(join(folder, "openapi.json"), "utf8"));
    const workflow = {
      version: "1.1",
      config: { continueOnFail: true },
      name: "Pet Store",
      env: { url, key, seeded },
      components: { schemas: document.components.schemas },
      tests: { interface: { steps: requests.map((asked) => step(asked, key)) } },
    };
    await writeFile(join(folder, "workflow.yaml"), stringify(workflow, { aliasDuplicateObjects: false }));
    return {
      file: join(installed, "node_modules/.bin/stepci"),
      args: ["run", "workflow.yaml"],
      env: { STEPCI_DISABLE_ANALYTICS: "1", DO_NOT_TRACK: "1" },
    };
  },
};
