import type { RequirementLine } from "#core/check/requirement.ts";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { textWithBigInts } from "#core/json/plain.ts";
import { extension } from "#reference-server/revisions/extension.variants.ts";
import { trivialServers } from "#reference-server/trivial.ts";
import { loadCatalogue } from "#suites/catalogue.ts";
import { suiteFor } from "#suites/for-document.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { suite as petstore } from "#suites/registry.ts";
import { type ListedServer, loadFiles, loadServers, withOwnIds } from "#suites/servers.ts";

/** The servers that the suite is proved on, and the requirements that it is proved by. */
export interface Bed {
  readonly requirements: readonly BedRequirement[];
  /** Those that are made from the document of a later revision. */
  readonly generated: readonly (BedRequirement & {
    /** What is asked of every operation alike, and proved on some: `schema`. */
    readonly family: string;
  })[];
  readonly servers: readonly ListedServer[];
  readonly trivial: readonly { readonly id: string; readonly title: string }[];
  /** Ids of servers, one for each stage that any of them stands on. */
  readonly stages: readonly string[];
}

interface BedRequirement extends RequirementLine {
  readonly area: string;
}

export async function loadBed(): Promise<Bed> {
  const [contract, servers, { part }] = await Promise.all([
    loadContract(),
    loadBedServers(),
    preparedExtension(),
  ]);
  return {
    requirements: loadCatalogue(contract),
    generated: part.requirements.map((made) => {
      const [family = ""] = made.id.slice(`${made.area}/`.length).split("/");
      return { ...made, family };
    }),
    servers,
    trivial: trivialServers,
    stages: stagesOf(servers),
  };
}

function stagesOf(servers: readonly ListedServer[]): readonly string[] {
  // Another base path is itself what is broken: the correct server does not live there.
  const staged = servers.filter(({ stage }) => stage !== undefined && stage.basePath === undefined);
  const alike = Map.groupBy(staged, ({ stage }) => textWithBigInts(stage));
  return [...alike.values()].flatMap(([first]) => first?.id ?? []);
}

/**
 * Every server of the bed: those of the first interface, then those of a later revision, whose hooks they replace.
 * @throws Error for an id that occurs twice
 */
export async function loadBedServers(): Promise<readonly ListedServer[]> {
  const [first, faults, variants] = await Promise.all([
    loadServers(),
    loadFiles("fault", [["extension", () => import("#reference-server/revisions/extension.faults.ts")]]),
    loadFiles("variant", [["extension", () => import("#reference-server/revisions/extension.variants.ts")]]),
  ]);
  return withOwnIds([...first, ...[...faults, ...variants].map(ofExtension)]);
}

function ofExtension(server: ListedServer): ListedServer {
  const { hooks, stage } = server;
  return {
    ...server,
    revision: "extension",
    stage: { ...stage, revision: "extension" },
    hooks: (correct) => {
      const revised = extension(correct);
      return { ...revised, ...hooks({ ...correct, ...revised }) };
    },
  };
}

/** @throws Error where the bed has none of that id */
export function serverWithId<Server extends { readonly id: string }>(
  id: string,
  servers: readonly Server[],
): Server {
  const server = servers.find((one) => one.id === id);
  if (server === undefined) throw new Error(`the bed has no server ${id}`);
  return server;
}

const document = "reference-server/revisions/extension.yaml";

/** What the owner of a server of this revision declares: the operations that write may be sent, too. */
export const declaredOfExtension = { operations: ["createPhoto", "deletePhoto"] };

/** The revision that describes categories, photos and orders. */
export async function preparedExtension() {
  const fetchText = async () => embeddedText(document);
  const contract = await loadContract({ spec: "https://petstore.example/extension.yaml", fetchText });
  const { suite, part } = suiteFor(contract, { declared: declaredOfExtension }, petstore);
  return { contract, suite, requirements: suite.requirements(contract), part };
}
