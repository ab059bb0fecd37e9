import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");

type Json = Record<string, unknown>;

/**
 * The interface as general tools have it from us: in JSON, with the usual statuses of a refusal where the document leaves them open, since most of
 * them fail each answer that is not listed.
 */
export async function documentForTools(): Promise<string> {
  const document = parse(await readFile(join(root, "suites/petstore/openapi.yaml"), "utf8"));
  const paths: Record<string, Record<string, { responses: Json }>> = document.paths;
  const [list, create, read] = [paths["/pets"]?.get, paths["/pets"]?.post, paths["/pets/{petId}"]?.get];
  if (list === undefined || create === undefined || read === undefined)
    throw new Error("the document has lost an operation that the tools are set up for");
  const refused = create.responses["400"];
  for (const status of ["400", "404", "422"]) list.responses[status] = refused;
  for (const status of ["400", "422"]) read.responses[status] = refused;
  create.responses["415"] = refused;
  return JSON.stringify(document, undefined, 1);
}
