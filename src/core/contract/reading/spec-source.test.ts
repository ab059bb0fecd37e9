import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { loopbackCertificate, testKey } from "#testing/exchange/test-certificates.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { opened } from "#testing/traffic/proxied.ts";
import { fetchSpecText, isInsideFolder, readSpecText, specName, specUrl } from "./spec-source.ts";

describe("a file", () => {
  let folder: string;

  beforeEach(async () => {
    folder = temporaryFolder();
    await mkdir(join(folder, "api"), { recursive: true });
    await writeFile(join(folder, "secret.yaml"), "secret");
  });

  const read = (path: string, root = path) => readSpecText(specUrl(path), specUrl(root));

  test("behind a link out of the folder is not read, unless the link is the document", async () => {
    const link = join(folder, "api", "link.yaml");
    await symlink(join(folder, "secret.yaml"), link);
    expect(await read(link)).toBe("secret");
    await expect(read(link, join(folder, "api", "openapi.yaml"))).rejects.toThrow(
      /a link out of the document's folder/,
    );
  });

  test.each([
    ["is not there", "none.yaml", /there is no such file/],
    ["is a folder", ".", /it is a folder/],
    ["is larger than 8 MB", "large.yaml", /larger than 8 MB/],
    ["has no end", "zeros.yaml", /it is a device/],
    ["is not UTF-8", "latin.yaml", /not UTF-8/],
  ])("that %s is refused with its path", async (_, name, problem) => {
    await symlink("/dev/zero", join(folder, "zeros.yaml"));
    await writeFile(join(folder, "large.yaml"), "x".repeat(8_000_001));
    await writeFile(join(folder, "latin.yaml"), Uint8Array.of(0x61, 0xe9));
    const path = join(folder, name);
    await expect(read(path)).rejects.toThrow(problem);
    await expect(read(path)).rejects.toMatchObject({ name: "SpecError", place: { file: path } });
  });
});

describe("an address", () => {
  async function serve(listener: RequestListener): Promise<URL> {
    return new URL(`http://${await opened(createServer(listener))}/v1/openapi.yaml?token=t0p`);
  }

  test("is fetched without credentials", async () => {
    const seen: (string | undefined)[] = [];
    const url = await serve(({ headers }, response) => {
      seen.push(headers.authorization, headers.cookie);
      response.end("a: 1");
    });
    expect(await readSpecText(url, url)).toBe("a: 1");
    expect(seen).toEqual([undefined, undefined]);
  });

  test.each<[string, RequestListener, RegExp]>([
    ["answers by a redirect", answering(302, { location: "/other" }), /redirect/],
    ["answers 404", answering(404), /status 404/],
    ["is compressed", answering(200, { "content-encoding": "gzip" }), /compressed/],
    ["answers without end", (_, response) => void endless(response), /larger than 8 MB/],
    ["breaks off", (_, response) => void response.socket?.destroy(), /not fetched/],
  ])("that %s is refused, without its query", async (_, listener, problem) => {
    const url = await serve(listener);
    const error = await readSpecText(url, url).catch((cause: unknown) => cause);
    expect(String(error)).toMatch(problem);
    expect(String(error)).not.toContain("t0p");
  });

  test.each<[string, RequestListener]>([
    ["is silent", () => undefined],
    ["stops in the middle", (_, response) => void response.write("a: ")],
  ])("that %s is given up", async (_, listener) => {
    await expect(fetchSpecText(await serve(listener), 20)).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test.each([
    [
      "that does not answer in time",
      "https",
      () => Promise.reject(new DOMException("", "TimeoutError")),
      /no answer in time/,
    ],
    ["by plain http of another machine", "http", async () => "a: 1", /plain http.*https/],
  ])("%s is refused", async (_, scheme, fetchText, problem) => {
    const url = new URL(`${scheme}://specs.example/a.yaml`);
    await expect(readSpecText(url, url, fetchText)).rejects.toThrow(problem);
  });

  test("whose certificate nobody trusts is refused, whatever the environment says", async () => {
    const server = createTlsServer({ cert: loopbackCertificate, key: testKey }, (_, response) => {
      response.end("a: 1");
    });
    const url = new URL(`https://${await opened(server)}/openapi.yaml`);
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(readSpecText(url, url)).rejects.toThrow(/DEPTH_ZERO_SELF_SIGNED_CERT/);
  });

  test("with credentials in it is refused, and they are not repeated", () => {
    const refused = expect(() => specUrl("https://user:s3cret@specs.example/a.yaml"));
    refused.toThrow(/^(?!.*s3cret).*holds credentials/);
  });

  test("is shown without its query", () => {
    expect(specName(specUrl("https://specs.example/a.yaml?token=1#x"))).toBe("https://specs.example/a.yaml");
  });
});

function answering(status: number, fields = {}): RequestListener {
  return (_, response) => response.writeHead(status, fields).end("x");
}

function endless(response: Parameters<RequestListener>[1]): void {
  const chunk = Buffer.alloc(65_536, "x");
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  response.on("error", () => {});
  more();
}

describe("isInsideFolder", () => {
  const root = new URL("https://specs.example/v1/openapi.yaml");

  test.each([
    ["pets.yaml", true],
    ["schemas/pets.yaml", true],
    ["schemas/../pets.yaml", true],
    ["../v1/pets.yaml", true],
    ["../v10/pets.yaml", false],
    ["..%2fpets.yaml", true],
    ["%2e%2e/pets.yaml", false],
    ["//other.example/v1/pets.yaml", false],
    ["http://specs.example/v1/pets.yaml", false],
    ["https://specs.example:8443/v1/pets.yaml", false],
  ])("calls %s %s", (reference, inside) => {
    expect(isInsideFolder(new URL(reference, root), root)).toBe(inside);
  });

  test("takes an encoded slash in a path for no name of a file", () => {
    const file = new URL("file:///v1/openapi.yaml");
    expect(isInsideFolder(new URL("..%2fsecret.yaml", file), file)).toBe(false);
    expect(specName(new URL("..%2fsecret.yaml", file))).toBe("/v1/..%2fsecret.yaml");
  });
});
