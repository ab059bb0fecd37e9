import { announcesLength, type RequestSpec } from "#core/exchange/exchange.ts";
import { withAccept } from "#core/exchange/headers.ts";
import { utf8Text } from "#core/json/escape.ts";
import type { Run } from "#core/run/result.ts";
import { type CurlCommand, curlCommand } from "./curl.ts";
import { keyPlaceholder, pathWithQuery } from "./request-line.ts";

/** By what a request is sent again: curl, and for a server inside the process of the run a snippet that runs there. */
export function sendAgain(
  request: RequestSpec,
  { target, inProcess }: Pick<Run, "target" | "inProcess">,
): CurlCommand {
  if (inProcess === undefined) return curlCommand(request, target);
  return { words: [snippet(request, inProcess)] };
}

/** Larger bodies are read from a file, so that no line gets too long. */
const longestBody = 16 * 1024;

/**
 * JavaScript of one line, for a module in which `target` and `apiKey` are what the run was given. It prints the status
 * and the body, and holds no character that a terminal would interpret.
 */
function snippet(request: RequestSpec, { entry, baseUrl }: NonNullable<Run["inProcess"]>): string {
  const { method, body, credential, headers: own = [] } = request;
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/$/, "") + pathWithQuery(request);
  const headers = [
    ...withAccept(own).map(([name, value]) => pair(name, literal(value))),
    ...credentialPair(request),
    ...(body?.contentType === undefined ? [] : [pair("Content-Type", literal(body.contentType))]),
  ];
  const bytes = body === undefined ? "" : bytesOf(body.bytes);
  const comments = [
    "target and apiKey: as the run was given them",
    ...(credential.kind === "other" && credential.derive !== undefined
      ? [`CREDENTIAL: ${literal(credential.about)}`]
      : []),
    ...(body !== undefined && body.bytes.length > longestBody
      ? [`body.bin: the ${body.bytes.length} bytes that were sent`]
      : []),
  ];
  const code =
    entry === "fetch"
      ? toHandler(method, url.origin + path, headers, bytes)
      : toListener({ method, path, host: url.host, headers, bytes, length: body?.bytes.length ?? 0 });
  return `${code} // ${comments.join("; ")}`;
}

function toHandler(method: string, address: string, headers: readonly string[], bytes: string): string {
  const init = [
    `method: ${literal(method)}`,
    `headers: [${headers.join(", ")}]`,
    ...(bytes === "" ? [] : [`body: ${bytes}`]),
  ];
  return `const answer = await target.fetch(new Request(${literal(address)}, { ${init.join(", ")} })); console.log(answer.status, await answer.text());`;
}

interface ListenerRequest extends Readonly<Record<"method" | "path" | "host" | "bytes", string>> {
  readonly headers: readonly string[];
  readonly length: number;
}

/** Over a port of this machine that is open for this one request. */
function toListener({ method, path, host, headers, bytes, length }: ListenerRequest): string {
  const lines = [
    pair("Host", literal(host)),
    ...headers,
    pair("Connection", literal("close")),
    ...(announcesLength(method, length) ? [pair("Content-Length", literal(String(length)))] : []),
  ];
  const options = [
    'host: "127.0.0.1"',
    "port: server.address().port",
    `method: ${literal(method)}`,
    `path: ${literal(path)}`,
    `headers: [${lines.join(", ")}].flat()`,
  ];
  return [
    'const { createServer, request } = await import("node:http");',
    "const server = createServer(target.listener);",
    'await new Promise((done) => server.listen(0, "127.0.0.1", done));',
    `const answer = await new Promise((done, fail) => request({ ${options.join(", ")} }).on("response", done).on("error", fail).end(${bytes}));`,
    "console.log(answer.statusCode, Buffer.concat(await answer.toArray()).toString()); server.close();",
  ].join(" ");
}

function pair(name: string, value: string): string {
  return `[${literal(name)}, ${value}]`;
}

function credentialPair({ credential }: RequestSpec): readonly string[] {
  switch (credential.kind) {
    case "none":
      return [];
    case "valid":
      return [pair("Authorization", `${literal("Bearer ")} + apiKey`)];
    case "other":
      // What is derived from the key must not be printed; the reader derives it.
      if (credential.derive !== undefined) return [pair(credential.header, "process.env.CREDENTIAL")];
      return [
        pair(credential.header, credential.value.split(keyPlaceholder).map(literal).join(" + apiKey + ")),
      ];
  }
}

/** As bytes: with text `Request` would add a Content-Type of its own. */
function bytesOf(bytes: Uint8Array): string {
  if (bytes.length > longestBody) return 'await (await import("node:fs/promises")).readFile("body.bin")';
  const text = utf8Text(bytes);
  return text === undefined
    ? `Buffer.from(${literal(Buffer.from(bytes).toString("base64"))}, "base64")`
    : `new TextEncoder().encode(${literal(text)})`;
}

function literal(text: string): string {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
