import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import type { RequestSpec } from "#core/exchange/exchange.ts";
import { isPlainText } from "#core/json/escape.ts";
import { commandLine, curlCommand, curlLine } from "./curl.ts";

const base = "https://staging.example.com/v1";
const list: RequestSpec = { method: "GET", path: "/pets", credential: { kind: "valid" } };

function create(
  body: string | Uint8Array,
  contentType: string | undefined = "application/json",
): RequestSpec {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return { method: "POST", path: "/pets", credential: { kind: "valid" }, body: { bytes, contentType } };
}

/** What a shell makes of the line: curl is replaced by a function that prints its arguments and the body it would send. */
function played(line: string): { readonly args: readonly string[]; readonly body: Buffer } {
  const script = `curl() { for a in "$@"; do printf '%s\\0' "$a" >&2; done; while [ $# -gt 0 ]; do if [ "$1" = --data-binary ]; then if [ "$2" = @- ]; then cat; else printf '%s' "$2"; fi; fi; shift; done; }
${line}`;
  const { stdout, stderr } = spawnSync("sh", ["-c", script], { env: { PETSTORE_API_KEY: "s3cret" } });
  return { args: stderr.toString("utf8").split("\0").slice(0, -1), body: stdout };
}

test("a header that the request alone has is sent again, too", () => {
  const request = { method: "GET", path: "/things", credential: { kind: "none" } } as const;
  const line = curlLine({ ...request, headers: [["X-Tenant", "it's red"]] }, "http://localhost/v1");
  expect(line).toContain(`-H 'X-Tenant: it'\\''s red'`);
});

test("the line holds the variable in place of the key, and the shell puts the key in", () => {
  const line = curlLine({ ...list, query: [["limit", "101"]] }, base);
  expect(line).toBe(
    `curl -i -H 'Accept: application/json' -H "Authorization: Bearer $PETSTORE_API_KEY" '${base}/pets?limit=101'`,
  );
  expect(played(line).args).toContain("Authorization: Bearer s3cret");
});

test("an id is taken from its variable where the path ends in it, whatever else has its digits", () => {
  const read: RequestSpec = { ...list, path: "/pets/1" };
  const line = commandLine(curlCommand(read, "http://127.0.0.1:8080/v1", new Map([["1", "PET"]])));
  expect(played(`PET=7; ${line}`).args.at(-1)).toBe("http://127.0.0.1:8080/v1/pets/7");
});

test.each([
  ["a PUT with a body", { ...create("{}"), method: "PUT" }, ["-X", "PUT"]],
  ["a POST without one", { ...list, method: "POST" }, ["-X", "POST"]],
  ["a DELETE", { ...list, method: "DELETE" }, ["-X", "DELETE"]],
  // With -X HEAD, curl waits for a body.
  ["a HEAD", { ...list, method: "HEAD" }, ["--head"]],
] as const)("%s goes out by its own method", (_, request, words) => {
  expect(played(curlLine(request, base)).args).toEqual(expect.arrayContaining([...words]));
});

test("an id beside one that has a variable, or with its lower 32 bits, is counted from it; one that has its own is not", () => {
  const variables = new Map([
    ["41", "PET"],
    ["42", "PET2"],
  ]);
  const asked = (id: string) => {
    const read = { method: "GET", path: `/pets/${id}`, credential: { kind: "valid" } } as const;
    const line = commandLine(curlCommand(read, "http://127.0.0.1:8080/v1", variables));
    return played(`PET=7; PET2=9; ${line}`).args.at(-1)?.split("/").at(-1);
  };
  expect(["41", "42", "43", "40", "4294967337", "44"].map(asked)).toEqual([
    "7",
    "9",
    "10",
    "6",
    "4294967303",
    "44",
  ]);
});

test("without a credential there is no Authorization header", () => {
  expect(curlLine({ ...list, credential: { kind: "none" } }, base)).not.toContain("Authorization");
});

test.each([
  ["plain JSON", '{"name":"Rex","categoryId":1}'],
  ["quotes and dollars", `{"name":"it's $HOME \`id\` \\"x\\" !! %s %d \\\\ "}`],
  ["other scripts", '{"name":"小白 رکس 👩‍👩‍👧"}'],
  ["a right-to-left override", '{"name":"a\u202eb"}'],
  ["control characters", "{\n\t\u0001\u0000}"],
  ["a leading at sign", "@/etc/passwd"],
  ["nothing", ""],
  ["nested arrays", "[".repeat(5000) + "]".repeat(5000)],
  ["a long name", `{"name":"it's ${"n".repeat(2000)} 100% ${"%".repeat(300)}","categoryId":1}`],
  ["two characters that alternate", `{"name":"${"5f".repeat(1000)}"}`],
  ["backslashes", "\\".repeat(500)],
])("a body of %s arrives byte for byte, from a line that a person can read", (_, body) => {
  const line = curlLine(create(body), base);
  expect(isPlainText(line)).toBe(true);
  expect(line.length).toBeLessThan(400);
  expect(played(line).body.toString("utf8")).toBe(body);
});

test("bytes that are not UTF-8 arrive byte for byte", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(played(curlLine(create(bytes), base)).body.equals(Buffer.from(bytes))).toBe(true);
});

test("a body without a Content-Type is sent without one", () => {
  const request = create("{}");
  const untyped: RequestSpec = { ...request, body: { bytes: Buffer.from("{}"), contentType: undefined } };
  expect(played(curlLine(untyped, base)).args).toContain("Content-Type:");
  expect(played(curlLine(request, base)).args).toContain("Content-Type: application/json");
});

/** The line of the list with another credential. */
const lineWith = (header: string, value: string, derive?: (key: string) => string) => {
  const about = "the key, four characters cut off its end";
  const other = { kind: "other", header, value, about, secret: true, ...(derive && { derive }) } as const;
  return curlLine({ ...list, credential: other }, base);
};

test("another credential keeps its own header, with the key put in by the shell", () => {
  expect(played(lineWith("X-Api-Key", "{key}")).args).toContain("X-Api-Key: s3cret");
});

test("what is derived from the key is described, not written", () => {
  const line = lineWith("Authorization", "Bearer {near-miss}", (key) => `Bearer ${key.slice(0, -4)}`);
  expect(line).toContain(`-H "Authorization: $CREDENTIAL"`);
  expect(line).toContain("# CREDENTIAL: the key, four characters cut off its end");
});

test("an empty credential value is sent as an empty header", () => {
  expect(lineWith("Authorization", "")).toContain("-H 'Authorization;'");
});

test("the reference server in this process is named by the address that serve has", () => {
  expect(curlLine(list, "reference server (in process)")).toContain("'http://127.0.0.1:8080/v1/pets'");
});
