import { inOneForm } from "#core/contract/reading/openapi-3-0.ts";
import { parseSpecFile } from "#core/contract/reading/parse-spec-file.ts";
import { Spec } from "#core/contract/spec.ts";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import { BoundedMap } from "#core/memory/bounded-map.ts";
import type { RunOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import { playServer } from "#proof/play.ts";
import { emptyResponse, type ServerRequest, type ServerResponse } from "#reference-server/message.ts";
import { suiteFor } from "#suites/for-document.ts";
import { loadContract } from "#suites/petstore/document.ts";

/** A request as a service of a test sees it: `GET /things`, the query, what authenticates, the body. */
export interface Asked {
  readonly line: string;
  readonly query: URLSearchParams;
  readonly hasKey: boolean;
  readonly headers: ServerRequest["headers"];
  readonly body: string;
}

export type Service = (asked: Asked) => ServerResponse;

interface DescribedPlay {
  readonly profile?: RunOptions["profile"];
  readonly inputs?: readonly string[];
  readonly operations?: readonly string[];
  /** Files that the document refers to, by their names beside it. */
  readonly files?: Readonly<Record<string, string>>;
}

const key = "described-key-77";

const describedUrl = new URL("https://described.example/v1");

/** A test plays a right and a wrong service by one document: its contract is read once. */
const contracts = new BoundedMap<string, ReturnType<typeof loadContract>>(4);

function contractOf(document: string, files: DescribedPlay["files"] = {}): ReturnType<typeof loadContract> {
  const key = JSON.stringify([document, files]);
  const contract =
    contracts.get(key) ??
    loadContract({
      spec: "https://described.example/openapi.yaml",
      fetchText: async ({ pathname }) => files[pathname.slice(1)] ?? document,
    });
  contracts.set(key, contract);
  return contract;
}

/** A document that is read, and not held against anything. */
export async function specOf(document: string): Promise<Spec> {
  const file = await parseSpecFile(document, "revision", new URL("file:///revision/openapi.yaml"));
  return new Spec(inOneForm(file, false));
}

/** What a service is judged by where this document alone describes it. */
export async function described(
  document: string,
  { declared = {}, files = {} }: { declared?: RunOptions["declared"]; files?: DescribedPlay["files"] } = {},
) {
  const contract = await contractOf(document, files);
  const { suite } = suiteFor(contract, { declared });
  return { contract, suite, requirements: suite.requirements(contract) };
}

/** What a run by this document alone finds of a service. */
export async function playDescribed(
  document: string,
  service: Service,
  given: DescribedPlay = {},
): Promise<Run> {
  const { profile = "standard", inputs = [], operations = [], files = {} } = given;
  const declared = { inputs, operations };
  const judgedBy = await described(document, { declared, files });
  const handle = async ({ method, target, headers, body }: ServerRequest): Promise<ServerResponse> => {
    const [path = "", query = ""] = target.replace(/^\/v1/, "").split("?");
    const value = headers.find(([name]) => name.toLowerCase() === "authorization")?.[1];
    return service({
      line: `${method} ${path}`,
      query: new URLSearchParams(query),
      hasKey: value === `Bearer ${key}`,
      headers,
      body: new TextDecoder().decode(body),
    });
  };
  const options = { profile, declared };
  return playServer({ handle }, describedUrl, new VirtualClock(0), { ...judgedBy, options, key });
}

export const head = (version = "3.1.0") => `openapi: ${version}\ninfo: { title: Things, version: "1" }\n`;

/** The same where every operation takes a bearer key. */
export const securedHead = `${head()}security: [{ key: [] }]
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
`;

/** A document of `GET /things`, which takes a bearer key. @param more of its members: parameters */
export const ofThings = (responses: string, more = "") =>
  `${securedHead}paths: { /things: { get: { operationId: listThings, ${more && `${more},`} responses: { ${responses}, "401": { description: No key. } } } } }`;

/** Verdicts by id, of those that are no pass. */
export function exceptPasses({ verdicts }: Run): Readonly<Record<string, string>> {
  return Object.fromEntries(
    verdicts.filter(({ verdict }) => verdict !== "pass").map(({ id, verdict }) => [id, verdict]),
  );
}

/** What is no pass of a service that answers so to whoever has the key, and with 401 to others. */
export async function foundOf(document: string, answer: Service, given: DescribedPlay = {}) {
  const service: Service = (asked) => (asked.hasKey ? answer(asked) : emptyResponse(401));
  return exceptPasses(await playDescribed(document, service, given));
}
