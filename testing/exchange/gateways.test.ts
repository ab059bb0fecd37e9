import { describe, expect, onTestFinished, test } from "vitest";
import type { RunOptions } from "#core/run/options.ts";
import { listen } from "#reference-server/listen.ts";
import type { ServerResponse } from "#reference-server/server.ts";
import { defectSentence } from "#report/words/defect-in-words.ts";
import { startBedServer } from "../hostile/bed-server.ts";
import { bedKey, petstore, plain } from "../hostile/petstore.ts";
import { idsOf } from "../proof/bed.ts";
import { answersOf, bodyOf, withBody } from "../reference-server/handlers.ts";
import { printed } from "../report/sample-run.ts";
import { runOverSockets } from "../run/run-over-sockets.ts";
import { serverWith } from "./socket-bed.ts";
import { loopbackCertificate, testKey } from "./test-certificates.ts";

// Ruling 42, end to end: what may be in front of a service, over sockets, with what is printed and the exit code. What needs no
// socket is in targets.test.ts.

const key = "front-key-5f2c9a7d41";

interface Situation {
  readonly it: string;
  /** Gives the base address that the run is given. */
  readonly stands: () => Promise<URL>;
  /** Default 3. */
  readonly exitCode?: 1;
  /** Parts of what is printed: what happened, and what to do. */
  readonly says: readonly string[];
  /** The one cause of all failures. */
  readonly isCausedBy?: string;
}

const html = ["text/html", "<html><h1>nginx</h1></html>"] as const;
const raw = (status: string, [type, body]: readonly [string, string] = html, more = "") =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;

/** A server that answers everything with these bytes. */
const always = (answer: string) => async () => (await serverWith((socket) => socket.write(answer))).url;

const overTls = async (scheme: "http" | "https") => {
  const server = await serverWith(() => undefined, { key: testKey, cert: loopbackCertificate });
  return new URL(server.url.href.replace("https", scheme));
};

type Change = (
  response: ServerResponse,
  request: { readonly method: string; readonly nth: number },
) => ServerResponse;

/** The reference server, and what is done to its answers. */
const behind =
  (change: Change = (response) => response, path = "/v1") =>
  async () => {
    let nth = 0;
    const given = { now: Date.now, keys: [key], plan: "business" } as const;
    const server = await listen(
      answersOf(given, (answer, { method }) => change(answer, { method, nth: ++nth })),
    );
    onTestFinished(server.close);
    return new URL(path, server.url);
  };

const edited =
  (edit: (text: string) => string): Change =>
  (response) =>
    withBody(response, edit(bodyOf(response)));
const wrapped = edited((text) => (text.startsWith("[") ? `{"data":${text}}` : text));
/** In the text, since these ids are larger than JSON.parse keeps exactly. */
const idsAsText = edited((text) => text.replace(/"id":\s*([0-9]+)/g, '"id":"$1"'));
const noCreates: Change = (response, { method }) =>
  method === "POST" && response.status === 201
    ? { ...withBody(response, '{"code":"forbidden","message":"Not this key.","status":403}'), status: 403 }
    : response;
const gone: Change = (response, { nth }) =>
  nth > 20 ? { status: 502, headers: [["Content-Type", html[0]]], body: Buffer.from(html[1]) } : response;

const signIn = "Location: https://login.example.com/oauth2/authorize?state=1\r\n";
const notHttp = "<html><h1>400</h1>The plain HTTP request was sent to HTTPS port</html>";
const situations: readonly Situation[] = [
  {
    it: "a wrong path",
    stands: behind(undefined, "/shop/v1"),
    says: ["the service is not at this address", "check the host and the path of the base address"],
  },
  {
    it: "a base address without /v1",
    stands: behind(undefined, "/"),
    says: ["the base address does not end in the version segment /v1", "run again with http://127.0.0.1:"],
  },
  {
    it: "502 from a load balancer",
    stands: always(raw("502 Bad Gateway")),
    says: ["a gateway or load balancer answers, and does not reach the service", "start the service"],
  },
  {
    it: "a redirect to a sign-in page",
    stands: always(raw("302 Found", ["text/html", ""], signIn)),
    says: [
      "a sign-in page is in front of the service",
      "with the Location https://login.example.com/oauth2/authorize (",
      "use an address at which the API key alone is enough",
    ],
  },
  {
    it: "https asked over http",
    stands: () => overTls("http"),
    says: [
      "closed the connection before it answered",
      "if the server speaks https on this port, run again with https://127.0.0.1:",
    ],
  },
  {
    it: "https asked over http, of a server that says so",
    stands: always(raw("400 Bad Request", ["text/html", notHttp])),
    says: [
      "the target speaks https on this port, and was addressed over http",
      "run again with https://127.0.0.1:",
    ],
  },
  {
    it: "plain http asked over https",
    stands: async () => new URL((await behind()()).href.replace("http:", "https:")),
    says: ["the target does not speak TLS on that port", "run again with http://127.0.0.1:"],
  },
  {
    it: "a certificate that is not trusted",
    stands: () => overTls("https"),
    says: ["the target's TLS certificate is self-signed", "`ca: FILE` in the configuration"],
  },
  {
    it: "a name that is not found",
    stands: async () => new URL("http://pets.invalid/v1"),
    says: ["the target's host name", "check the host name in the base address"],
  },
  {
    it: "a gateway that asks for a password",
    stands: always(
      raw("401 Unauthorized", html, 'WWW-Authenticate: Basic realm="Staging"\r\nServer: nginx/1.25\r\n'),
    ),
    says: [
      "a gateway asks for other credentials than the API key",
      '(asks for Basic realm="Staging", Server nginx/1.25)',
      "use an address behind that gateway",
    ],
  },
  {
    it: "a gateway that forbids",
    stands: always(raw("403 Forbidden", ["text/html", "<title>Acme WAF</title>"], "Server: AcmeGate\r\n")),
    says: [
      "something in front of the service refuses this client: GET /pets is answered 403",
      '(Server AcmeGate, title "Acme WAF")',
      "ask its operator to let this machine through",
    ],
  },
  {
    it: "a proxy that asks for a password",
    stands: always(
      raw("407 Proxy Authentication Required", html, 'Proxy-Authenticate: Basic realm="Acme"\r\n'),
    ),
    says: [
      "a proxy on the way asks for credentials of its own",
      'asks for Basic realm="Acme"',
      "HTTPS_PROXY",
    ],
  },
  {
    it: "a sign-in page that is served",
    stands: always(raw("200 OK", ["text/html", "<html><title>Sign in to Acme</title></html>"])),
    says: ["a sign-in page is in front of the service", 'title "Sign in to Acme"'],
  },
  {
    it: "an envelope round the list",
    stands: behind(wrapped),
    exitCode: 1,
    says: ["non-conforming", "✗ 1. LIST-1 ", "is wrapped in an envelope"],
    isCausedBy: "the list is wrapped in an object with the field `data`",
  },
  {
    it: "ids as strings",
    stands: behind(idsAsText),
    exitCode: 1,
    says: ["non-conforming", "✗ 1. ", "writes 64-bit integers as strings"],
    isCausedBy: "ids are strings",
  },
  {
    it: "a correct service that refuses every create",
    stands: behind(noCreates),
    says: ["every valid create is rejected: 403 with an Error body", "--read-only"],
  },
  {
    it: "a gateway whose service is gone in mid-run",
    stands: behind(gone),
    says: [
      "the service has been gone since request 20: every later one was answered 502",
      "see whether the server",
    ],
  },
];

describe("in front of the service", () => {
  test.each(situations)("$it", async ({ stands, exitCode = 3, says, isCausedBy }) => {
    const options = {
      rateLimit: "off",
      concurrency: 1,
      consistencyWaitMs: 0,
      maxDurationMs: 20_000,
    } as const;
    const run = await runOverSockets({ baseUrl: await stands(), key, options });
    expect(run.exitCode).toBe(exitCode);
    const text = printed(run, { width: 1000 });
    for (const part of says) expect(text).toContain(part);
    if (run.rootCause?.kind === "in-front") expect(run.created.filter(({ certain }) => certain)).toEqual([]);
    expect(idsOf(run, "fail").length > 0).toBe(exitCode === 1);
    expect(run.causes.map((cause) => defectSentence(cause))).toEqual(
      isCausedBy === undefined ? [] : [isCausedBy],
    );
  });
});

/** Blanks are allowed around JSON: the list is the correct one, on three megabytes. */
const padding = Buffer.alloc(3_000_000, " ");

async function runWith(options: Partial<RunOptions>) {
  const server = await startBedServer(
    petstore(({ correct, target }) =>
      plain(correct, target === "/v1/pets?limit=100" ? { body: Buffer.concat([correct.body, padding]) } : {}),
    ),
  );
  onTestFinished(() => server.close());
  const run = await runOverSockets({
    baseUrl: server.url,
    key: bedKey,
    options: { only: ["LIST-3", "HTTP-1"], ...options },
  });
  const verdict = (id: string) => run.verdicts.find((one) => one.id === id);
  return { http: verdict("HTTP-1"), list: verdict("LIST-3") };
}

test("a list that is larger than is read by default is inconclusive, and max-body is named", async () => {
  const { http, list } = await runWith({});
  const inconclusive = {
    verdict: "inconclusive",
    remedy: { options: [{ option: "max-body", value: "4MiB" }] },
  };
  expect([http, list]).toMatchObject([inconclusive, inconclusive]);
});

test("with max-body it is judged", async () => {
  const { http, list } = await runWith({ maxBodyBytes: 4_000_000 });
  expect([http, list]).toMatchObject([{ verdict: "pass" }, { verdict: "pass" }]);
});
