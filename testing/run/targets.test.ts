import { expect, test } from "vitest";
import { seededRandom } from "#core/check/inputs/random.ts";
import type { Stage } from "#reference-server/bed-server.ts";
import { textResponse } from "#reference-server/message.ts";
import { ReferenceServer, type ServerRequest, type ServerResponse } from "#reference-server/server.ts";
import { defectSentence } from "#report/words/defect-in-words.ts";
import { served, serverWith } from "../exchange/socket-bed.ts";
import { loopbackCertificate, testKey } from "../exchange/test-certificates.ts";
import { correct, idsOf, playOn, type Served } from "../proof/bed.ts";
import { bodyOf, type InFront, inFrontOf, json, withBody } from "../reference-server/handlers.ts";
import { printed } from "../report/sample-run.ts";
import { runOverSockets } from "./run-over-sockets.ts";

// What a new user may point the suite at, and what is printed: how many lines, how many causes, which exit code.

const key = "targets-key-5f2c9a7d41";

interface Target {
  readonly it: string;
  readonly answer: InFront;
  readonly stage?: Stage;
  readonly key?: string;
  readonly readOnly?: true;
  /** Default 1. */
  readonly exitCode?: 0 | 3;
  /** Default 1. */
  readonly causes?: number;
  /** The sentence of the one cause. */
  readonly cause?: string;
  /** Default 30. */
  readonly mostLines?: number;
  readonly says: readonly string[];
}

const right: InFront = (_, pass) => pass();
const changed =
  (
    change: (text: string, request: ServerRequest, answer: ServerResponse) => string | ServerResponse,
  ): InFront =>
  async (request, pass) => {
    const answer = await pass();
    const made = change(bodyOf(answer), request, answer);
    return typeof made === "string" ? withBody(answer, made) : made;
  };

const oops = () => json(500, { code: "internal", message: "Something went wrong.", status: 500 });

const flaky = (seed: number): InFront => {
  const random = seededRandom(seed, "flaky");
  return (_, pass) => (random() < 0.05 ? oops() : pass());
};

/** The first request of a method fails, and no other. */
const failsFirst = (method: string): InFront => {
  let seen = 0;
  return async (request, pass) => {
    if (request.method === method) seen += 1;
    return request.method === method && seen === 1 ? oops() : pass();
  };
};

/** A name beyond ASCII is stored, and no list can be written that holds it. */
const poisoned = (): InFront => {
  let isPoisoned = false;
  return async (request, pass) => {
    const answer = await pass();
    if (request.method === "POST" && answer.status === 201) isPoisoned ||= /[^ -~]/.test(bodyOf(request));
    return isPoisoned && request.method === "GET" && /^\/v1\/pets(\?|$)/.test(request.target)
      ? oops()
      : answer;
  };
};

const page = (status: number, body = "<html><h1>nginx</h1></html>", headers?: ServerResponse["headers"]) =>
  textResponse(status, "text/html", body, headers);

/** A gateway that answers everything in place of the service: what happened, and what to do. */
const gateway = (it: string, answer: ServerResponse, ...says: readonly string[]): Target => ({
  ...{ it, answer: async () => answer, exitCode: 3, causes: 0, mostLines: 16, says },
});

const gateways: readonly Target[] = [
  gateway(
    "a redirect to a sign-in page",
    page(302, "", [["Location", "https://login.example.com/oauth2/authorize?state=1"]]),
    "a sign-in page is in front of the service",
    "with the Location https://login.example.com/oauth2/authorize (",
    "use an address at which the API key alone is enough",
  ),
  gateway(
    "a sign-in page that is served",
    page(200, "<html><title>Sign in to Acme</title></html>"),
    ...["a sign-in page is in front of the service", 'title "Sign in to Acme"'],
  ),
  gateway(
    "a gateway that asks for a password",
    page(401, undefined, [
      ["WWW-Authenticate", 'Basic realm="Staging"'],
      ["Server", "nginx/1.25"],
    ]),
    "a gateway asks for other credentials than the API key",
    '(asks for Basic realm="Staging", Server nginx/1.25)',
    "use an address behind that gateway",
  ),
  gateway(
    "a gateway that forbids",
    page(403, "<title>Acme WAF</title>", [["Server", "AcmeGate"]]),
    "something in front of the service refuses this client: GET /pets is answered 403",
    '(Server AcmeGate, title "Acme WAF")',
    "ask its operator to let this machine through",
  ),
  gateway(
    "a proxy that asks for a password",
    page(407, undefined, [["Proxy-Authenticate", 'Basic realm="Acme"']]),
    ...["a proxy on the way asks for credentials of its own", 'asks for Basic realm="Acme"', "HTTPS_PROXY"],
  ),
];

/** A run that ends before anything is judged, in few lines. */
const stops = { exitCode: 3, causes: 0, mostLines: 14 } as const;

const targets: readonly Target[] = [
  { it: "a right server", answer: right, exitCode: 0, causes: 0, says: ["conforming – "] },
  {
    it: "an invalid key",
    answer: right,
    key: "another-key-3a1b",
    ...stops,
    says: ["the first list was answered 401", "check that the key is valid for this target"],
  },
  {
    it: "a base address that goes on to the pets",
    answer: right,
    stage: { basePath: "/v1/pets" },
    ...stops,
    says: ["remove what follows the version segment: run again with https://pets.example.com/v1"],
  },
  {
    it: "a base address without /v1",
    answer: right,
    stage: { basePath: "/" },
    ...stops,
    says: [
      "the base address does not end in the version segment /v1",
      "run again with https://pets.example.com/v1",
    ],
  },
  ...gateways,
  {
    it: "a correct service that rejects every create",
    answer: changed((text, { method }, answer) =>
      method === "POST" && answer.status === 201
        ? { ...withBody(answer, '{"code":"forbidden","message":"Not this key.","status":403}'), status: 403 }
        : text,
    ),
    ...{ exitCode: 3, causes: 0 },
    says: ["every valid create is rejected: 403 with an Error body", "--read-only"],
  },
  {
    it: "an envelope round the list",
    answer: changed((text) => (text.startsWith("[") ? `{"data":${text}}` : text)),
    cause: "the list is wrapped in an object with the field `data`",
    says: ["non-conforming", "✗ 1. LIST-1 ", "is wrapped in an envelope"],
  },
  {
    it: "a health check",
    answer: async () => json(200, { status: "UP" }),
    ...stops,
    says: ["every request gets the same answer"],
  },
  ...[1, 2, 4].map(
    (seed): Target => ({
      it: `a server of which 5 % of the answers are a 500 (${seed})`,
      answer: flaky(seed),
      says: [
        "intermittent: ",
        "the same request succeeded when sent again",
        "The same request sometimes fails",
      ],
    }),
  ),
  ...(["POST", "GET"] as const).map(
    (method): Target => ({
      it: `an empty store whose first ${method} fails, and no other`,
      answer: failsFirst(method),
      stage: { seedPets: 0 },
      says: ["intermittent: 1 of ", "56 of 61 musts tested"],
    }),
  ),
  {
    it: "a server whose first GET fails, and that may only be read",
    answer: failsFirst("GET"),
    readOnly: true,
    says: ["intermittent: 1 of ", "30 of 61 musts tested"],
  },
  {
    it: "one stored pet that breaks every list",
    answer: poisoned(),
    says: ["in its name was stored", "From some point of the run on, these answers are wrong"],
  },
  {
    it: "five defects",
    answer: changed((text, { method, target }, answer) => {
      if (method === "POST" && answer.status === 400) return { ...answer, status: 422 };
      if (answer.status === 404) return withBody(answer, "Not found");
      const other =
        method === "GET" ? text.replaceAll('"sold"', '"gone"') : text.replace('"name":"', '"name":"x');
      return /\/pets\/[0-9]/.test(target) ? other.replace(/"id":([0-9]+)/, '"id":"$1"') : other;
    }),
    // Where any 4xx will do, the 422 is wrong for the `status` of its body alone.
    causes: 6,
    mostLines: 80,
    says: ["422", "non-conforming"],
  },
];

test.each(targets)("$it", async (target) => {
  const { answer, stage, key: given = key, readOnly = false } = target;
  const serve: Served["serve"] = (asked) => inFrontOf({ ...asked, keys: [key] }, answer);
  const server = { ...correct, stage: { plan: "business", ...stage }, serve } as const;
  const run = await playOn(server, { readOnly }, { key: given });
  const text = printed(run, { width: 100 });
  const unwrapped = text.replaceAll(/\s+/g, " ");
  expect(run.exitCode).toBe(target.exitCode ?? 1);
  expect(idsOf(run, "fail").length > 0).toBe(run.exitCode === 1);
  if (run.rootCause?.kind === "in-front") expect(run.created.filter(({ certain }) => certain)).toEqual([]);
  for (const part of target.says) expect(unwrapped).toContain(part);
  expect(run.causes.length).toBe(target.causes ?? 1);
  if (target.cause !== undefined)
    expect(run.causes.map((one) => defectSentence(one))).toEqual([target.cause]);
  expect(text.split("\n").length).toBeLessThanOrEqual(target.mostLines ?? 30);
});

// Ruling 42, over sockets: what may be in front of a service, and is no answer of HTTP.

const sentToTls = "<html><h1>400</h1>The plain HTTP request was sent to HTTPS port</html>";
const notHttp = `HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nContent-Length: ${sentToTls.length}\r\n\r\n${sentToTls}`;

const overTls = async () => {
  const server = await serverWith(() => undefined, { key: testKey, cert: loopbackCertificate });
  return new URL(server.url.href.replace("https", "http"));
};

/** What stands at the base address that the run is given, and parts of what is printed: what happened, and what to do. */
test.each<[it: string, stands: () => Promise<URL>, ...says: string[]]>([
  [
    "https asked over http",
    overTls,
    "closed the connection before it answered",
    "if the server speaks https on this port, run again with https://127.0.0.1:",
  ],
  [
    "https asked over http, of a server that says so",
    async () => (await serverWith((socket) => socket.write(notHttp))).url,
    "the target speaks https on this port, and was addressed over http",
    "run again with https://127.0.0.1:",
  ],
  [
    "plain http asked over https",
    async () => {
      const url = await served(new ReferenceServer({ now: Date.now, keys: [key], plan: "business" }));
      return new URL(url.replace("http:", "https:"));
    },
    "the target does not speak TLS on that port",
    "run again with http://127.0.0.1:",
  ],
])("%s", async (_, stands, ...says) => {
  const run = await runOverSockets({ baseUrl: await stands(), key });
  expect(run.exitCode).toBe(3);
  const text = printed(run, { width: 1000 });
  for (const part of says) expect(text).toContain(part);
});
