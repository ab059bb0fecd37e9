import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { builtDocumentModule } from "../scripts/built-document.ts";
import { ajvCompiler } from "../src/core/contract/ajv.ts";
import type { CompileSchema } from "../src/core/contract/ajv-schema.ts";
import { compileOperations } from "../src/core/contract/compile-operations.ts";
import type { BuiltDocument, SchemaProblem } from "../src/core/contract/contract.ts";
import type { JsonNode } from "../src/core/json/json.ts";
import { parseJson } from "../src/core/json/parse.ts";
import { loadContract } from "../suites/petstore/document.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const values = [
  ...["null", "true", '"sold"', '"gone"', "[]", "{}", "0", "1", "100", "101", "1.5", "9223372036854775808"],
  '{"name":"Ida","categoryId":1}',
  '{"name":1,"categoryId":"1","status":null}',
  '{"id":9223372036854775807,"name":"Ida","categoryId":-9223372036854775808,"status":"sold"}',
  '{"id":9223372036854775808,"name":"Ida","categoryId":1.5,"status":"gone","more":[]}',
  '[{"id":1,"name":"Ida","categoryId":1},{"id":1e400,"categoryId":1},7]',
  '{"code":"a","message":"b","status":404}',
  '{"code":1,"message":null,"status":"404"}',
  '{"hasOwnProperty":1,"toString":2}',
];

test("the document that is built into the package is the one of the file, and its schemas find the problems that ajv's find", async () => {
  const file = join(temporaryFolder(), "built-document.mjs");
  await writeFile(file, await builtDocumentModule());
  const built: { readonly builtDocument: BuiltDocument } = await import(pathToFileURL(file).href);
  expect(built.builtDocument.value).toEqual((await loadContract()).document.root.value);
  const problems = await problemsFoundBy(ajvCompiler());
  expect(problems.flat().some((found) => found.length === 0)).toBe(true);
  expect(problems.flat().some((found) => found.length > 1)).toBe(true);
  expect(await problemsFoundBy(built.builtDocument.compile)).toEqual(problems);
});

/** Of each value in each place of each operation. */
async function problemsFoundBy(compile: CompileSchema): Promise<(readonly SchemaProblem[])[][]> {
  const { document } = await loadContract();
  const { others } = compileOperations(document, [], {}, compile);
  return [...others.values()].flatMap(({ parameters, body, responses }) => {
    const contents = responses.flatMap(({ content, headers }) => [...content.values(), ...headers]);
    return [...parameters, body, ...contents].map((one) =>
      values.map((text) => one?.validate(parsed(text)) ?? []),
    );
  });
}

function parsed(text: string): JsonNode {
  const read = parseJson(text);
  if (!read.ok) throw new Error(`not JSON: ${text}`);
  return read.value;
}
