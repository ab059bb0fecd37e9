import { join } from "node:path";
import type { ValidateFunction } from "ajv";
import { compileOperations } from "#core/contract/compile-operations.ts";
import type { Operation } from "#core/contract/contract.ts";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { parseSpecFile } from "#core/contract/reading/parse-spec-file.ts";
import { ajvCompiler, createAjv } from "#core/contract/validation/ajv.ts";
import { exactKeywords } from "#core/contract/validation/ajv-schema.ts";
import { textWithBigInts } from "#core/json/plain.ts";
import type { JsonNode } from "#core/json/read.ts";
import { loadContract } from "#suites/petstore/document.ts";

/** The module of the sources in whose place a build has what this script writes. */
export const builtDocumentFile = "suites/petstore/built-document.ts";

const contractFolder = join(import.meta.dirname, "../src/core/contract");

/**
 * The suite's own document, and its schemas as the functions that ajv makes of them, so that a run loads no reader of YAML and no
 * ajv. ajv's own standalone code holds no bigints and no keywords of others; the values that its functions refer to are written here.
 */
export async function builtDocumentModule(): Promise<string> {
  const ajv = createAjv();
  const bodies: string[] = [];
  ajv.opts.code.process = (body) => {
    bodies.push(body);
    return body;
  };
  const compiled = new Map<string, ValidateFunction>();
  const { document, ownFile = "" } = await loadContract();
  const compiler = ajvCompiler(ajv);
  const { others } = compileOperations(
    document,
    [],
    {},
    {
      ...compiler,
      compile: (schema) => {
        const validate = compiler.compile(schema);
        compiled.set(textWithBigInts(schema), validate);
        return validate;
      },
    },
  );
  for (const operation of others.values()) compileAll(operation);

  const { schema, keyword, func, validate } = ajv.scope.get();
  const functions = (validate ?? []) as readonly ValidateFunction[];
  // ajv compiles what is referred to first.
  const assignments = bodies.map((body) => {
    const index = functions.findIndex(({ name }) => body.includes(`return function ${name}(`));
    return `scope.validate[${index}] = Object.assign((() => {${body}})(), { evaluated: ${literal(functions[index]?.evaluated)} });`;
  });
  const entries = [...compiled].map(
    ([text, made]) => `[${JSON.stringify(text)}, scope.validate[${functions.indexOf(made)}]]`,
  );
  // As it was read: a document that was loaded has what its references lead to in their places.
  const { value } = await parseSpecFile(
    embeddedText(ownFile),
    ownFile,
    new URL("file:///embedded/openapi.yaml"),
  );
  return `import { exactKeywords } from ${JSON.stringify(join(contractFolder, "validation/ajv-schema.ts"))};
import { textWithBigInts } from ${JSON.stringify(join(contractFolder, "../json/plain.ts"))};
const scope = {
  schema: ${literal(schema)},
  keyword: [${(keyword ?? []).map(keywordReference).join(", ")}],
  func: [${(func ?? []).map(functionReference).join(", ")}],
  validate: [],
};
${assignments.join("\n")}
const compiled = new Map([${entries.join(", ")}]);
const compile = (schema) => {
  const validate = compiled.get(textWithBigInts(schema));
  if (validate === undefined) throw new Error(\`not compiled: \${textWithBigInts(schema)}\`);
  return validate;
};
export const builtDocument = { value: ${literal(value)}, compiler: { compile, share: () => undefined } };
`;
}

/** Every schema of an operation is compiled when a first value is held against it. */
function compileAll({ parameters, body, refusal, responses }: Operation): void {
  const value: JsonNode = { kind: "literal", value: null, start: 0, end: 4 };
  const contents = responses.flatMap(({ content }) => [...content.values()]);
  const headers = responses.flatMap((response) => response.headers);
  for (const one of [...parameters, body, refusal, ...contents, ...headers]) one?.validate(value);
}

function keywordReference(validate: unknown): string {
  const index = exactKeywords.findIndex((definition) => definition.validate === validate);
  if (index < 0) throw new Error("a keyword that is not among the exact ones");
  return `exactKeywords[${index}].validate`;
}

function functionReference(value: unknown): string {
  if (value === Object.prototype.hasOwnProperty) return "Object.prototype.hasOwnProperty";
  throw new Error(`a function of ajv's that has no place here yet: ${value}`);
}

function literal(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${JSON.stringify(name)}: ${literal(part)}`)
    .join(", ")} }`;
}
