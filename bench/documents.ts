import { readFileSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { createMockServer } from "@scalar/mock-server";
import { parse } from "yaml";
import { type Prepared, prepare } from "#assembly/assemble.ts";
import { fetchHandlerTarget } from "#assembly/library-run.ts";
import { listedOperations } from "#cli/commands/explain/list.ts";
import type { Operation } from "#core/contract/contract.ts";
import { elements } from "#core/contract/operations.ts";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type {
  InProcessAnswer,
  InProcessHandler,
  InProcessRequest,
} from "#core/exchange/transport/in-process.ts";
import { isPlainObject, memberAt, own, type PlainObject, type PlainValue } from "#core/json/plain.ts";
import type { Run } from "#core/run/result.ts";
import { playServer } from "#proof/play.ts";
import { markdownTable } from "../src/report/formats/markdown-report.ts";
import { measured } from "./processes.ts";

// What becomes of OpenAPI documents that others wrote: `node bench/documents.ts FILE…` prints a table of what is tested of each,
// and of the time and memory of a dry run, the best of three; with `--mock` each is judged on a mock server that is fed with it; with
// `--mistakes` a mock makes mistakes in the answers of one operation.

const args = process.argv.slice(2);
const files = args.filter((arg) => !arg.startsWith("--")).map((file) => resolve(file));
const target = "https://api.example.com/v1";
const key = "documents-0123456789";

/** Reasons without what is particular to one operation, with how often each is given. */
function reasons(given: readonly (string | undefined)[]): string {
  const kinds = given.flatMap((why) =>
    why === undefined ? [] : why.replace(/; to test it.*$/s, "").slice(0, 90),
  );
  return [...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => `${all.length}: ${kind}`).join("; ");
}

async function rowOf(file: string): Promise<string[]> {
  const env = { PETSTORE_API_KEY: key };
  const command = [process.execPath, "src/cli/bin.js", "run", target, "--spec", file, "--dry-run"];
  const runs = await Array.fromAsync({ length: 3 }, () => measured(command, { env }));
  const least = (of: (run: (typeof runs)[number]) => number) => Math.min(...runs.map(of));
  const figures = [
    (least(({ wallMs }) => wallMs) / 1000).toFixed(2),
    (least(({ cpuMs }) => cpuMs) / 1000).toFixed(2),
    least(({ memoryMiB }) => memoryMiB).toFixed(0),
  ];
  const size = (statSync(file).size / 1e6).toFixed(1);
  const [{ status, output } = { status: 1, output: "" }] = runs;
  const [refused = ""] = output.split("\n");
  if (status !== 0)
    return [basename(file), size, "", "", refused.replaceAll(file, basename(file)), ...figures];
  const operations = listedOperations(await prepare({ spec: file }));
  const leftOut = operations.map((one) => one.leftOut);
  const tested = leftOut.filter((why) => why === undefined).length;
  return [basename(file), size, String(operations.length), String(tested), reasons(leftOut), ...figures];
}

type Served = Exclude<InProcessAnswer, { readonly failure: unknown }>;
type Edit = (answer: Served) => Served;

/** A mock of the document, which serves who has the key. @param edit what is done to each answer to this path */
async function mockOf(file: string, path?: RegExp, edit?: Edit | "no key is asked for") {
  const app = await createMockServer({ specification: parse(readFileSync(file, "utf8")) });
  const handle = fetchHandlerTarget((request) => app.fetch(request), "http://127.0.0.1");
  return async (request: InProcessRequest): Promise<InProcessAnswer> => {
    const isEdited = edit !== undefined && path?.test(request.target.split("?")[0] ?? "") === true;
    const hasKey = request.headers.some(([, value]) => value === `Bearer ${key}`);
    const headers = request.headers.filter(([name]) => name.toLowerCase() !== "authorization");
    if (!hasKey && !(isEdited && typeof edit === "string"))
      return { status: 401, headers: [["content-type", "application/json"]], body: Buffer.from("{}") };
    const answer = await handle({
      ...request,
      target: request.target.replace(/^\/v1/, ""),
      headers: [...headers, ["authorization", `Bearer ${key}`]],
    });
    return isEdited && typeof edit !== "string" && "status" in answer ? edit(answer) : answer;
  };
}

function played(prepared: Prepared, handle: InProcessHandler) {
  const options = { profile: "standard" } as const;
  return playServer({ handle }, new URL(target), new VirtualClock(Date.now()), { ...prepared, key, options });
}

/** What fails, and each thing once. */
async function onMock(file: string): Promise<string> {
  const run = await played(await prepare({ spec: file }), await mockOf(file, /./, "no key is asked for"));
  const count = (kind: string) => run.verdicts.filter(({ verdict }) => verdict === kind).length;
  const failures = run.verdicts.flatMap(({ id, verdict, level, findings: [first] }) =>
    verdict === "fail"
      ? `  ${level} ${id}: ${first?.case.label}: expected ${first?.expected}; got ${first?.seen}`
      : [],
  );
  const head = `${basename(file)}: ${run.outcome}, ${run.requests.total} requests, ${count("pass")} passed, ${count("fail")} failed, ${count("untested")} untested, ${count("inconclusive")} inconclusive; mistakes of the suite: ${run.suiteErrors.map(({ where, message }) => `${where} ${message}`).join("; ") || "none"}`;
  return [head, ...failures].join("\n");
}

/** A schema of the document as it stands there, without references: what the suite reads of it is not asked. */
function plainSchema(document: PlainValue, schema: PlainValue | undefined): PlainObject {
  if (!isPlainObject(schema)) return {};
  const reference = own(schema, "$ref");
  if (typeof reference === "string")
    return plainSchema(document, memberAt(document, ...reference.replace("#/", "").split("/")));
  const all = [...elements(own(schema, "allOf")).map((part) => plainSchema(document, part)), schema];
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map((part) => own(part, "properties"))),
    required: all.flatMap((part) => elements(own(part, "required"))),
  };
}

/** A required member of the answer, or of the first item of a list, whose value has one type; undefined where there is none. */
function memberOf(document: PlainValue, { path, method, success = 200 }: Operation): string | undefined {
  const response = memberAt(document, "paths", path, method.toLowerCase(), "responses", String(success));
  const content = own(plainSchema(document, response), "content");
  const body = plainSchema(document, memberAt(content, "application/json", "schema"));
  const one = own(body, "type") === "array" ? plainSchema(document, own(body, "items")) : body;
  const ofOneType = (name: string) => {
    const type = own(plainSchema(document, memberAt(one, "properties", name)), "type");
    return type === "string" || type === "integer" || type === "boolean";
  };
  return elements(own(one, "required")).map(String).find(ofOneType);
}

/** Mistakes in an answer that has this required member, with the name of each. @param status one that is not documented */
const mistakes = (member: string, status: number): Readonly<Record<string, Parameters<typeof mockOf>[2]>> => {
  const changed =
    (change: (one: Record<string, unknown>) => void): Edit =>
    (answer) => {
      const body = JSON.parse(Buffer.from(answer.body).toString());
      change(Array.isArray(body) ? body[0] : body);
      return { ...answer, body: Buffer.from(JSON.stringify(body)) };
    };
  return {
    "a wrong type": changed((one) => {
      one[member] = [one[member]];
    }),
    "a missing member": changed((one) => delete one[member]),
    "a wrong status": (answer) => ({ ...answer, status }),
    "no authentication": "no key is asked for",
    "a wrong Content-Type": (answer) => ({ ...answer, headers: [["content-type", "text/html"]] }),
  };
};

/** Of the first operation of which a mock that is right shows nothing wrong: which mistakes are found. */
async function withMistakes(file: string): Promise<string[]> {
  const prepared = await prepare({ spec: file });
  const document: PlainValue = parse(readFileSync(file, "utf8"));
  const right = await played(prepared, await mockOf(file));
  const about = (id: string, run: Run) => run.verdicts.filter((one) => one.id.startsWith(`OP:${id}/`));
  for (const operation of prepared.contract.others.values()) {
    const { id, method, path } = operation;
    const own = about(id, right);
    const passes = (what: string) =>
      own.some((one) => one.id === `OP:${id}/${what}` && one.verdict === "pass");
    const isRight = ["schema", "auth", "status", "media-type"].every(passes);
    const member = memberOf(document, operation);
    const status = [299, 206, 203].find((one) => !operation.documents(one));
    if (method !== "GET" || !isRight || member === undefined || status === undefined) continue;
    const pattern = new RegExp(`^/v1${path.replaceAll(/[.+]/g, "\\$&").replaceAll(/\{[^}]*\}/g, "[^/]+")}$`);
    const found = await Array.fromAsync(Object.values(mistakes(member, status)), async (edit) => {
      const run = await played(prepared, await mockOf(file, pattern, edit));
      const failed = about(id, run).filter(({ verdict, level }) => verdict === "fail" && level === "must");
      return failed.map((one) => `\`${one.id.split("/").at(-1)}\``).join(", ") || "not found";
    });
    return [basename(file), id, ...found];
  }
  return [basename(file), "none that a mock shows to be right", "", "", "", "", ""];
}

if (args.includes("--mock")) for (const file of files) process.stdout.write(`${await onMock(file)}\n`);
else if (args.includes("--mistakes"))
  process.stdout.write(
    markdownTable(
      ["document", "operation", ...Object.keys(mistakes("", 0))],
      await Array.fromAsync(files, withMistakes),
    ),
  );
else
  process.stdout.write(
    markdownTable(
      ["document", "MB", "operations", "tested", "untested, and why", "s", "s of processor", "MiB of memory"],
      // One after another: they are measured.
      await Array.fromAsync(files, rowOf),
    ),
  );
