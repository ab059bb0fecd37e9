import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import {
  challengeFields,
  credentialWords,
  isCredentialName,
  wholeCredentialWords,
} from "#core/secrets/looks.ts";
import { NumberedSecrets } from "#core/secrets/numbered-secrets.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { credentialsIn, knownWords, withoutCredentials } from "./credentials.ts";
import { recordedLine } from "./files/record-traffic.ts";

const contract = await loadContract();
const known = knownWords(contract);
const base = new URL("https://pets.example/v1");
const exchange: WireExchange = {
  ...{ method: "POST", target: "/pets", headers: [], body: new Uint8Array(), sentAtMs: 1, endedAtMs: 2 },
  outcome: { kind: "answer", status: 200, headers: [], body: Buffer.from("[]") },
};
const answer = (body: string | Uint8Array, headers: WireExchange["headers"] = []): Partial<WireExchange> => ({
  outcome: { kind: "answer", status: 200, headers, body: Buffer.from(body) },
});
const recordedOf = (given: Partial<WireExchange>) =>
  recordedLine({ ...exchange, ...given }, base, new NumberedSecrets(), known);

// Short, so that it is found by its name alone; and long, so that it is taken out wherever else it stands.
describe.each(["s3cr", "s3cr-et/of+some=length"])("of the credential %j nothing is recorded:", (secret) => {
  const inUrl = encodeURIComponent(secret);
  const inJson = JSON.stringify(secret);
  const ways: Readonly<Record<string, Partial<WireExchange>>> = {
    "a header field": { headers: [["X-Vault-Token", secret]] },
    "a header field of the answer": answer("", [["X-Amz-Signature", secret]]),
    "a scheme of its own": { headers: [["X-Auth", `Bearer ${secret}`]] },
    "a cookie": { headers: [["Cookie", `theme=${secret}; a=b`]] },
    "a cookie that is set": answer("", [["Set-Cookie", `a=${secret}; Path=/; HttpOnly`]]),
    "a query parameter": { target: `/pets?limit=1&X-Goog-Signature=${inUrl}` },
    "a query parameter with an encoded name": { target: `/pets?p%61ssword=${inUrl}` },
    "the address of another service": { target: `https://me:${inUrl}@pets.example/other` },
    "an address in a header field": { headers: [["Referer", `https://a.example/?jwt=${inUrl}#x`]] },
    "a redirect with a code": answer("", [["Location", `https://a.example/cb?state=1&code=${inUrl}`]]),
    "a fragment": answer("", [["Location", `https://a.example/#access_token=${inUrl}`]]),
    "a form": { body: Buffer.from(`grant_type=password&username=me&client_secret=${inUrl}`) },
    "a form that begins with it": { body: Buffer.from(`refresh_token=${inUrl}&a=b`) },
    "a form with files": {
      body: Buffer.from(
        `--b\r\nContent-Disposition: form-data; name="passwort"\r\n\r\n${secret}\r\n--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nRex\r\n--b--\r\n`,
      ),
    },
    "a member of a request": { body: Buffer.from(`{"name":"Rex","password":${inJson}}`) },
    "a member of an answer": answer(`[{"id":1},{"sessionId" : ${inJson}}]`),
    "a member with an escaped name": answer(`{"\\u0074oken":${inJson}}`),
    "whatever is inside of such a member": answer(
      `{"credentials":{"a":[1,{"b":${inJson}}],"c":"d"},"e":"f"}`,
    ),
    "a member of what is cut": answer(`{"a":[{"apiKey":${inJson}`),
    "a code in a request": { body: Buffer.from(`{"code":${inJson}}`) },
    "an address in a member": answer(`{"next":"https:\\/\\/a.example\\/?sig=${inUrl}\\u0026a=b"}`),
    "a compressed answer": answer(gzipSync(`{"token":${inJson}}`), [["Content-Encoding", "gzip"]]),
    "a compressed request": {
      headers: [["Content-Encoding", "gzip"]],
      body: gzipSync(`{"token":${inJson}}`),
    },
  };
  test.each(Object.entries(ways))("%s", (_, way) => {
    const line = recordedOf(way);
    for (const form of [secret, inUrl, inJson.slice(1, -1)]) expect(line).not.toContain(form);
    expect(line).toMatch(/\{key \d\}/);
  });
});

test("a credential behind a content coding, and a password in base64, are looked for elsewhere, too", () => {
  const password = "s3cr-et/of+some=length";
  const packed = answer(gzipSync(`{"token":"${password}"}`), [["Content-Encoding", "gzip"]]);
  expect(credentialsIn({ ...exchange, ...packed }, known)).toEqual([password]);
  const basic = Buffer.from(`me:${password}`).toString("base64");
  const headers = [["Authorization", `Basic ${basic}`]] as const;
  expect(credentialsIn({ ...exchange, headers }, known)).toEqual([basic, password]);
  const repeated = recordedOf({ headers, ...answer(`${password.toUpperCase()} ${btoa(password)}`) });
  for (const form of [basic, password, password.toUpperCase(), btoa(password)])
    expect(repeated).not.toContain(form);
});

test("what is no credential stays as it is", () => {
  const body = '{"code":404,"message":"token: none","keyboard":null,"a":"b=c","n":{"code":"x"}}';
  const line = recordedOf({
    ...{ target: "/pets?limit=1&status=sold", body: Buffer.from('{"name":"Rex","categoryId":1}') },
    ...answer(body, [
      ["WWW-Authenticate", 'Bearer realm="pets"'],
      ["X-RateLimit-Remaining", "7"],
    ]),
  });
  expect(line).not.toContain("{key");
  expect(JSON.parse(line).response.body.utf8).toBe(body);
});

test("a text stays a text, a number a number of as many digits, and what was equal stays equal", () => {
  const line = recordedOf({
    body: Buffer.from('{"pin":1234,"token":"abc"}'),
    ...answer('{"pin":1234,"keys":[-0.25,1e5,true,null,""],"token":"abc","other_token":"abd","id":1234}'),
  });
  const { request, response } = JSON.parse(line);
  expect(request.body.utf8).toBe('{"pin":1000,"token":"{key 1}"}');
  expect(response.body.utf8).toBe(
    '{"pin":1000,"keys":[-0.00,1e0,true,null,""],"token":"{key 1}","other_token":"{key 2}","id":1234}',
  );
});

test("an address of a recording, whose key was taken out before, is printed as any", () => {
  expect(withoutCredentials("/pets?limit=5&api_key={key 12}&status=sold")).toBe(
    "/pets?limit=5&api_key={key}&status=sold",
  );
});

test("a number or a word of the document is not looked for elsewhere: it may be any pet's", () => {
  const target = "/pets?code=9007199254740993&sortKey=available";
  expect(credentialsIn({ ...exchange, target }, known)).toEqual([]);
  // Another document has other words.
  const others = knownWords({ ...contract, operations: new Map() });
  expect(credentialsIn({ ...exchange, target }, others)).toEqual(["available"]);
  const body = '[{"id":9007199254740993,"status":"available"}]';
  expect(JSON.parse(recordedOf({ target, ...answer(body) })).response.body.utf8).toBe(body);
});

// In time that grows with the body alone: none of these comes to an end otherwise.
test("bodies that were made to be slow, or deep, are read to their end", () => {
  for (const text of ['\\"', "{", '"key":', "[", "//", "?key", "&a", "\\\\", 'name="', "--\r\n"])
    expect(recordedOf(answer(`{"key":"${text.repeat((1 << 19) / text.length)}`))).not.toBe("");
});

test("the page on traffic lists the words, and the fields that are left as they are", () => {
  const page = readFileSync(new URL("../../docs/evidence.md", import.meta.url), "utf8");
  const listed = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(", ");
  expect(page.replaceAll("\n", " ")).toContain(listed(credentialWords));
  expect(page.replaceAll("\n", " ")).toContain(listed(wholeCredentialWords));
  expect(challengeFields.filter((field) => !page.toLowerCase().includes(`\`${field}\``))).toEqual([]);
  expect(["Key", "Hotel-Pin", "spinner", "X-Design"].map(isCredentialName)).toEqual([
    true,
    true,
    false,
    true,
  ]);
});
