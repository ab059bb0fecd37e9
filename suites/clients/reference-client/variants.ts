import type { ClientAnswer } from "#core/check/clients/client-suite.ts";
import { type HeaderLine, headerValue } from "#core/exchange/exchange.ts";
import { parseHttpDate } from "#core/exchange/http-date.ts";
import { type ClientEntries, createOf, failing, getOf } from "./client.ts";
import {
  before,
  failsAtPets,
  failsAtRefusal,
  headersBy,
  ignoring,
  isRead,
  sending,
  staggered,
} from "./parts.ts";

const withHeaders = (...more: readonly HeaderLine[]) =>
  headersBy((lines, _, { method }) => [
    ...lines.filter(([name]) => !more.some(([other]) => other === name)),
    ...more.filter(([name]) => name !== "Content-Type" || method === "POST"),
  ]);

/** Leaves a failure to the next round; only an invalid key ends the client. */
const orLater = (work: Promise<unknown>) => ignoring(work, /^(?!status 401$)/);

export const clientVariants: ClientEntries = failing([], {
  // Does what is asked (the one that the others are made of).
  careful: () => ({}),
  // Writes bearer in lower case (ruling 36).
  "scheme-in-lower-case": headersBy((lines) =>
    lines.map(([name, value]) => [name.toLowerCase(), value.replace("Bearer ", "bearer ")]),
  ),
  // Ends with an exit code at the first 429 (ruling 37: it gives up and says so).
  "gives-up-aloud": () => ({ afterRefusal: () => undefined }),
  // Says that it gives up where a 429 does not say how long to wait (ruling 37: it gives up and says so).
  "gives-up-without-retry-after": () => ({
    backoffMs: () => undefined,
    failedWords: "429: the rate limit is reached, giving up",
  }),
  // Gives up after three refusals without Retry-After (ruling 37).
  "gives-up-later": () => ({ mostBackoffs: 3, backoffMs: (n) => 1000 * 2 ** (n - 1) }),
  // Ends with an exit code where it is to wait for more than 10 s (ruling 37: it gives up and says so).
  "gives-up-at-long-waits": () => ({ afterRefusal: (waitMs) => (waitMs > 10_000 ? undefined : waitMs) }),
  // Waits half of its backoff, and a random part of the other half (ruling 37: jitter).
  "equal-jitter": () => ({ backoffMs: (n, random) => 1000 * 2 ** (n - 1) * (0.5 + random() / 2) }),
  // Triples its waits, give or take a fifth (ruling 37: any growth of a half or more).
  "tripled-backoff": () => ({ backoffMs: (n, random) => 200 * 3 ** (n - 1) * (0.8 + random() * 0.4) }),
  // Takes the time to wait from Retry-After and Date (a client whose own clock is wrong).
  "date-by-date": (correct) => ({
    retryAfterMs: (answer, nowMs, request) => {
      const date = parseHttpDate(headerValue(answer.headers, "date") ?? "");
      return correct.retryAfterMs(answer, date ?? nowMs, request);
    },
  }),
  // Has a timer that fires 10 ms early (timers of some systems).
  "early-timer": () => ({ afterRefusal: (waitMs) => waitMs - 14 }),
  // Begins many reads at once, and stops all of them at a 429 (ruling 37: requests that were under way).
  "waits-for-all": before(async (client) => {
    const targets = Array.from({ length: 8 }, (_, n) => getOf(`/v1/pets?limit=${n + 1}`));
    await Promise.all(targets.map((one) => client.request(one)));
  }),
  // Sends a request every 5 ms while the first is under way (ruling 37: what was on its way when the 429 came).
  "staggered-burst": before((client) => staggered(client, [0, 1, 2, 3, 4, 5], 5, (n) => n + 10)),
  // Sends no Accept (ruling 38).
  "no-accept": headersBy((lines) => lines.filter(([name]) => name !== "Accept")),
  // Accepts HTML first and anything after it (ruling 38: it admits JSON).
  "accept-of-a-browser": withHeaders([
    "Accept",
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  ]),
  // Labels a create Application/JSON; charset=UTF-8 (ruling 8: the same label).
  "label-with-charset": withHeaders(["Content-Type", "Application/JSON; charset=UTF-8"]),
  // Sends request ids, an idempotency key and trace context (fields that no rule forbids).
  "own-header-fields": withHeaders(
    ["Idempotency-Key", "5f0c"],
    ["X-Request-Id", "17"],
    ["Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
    ["Accept-Encoding", "gzip, br"],
  ),
  // Is preceded by the preflight of a browser and its icon (ruling 36: a browser asks of its own, without the key).
  "in-a-browser": before(async ({ send }) => {
    const headers: HeaderLine[] = [
      ["Origin", "https://shop.example"],
      ["Access-Control-Request-Method", "GET"],
      ["Access-Control-Request-Headers", "authorization"],
    ];
    await send({ method: "OPTIONS", target: "/v1/pets", headers });
    await send({ method: "GET", target: "/favicon.ico", headers: [] });
  }),
  // Does not follow a redirect (ruling 36: nothing is sent to the other origin).
  "follows-no-redirect": () => ({ followWith: () => undefined }),
  // Only lists (ruling 40: what it never came to is untested).
  "lists-alone": (correct) => ({
    flow: async (client, hooks) => {
      for (const target of hooks.listTargets) correct.readPets(await client.request(getOf(target)));
    },
  }),
  // Only creates (ruling 40: judged on what it does).
  "creates-alone": () => ({
    flow: async (client, hooks) => {
      for (const name of ["Rex", "Mia"])
        hooks.readPets(await client.request(createOf(hooks.newPet("1").replace("Rex", name))));
    },
  }),
  // Only reads two pets, whose ids it has from elsewhere (ruling 40: judged on what it does).
  "reads-alone": () => ({
    flow: async (client, hooks) => {
      for (const id of ["1001", "1002"])
        await ignoring(client.request(getOf(hooks.readTarget(id))), /^status 404$/);
    },
  }),
  // Percent-encodes what need not be, and puts the status first (RFC 3986, 6.2.2.2: the same address).
  "escapes-everything": () => ({ listTargets: ["/v1/pets?status=%70ending&limit=%35", "/v1/pets"] }),
  // Ends with an error where an answer has no X-RateLimit-Reset (the interface has the header on every response).
  "needs-rate-headers": (right) => {
    const lacksReset = ({ headers, status }: ClientAnswer) =>
      status < 500 && !/^\d+$/.test(headerValue(headers, "x-ratelimit-reset") ?? "");
    return { ...failsAtPets(lacksReset)(right), ...failsAtRefusal(lacksReset)(right) };
  },
  // Waits until X-RateLimit-Reset where there is no Retry-After (ruling 37: the waits grow as the service asks for).
  "waits-for-reset": (right) => ({
    retryAfterMs: (answer, nowMs, request) => {
      const reset = headerValue(answer.headers, "x-ratelimit-reset");
      const untilReset = reset === undefined ? undefined : Math.max(0, Number(reset) * 1000 - nowMs);
      return right.retryAfterMs(answer, nowMs, request) ?? untilReset;
    },
  }),
  // Writes category ids as 7.0 (ruling 12: the same integer to JSON Schema).
  "category-with-a-point": (right) => ({ newPet: (category) => right.newPet(`${category}.0`) }),
  // Creates a pet without a status (the interface leaves it out of the required fields).
  "without-status": () => ({ newPet: (category) => `{ "categoryId": ${category}, "name": "Zoë 小白" }\n` }),
  // Sends fields with a new pet that NewPet does not name (ruling 9: open).
  "with-more-fields": () => ({
    newPet: (category) => `{"name":"Rex","categoryId":${category},"status":"sold","tags":["new"]}`,
  }),
  // Tries five times, the first included, with jitter (ruling 39: at most five).
  "five-tries": () => ({
    afterFailure: ({ method }, n, random) =>
      method === "POST" || n > 4 ? undefined : 200 * 2 ** (n - 1) * (0.75 + random() / 2),
  }),
  // Tries three times, and its library sends what a lost connection left without an answer once more by itself (Java's HttpClient;
  // RFC 9110, 9.2.2).
  "library-resends": () => ({
    afterFailure: ({ method }, n, _, answer) => {
      const waitsMs = answer === undefined ? [4, 600, 3, 1200, 4] : [600, 1200];
      return method === "POST" ? undefined : waitsMs[n - 1];
    },
  }),
  // Gives up at the first 503 or lost connection (ruling 39 asks for no retry).
  "no-retries": () => ({ afterFailure: () => undefined }),
  // Asks for the same list every second (a screen that is kept up to date).
  polls: before(async (client) => {
    for (let n = 0; n < 4; n += 1) {
      await client.request(getOf("/v1/pets"));
      await client.clock.sleep(1000);
    }
  }),
  // Lists once a second, and goes on with the next second where a list fails (ruling 39: its next round is no retry).
  "polls-whatever-comes": () => ({
    afterFailure: () => undefined,
    flow: async (client) => {
      for (let n = 0; n < 8; n += 1) {
        await orLater(client.request(getOf("/v1/pets?limit=10")));
        await client.clock.sleep(1000);
      }
    },
  }),
  // Lists, filters and creates in rounds without a pause, and skips what fails (ruling 39: its next round is no retry).
  "goes-round": (correct) => ({
    afterFailure: () => undefined,
    flow: async (client, hooks) => {
      const body = hooks.newPet("1");
      for (let n = 0; n < 4; n += 1) {
        await orLater(correct.flow(client, { ...hooks, newPet: () => body }));
        await orLater(client.request(createOf(body)));
      }
    },
  }),
  // Asks with HEAD, and never with GET, whether a pet is there (ruling 38: not judged).
  "head-in-place-of-get": () => ({
    rewrite: (request) => (isRead(request) ? { ...request, method: "HEAD" } : request),
  }),
  // Asks with OPTIONS which methods there are, with the key (ruling 38: not judged).
  "asks-for-options": before(sending({ method: "OPTIONS", target: "/v1/pets" })),
});
