import { readFileSync, writeFileSync } from "node:fs";
import { stringify } from "yaml";
import { type Asked, requests } from "./requests.ts";

// Writes the workflow of Step CI, beside the document: `node stepci.ts URL KEY SEEDED`.

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

const [url, key = "", seeded] = process.argv.slice(2);
const document = JSON.parse(readFileSync("openapi.json", "utf8"));
const workflow = {
  version: "1.1",
  config: { continueOnFail: true },
  name: "Pet Store",
  env: { url, key, seeded },
  components: { schemas: document.components.schemas },
  tests: { interface: { steps: requests.map((asked) => step(asked, key)) } },
};
writeFileSync("workflow.yaml", stringify(workflow, { aliasDuplicateObjects: false }));
