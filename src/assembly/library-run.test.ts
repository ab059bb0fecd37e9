import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Access, Contract, Operation, Parameter } from "#core/contract/contract.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { judgeRecording } from "#core/recording/judge-again.ts";
import { readRecording } from "#core/recording/recording.ts";
import { readLines } from "#core/recording/recording-file.ts";
import type { RunOptions } from "#core/run/options.ts";
import type { RunEvent } from "#core/run/result.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { ReferenceServer } from "#reference-server/server.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { asFetch, asListener } from "#testing/reference-server/handlers.ts";
import { sampleOptions } from "#testing/run/sample-suites.ts";
import { checkCredential, checkRequiredHeaders, prepare, runOnReference } from "./assemble.ts";
import { type RunInput, renderReport, run } from "./library-run.ts";

const apiKey = "key-of-the-library-tests";

const reference = () => new ReferenceServer({ now: () => Date.now(), keys: [apiKey], plan: "none" });
const fetchHandler = () => asFetch(reference());

const given: Omit<RunInput, "target"> = { apiKey, rateLimit: "off", seed: 1 };

test.each([
  ["a fetch handler", { fetch: fetchHandler() }],
  ["a Node request listener", { listener: asListener(reference()) }],
])("a server in this process is checked without a socket: %s", async (_, target) => {
  const found = await run({ ...given, target });
  expect(found.verdicts.filter(({ verdict }) => verdict === "fail")).toEqual([]);
  expect([found.outcome, found.suiteErrors, found.rootCause]).toEqual(["conforming", [], undefined]);
  expect(found.requests.total).toBeGreaterThan(30);
});

test("events are reported as they happen, the end last, and none holds the key", async () => {
  const kinds: string[] = [];
  const echo = async () => Response.json({ code: apiKey, message: apiKey, status: 401 }, { status: 401 });
  const texts: string[] = [];
  const found = await run({
    ...given,
    target: { fetch: echo },
    onEvent: (event) => {
      kinds.push(event.kind);
      if (event.kind === "exchange") texts.push(JSON.stringify(event.exchange));
    },
  });
  expect(found.outcome).toBe("inconclusive");
  expect(kinds.at(0)).toBe("planned");
  expect(kinds.at(-1)).toBe("finished");
  expect(texts.join("")).not.toContain(apiKey);
  expect(await renderReport(found, "json")).not.toContain(apiKey);
});

test("what onEvent throws ends the run, which rejects with it, and nothing else throws", async () => {
  let heard = 0;
  const onEvent = ({ kind }: RunEvent): void => {
    heard += 1;
    if (kind === "exchange") throw new Error("the caller's own");
  };
  const throwing = { ...given, target: { fetch: fetchHandler() }, onEvent };
  await expect(run(throwing)).rejects.toThrow("the caller's own");
  expect(heard).toBe(2);
});

test("a handler that throws is a target without an answer", async () => {
  const found = await run({ ...given, target: { fetch: () => Promise.reject(new Error("oops")) } });
  expect([found.outcome, found.reason]).toEqual(["inconclusive", "unreachable"]);
});

test("a signal ends a run, which is then partial", async () => {
  const found = await run({ ...given, target: { fetch: fetchHandler() }, signal: AbortSignal.abort() });
  expect([found.partial, found.reason]).toEqual([true, "interrupted"]);
});

describe("what makes no sense is refused before anything is sent, in the words of the command line", () => {
  const refusal = async (changed: object): Promise<string> => {
    let sent = 0;
    const target = { fetch: () => Response.json(++sent) };
    const input: RunInput = { ...given, target, ...changed };
    const error: unknown = await run(input).catch((problem: unknown) => problem);
    expect(sent).toBe(0);
    return error instanceof UsageError ? error.message : `no usage error: ${error}`;
  };

  test.each([
    [{ apiKey: "" }, "apiKey is empty"],
    [{ apiKey: "ключ" }, "a character outside ASCII, which a header cannot carry (apiKey)"],
    [{ allowInsecure: "yes" }, "allowInsecure must be true or false"],
    [{ target: "" }, "it is empty (base address)"],
    [{ target: new URL("https://host/v1#x") }, "the URL has a query or a fragment"],
    [{ record: "run.json" }, "record must be a file that ends in .ndjson"],
    [{ target: undefined }, "target is neither a base address nor a server in this process"],
    [{ target: { fetch: "app" } }, "target is neither"],
    [{ target: { fetch: fetchHandler(), basePath: "/v1/" } }, "basePath must be a path"],
    [{ headers: { a: "b" } }, "headers must be a list"],
    [{ headers: [["X-Token"]] }, "must be a pair of a name and a value"],
    [{ headers: [["X Token", "a"]] }, "names and values as HTTP allows them"],
    [{ headers: [["X-Token", "a\nb"]] }, "names and values as HTTP allows them"],
    [{ headers: [["authorization", "a"]] }, "the header authorization cannot be added to every request"],
    [{ signal: "stop" }, "signal must be an AbortSignal"],
    [{ onEvent: "log" }, "onEvent must be a function"],
    [{ onEvents: () => undefined }, "Did you mean onEvent?"],
    [{ plan: apiKey }, 'got "[redacted]"'],
    [{ timeoutMs: 30 }, "timeoutMs must be a time from 0.1 to 600 seconds, in milliseconds; got 30"],
    [{ only: "LIST" }, 'only must be a list; got "LIST" (options of run). Try only: ["LIST"].'],
    [{ categoryIds: [7] }, "categoryIds must be a whole number of 64 bits, as text; got 7"],
    [{ only: ["LIST-99"] }, 'only "LIST-99" matches no requirement and no area'],
    [{ clientCert: "cert.pem" }, "of client-cert and client-key only one is given"],
  ])("%j", async (changed, message) => {
    expect(await refusal(changed)).toContain(message);
  });

  test("and no message repeats a password of the target, or the value of a header", async () => {
    expect(await refusal({ target: "me:pa55@host/v1" })).not.toContain("pa55");
    expect(await refusal({ headers: [["X-Token", "s3cret\n"]] })).not.toContain("s3cret");
  });
});

const prepared = await prepare();
const plan = (name: "free" | "business") => ({ declared: { plan: name } }) as Partial<RunOptions>;

test.each<[string, Partial<RunOptions>]>([
  ["quick", { profile: "quick" }],
  ["standard on the smallest plan", plan("free")],
  ["standard where the limit leaves room", plan("business")],
  ["standard that only reads, where the limit leaves room", { readOnly: true, ...plan("business") }],
  ["thorough that only reads", { profile: "thorough", readOnly: true }],
  ["two rounds", { rounds: 2 }],
])(
  "what is planned of %s is not exceeded, and is no more than three times what is sent, four times with rounds",
  async (_, given) => {
    const events: RunEvent[] = [];
    const { requests, created } = await runOnReference({
      prepared,
      options: sampleOptions({ now: "2026-03-04", ...given }),
      extraHeaders: [],
      signal: new AbortController().signal,
      secrets: new Secrets(),
      onEvent: (event) => void events.push(event),
    });
    const [planned] = events.flatMap((event) => (event.kind === "planned" ? [event] : []));
    expect(planned).toBeDefined();
    const { requests: most = 0, creates: stores = 0, probe = 0 } = planned ?? {};
    const sent = requests.total - requests.probe;
    expect(sent).toBeLessThanOrEqual(most - probe);
    expect(requests.probe).toBeLessThanOrEqual(probe);
    expect(created.length).toBeLessThanOrEqual(stores);
    // A round sends again what the rounds before it left open, and nothing else.
    const ofFailures = 8;
    expect(most - probe - ofFailures).toBeLessThanOrEqual(sent * ("rounds" in given ? 4 : 3));
  },
);

function requiring(...parameters: readonly Partial<Parameter>[]): Pick<Contract, "operations"> {
  const operation = { id: "listPets", parameters } as unknown as Operation;
  return { operations: new Map([["listPets", operation]]) };
}

test("a header or cookie that the document requires of a known operation has to be given", () => {
  const header = requiring({ name: "X-Store", in: "header", required: true });
  expect(() => checkRequiredHeaders(header, [])).toThrow(/the header parameter X-Store of listPets/);
  expect(() => checkRequiredHeaders(header, [["x-store", "main"]])).not.toThrow();
  const cookie = requiring({ name: "session", in: "cookie", required: true });
  expect(() => checkRequiredHeaders(cookie, [["X-Store", "main"]])).toThrow(
    /--header Cookie='session=VALUE'/,
  );
  const optional = requiring({ name: "X-Store", in: "header", required: false });
  expect(() => checkRequiredHeaders(optional, [])).not.toThrow();
});

test.each<[string, Access, boolean]>([
  ["a bearer key", { kind: "bearer", alone: true }, true],
  ["no key", { kind: "public", stated: false }, true],
  ["OAuth 2", { kind: "other", schemes: ["login (oauth2)"], asToken: true, headers: [] }, true],
  ["HTTP basic", { kind: "other", schemes: ["users (HTTP basic)"], asToken: false, headers: [] }, false],
])("a document whose first operation takes %s", (_, access, isTested) => {
  const operation = { id: "listPets", access } as unknown as Operation;
  const check = () => checkCredential({ operations: new Map([["listPets", operation]]) }, "listPets");
  if (isTested) expect(check).not.toThrow();
  else expect(check).toThrow(/asks for users \(HTTP basic\) at listPets/);
});

describe("a document that asks for another credential is tested with the header that carries it:", () => {
  const answers = `responses: { "200": { description: d, content: { application/json: { schema: { type: array } } } }, "401": { description: d } }`;
  const documentOf = (scheme: string) => `openapi: 3.1.0
info: { title: Parts, version: "1" }
paths: { /parts: { get: { operationId: listParts, security: [{ one: [] }], ${answers} } } }
components: { securitySchemes: { one: ${scheme} } }`;
  const schemes = [
    ["X-Parts-Key", "{ type: apiKey, in: header, name: X-Parts-Key }", "parts-7f3a2c9d"],
    ["Authorization", "{ type: http, scheme: basic }", `Basic ${btoa("parts:7f3a2c9d")}`],
  ] as const;

  test.each(schemes)("%s", async (name, scheme, value) => {
    const folder = temporaryFolder();
    const [spec, record] = [join(folder, "parts.yaml"), join(folder, "run.ndjson")];
    await writeFile(spec, documentOf(scheme));
    const seen: (string | null)[] = [];
    const service = (isRight: (sent: string | null) => boolean) => ({
      fetch: async ({ headers }: Request) => {
        seen.push(headers.get(name));
        return isRight(headers.get(name)) ? Response.json([]) : new Response(null, { status: 401 });
      },
    });
    const verdictOf = async (
      isRight: (sent: string | null) => boolean,
      headers: readonly (readonly [string, string])[] = [[name, value]],
    ) => {
      const found = await run({ ...given, spec, headers, record, target: service(isRight) });
      return found.verdicts.find(({ id }) => id === "OP:listParts/auth")?.verdict;
    };
    expect(await verdictOf((sent) => sent === value)).toBe("pass");
    expect([seen.includes(value), seen.includes(null), new Set(seen).size]).toEqual([true, true, 3]);
    const { lines, isCut } = await readLines(record);
    expect(JSON.stringify(lines)).not.toContain(value.split(" ").at(-1));
    const recording = readRecording(lines);
    expect([isCut, recording.verdicts === undefined]).toEqual([false, false]);
    const { options } = recording.start;
    const prepared = await prepare({ spec, declared: options.declared });
    const again = await judgeRecording(recording.kept, { ...prepared, options, asThen: true });
    expect(again.verdicts.find(({ id }) => id === "OP:listParts/auth")?.verdict).toBe("pass");
    expect(await verdictOf((sent) => sent !== null)).toBe("fail");
    expect(await verdictOf(() => true)).toBe("fail");
    expect(await verdictOf((sent) => sent === value, [["X-Other", "1"]])).toBe("untested");
  });
});
