import type { ClientAnswer } from "#core/check/clients/client-suite.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { headerValue } from "#core/exchange/headers.ts";
import { parseHttpDate } from "#core/exchange/http-date.ts";
import { type ClientEntries, ClientError, createOf, listOf, readOf } from "./client.ts";
import { before, headersBy, ignoring, isRead, sending, staggered } from "./parts.ts";

const withHeaders = (...more: readonly HeaderLine[]) =>
  headersBy((lines, _, { method }) => [
    ...lines.filter(([name]) => !more.some(([other]) => other === name)),
    ...more.filter(([name]) => name !== "Content-Type" || method === "POST"),
  ]);

/** Leaves a failure to the next round; only an invalid key ends the client. */
const orLater = (work: Promise<unknown>) => ignoring(work, /^(?!status 401$)/);

export const clientVariants: ClientEntries = {
  careful: { title: "does what is asked", why: "the one that the others are made of", hooks: () => ({}) },
  "scheme-in-lower-case": {
    title: "writes bearer in lower case",
    why: "ruling 36",
    hooks: headersBy((lines) =>
      lines.map(([name, value]) => [name.toLowerCase(), value.replace("Bearer ", "bearer ")]),
    ),
  },
  "gives-up-aloud": {
    title: "ends with an exit code at the first 429",
    why: "ruling 37: it gives up and says so",
    hooks: () => ({ afterRefusal: () => undefined }),
  },
  "gives-up-without-retry-after": {
    title: "says that it gives up where a 429 does not say how long to wait",
    why: "ruling 37: it gives up and says so",
    hooks: () => ({ backoffMs: () => undefined, failedWords: "429: the rate limit is reached, giving up" }),
  },
  "gives-up-later": {
    title: "gives up after three refusals without Retry-After",
    why: "ruling 37",
    hooks: () => ({ backoffMs: (n) => (n > 3 ? undefined : 1000 * 2 ** (n - 1)) }),
  },
  "gives-up-at-long-waits": {
    title: "ends with an exit code where it is to wait for more than 10 s",
    why: "ruling 37: it gives up and says so",
    hooks: () => ({ afterRefusal: (waitMs) => (waitMs > 10_000 ? undefined : waitMs) }),
  },
  "equal-jitter": {
    title: "waits half of its backoff, and a random part of the other half",
    why: "ruling 37: jitter",
    hooks: () => ({
      backoffMs: (n, random) => (n > 6 ? undefined : 1000 * 2 ** (n - 1) * (0.5 + random() / 2)),
    }),
  },
  "tripled-backoff": {
    title: "triples its waits, give or take a fifth",
    why: "ruling 37: any growth of a half or more",
    hooks: () => ({
      backoffMs: (n, random) => (n > 6 ? undefined : 200 * 3 ** (n - 1) * (0.8 + random() * 0.4)),
    }),
  },
  "date-by-date": {
    title: "takes the time to wait from Retry-After and Date",
    why: "a client whose own clock is wrong",
    hooks: (correct) => ({
      retryAfterMs: (answer, nowMs, request) => {
        const date = parseHttpDate(headerValue(answer.headers, "date") ?? "");
        return correct.retryAfterMs(answer, date ?? nowMs, request);
      },
    }),
  },
  "early-timer": {
    title: "has a timer that fires 10 ms early",
    why: "timers of some systems",
    hooks: () => ({ afterRefusal: (waitMs) => waitMs - 14 }),
  },
  "waits-for-all": {
    title: "begins many reads at once, and stops all of them at a 429",
    why: "ruling 37: requests that were under way",
    hooks: before(async (client) => {
      const targets = Array.from({ length: 8 }, (_, n) => listOf(`/v1/pets?limit=${n + 1}`));
      await Promise.all(targets.map((one) => client.request(one)));
    }),
  },
  "staggered-burst": {
    title: "sends a request every 5 ms while the first is under way",
    why: "ruling 37: what was on its way when the 429 came",
    hooks: before((client) => staggered(client, [0, 1, 2, 3, 4, 5], 5, (n) => n + 10)),
  },
  "no-accept": {
    title: "sends no Accept",
    why: "ruling 38",
    hooks: headersBy((lines) => lines.filter(([name]) => name !== "Accept")),
  },
  "accept-of-a-browser": {
    title: "accepts HTML first and anything after it",
    why: "ruling 38: it admits JSON",
    hooks: withHeaders(["Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"]),
  },
  "label-with-charset": {
    title: "labels a create Application/JSON; charset=UTF-8",
    why: "ruling 8: the same label",
    hooks: withHeaders(["Content-Type", "Application/JSON; charset=UTF-8"]),
  },
  "own-header-fields": {
    title: "sends request ids, an idempotency key and trace context",
    why: "fields that no rule forbids",
    hooks: withHeaders(
      ["Idempotency-Key", "5f0c"],
      ["X-Request-Id", "17"],
      ["Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
      ["Accept-Encoding", "gzip, br"],
    ),
  },
  "in-a-browser": {
    title: "is preceded by the preflight of a browser and its icon",
    why: "ruling 36: a browser asks of its own, without the key",
    hooks: before(async ({ send }) => {
      const headers: HeaderLine[] = [
        ["Origin", "https://shop.example"],
        ["Access-Control-Request-Method", "GET"],
        ["Access-Control-Request-Headers", "authorization"],
      ];
      await send({ method: "OPTIONS", target: "/v1/pets", headers });
      await send({ method: "GET", target: "/favicon.ico", headers: [] });
    }),
  },
  "follows-no-redirect": {
    title: "does not follow a redirect",
    why: "ruling 36: nothing is sent to the other origin",
    hooks: () => ({ followWith: () => undefined }),
  },
  "lists-alone": {
    title: "only lists",
    why: "ruling 40: what it never came to is untested",
    hooks: (correct) => ({
      flow: async (client, hooks) => {
        for (const target of hooks.listTargets) correct.readPets(await client.request(listOf(target)));
      },
    }),
  },
  "creates-alone": {
    title: "only creates",
    why: "ruling 40: judged on what it does",
    hooks: () => ({
      flow: async (client, hooks) => {
        for (const name of ["Rex", "Mia"])
          hooks.readPets(await client.request(createOf(hooks.newPet("1").replace("Rex", name))));
      },
    }),
  },
  "reads-alone": {
    title: "only reads two pets, whose ids it has from elsewhere",
    why: "ruling 40: judged on what it does",
    hooks: () => ({
      flow: async (client, hooks) => {
        for (const id of ["1001", "1002"])
          await ignoring(client.request({ ...readOf(id), target: hooks.readTarget(id) }), /^status 404$/);
      },
    }),
  },
  "escapes-everything": {
    title: "percent-encodes what need not be, and puts the status first",
    why: "RFC 3986, 6.2.2.2: the same address",
    hooks: () => ({ listTargets: ["/v1/pets?status=%70ending&limit=%35", "/v1/pets"] }),
  },
  "needs-rate-headers": {
    title: "ends with an error where an answer has no X-RateLimit-Reset",
    why: "the interface has the header on every response",
    hooks: (right) => {
      const needs = ({ headers, status }: ClientAnswer) => {
        if (status < 500 && !/^\d+$/.test(headerValue(headers, "x-ratelimit-reset") ?? ""))
          throw new ClientError("no header");
      };
      return {
        readPets: (answer) => {
          needs(answer);
          return right.readPets(answer);
        },
        readRefusal: needs,
      };
    },
  },
  "waits-for-reset": {
    title: "waits until X-RateLimit-Reset where there is no Retry-After",
    why: "ruling 37: the waits grow as the service asks for",
    hooks: (right) => ({
      retryAfterMs: (answer, nowMs, request) => {
        const reset = headerValue(answer.headers, "x-ratelimit-reset");
        const untilReset = reset === undefined ? undefined : Math.max(0, Number(reset) * 1000 - nowMs);
        return right.retryAfterMs(answer, nowMs, request) ?? untilReset;
      },
    }),
  },
  "category-with-a-point": {
    title: "writes category ids as 7.0",
    why: "ruling 12: the same integer to JSON Schema",
    hooks: (right) => ({ newPet: (category) => right.newPet(`${category}.0`) }),
  },
  "without-status": {
    title: "creates a pet without a status",
    why: "the interface leaves it out of the required fields",
    hooks: () => ({ newPet: (category) => `{ "categoryId": ${category}, "name": "Zoë 小白" }\n` }),
  },
  "with-more-fields": {
    title: "sends fields with a new pet that NewPet does not name",
    why: "ruling 9: open",
    hooks: () => ({
      newPet: (category) => `{"name":"Rex","categoryId":${category},"status":"sold","tags":["new"]}`,
    }),
  },
  "five-tries": {
    title: "tries five times, the first included, with jitter",
    why: "ruling 39: at most five",
    hooks: () => ({
      afterFailure: ({ method }, n, random) =>
        method === "POST" || n > 4 ? undefined : 200 * 2 ** (n - 1) * (0.75 + random() / 2),
    }),
  },
  "no-retries": {
    title: "gives up at the first 503 or lost connection",
    why: "ruling 39 asks for no retry",
    hooks: () => ({ afterFailure: () => undefined }),
  },
  polls: {
    title: "asks for the same list every second",
    why: "a screen that is kept up to date",
    hooks: before(async (client) => {
      for (let n = 0; n < 4; n += 1) {
        await client.request(listOf("/v1/pets"));
        await client.clock.sleep(1000);
      }
    }),
  },
  "polls-whatever-comes": {
    title: "lists once a second, and goes on with the next second where a list fails",
    why: "ruling 39: its next round is no retry",
    hooks: () => ({
      afterFailure: () => undefined,
      flow: async (client) => {
        for (let n = 0; n < 8; n += 1) {
          await orLater(client.request(listOf("/v1/pets?limit=10")));
          await client.clock.sleep(1000);
        }
      },
    }),
  },
  "goes-round": {
    title: "lists, filters and creates in rounds without a pause, and skips what fails",
    why: "ruling 39: its next round is no retry",
    hooks: (correct) => ({
      afterFailure: () => undefined,
      flow: async (client, hooks) => {
        const body = hooks.newPet("1");
        for (let n = 0; n < 4; n += 1) {
          await orLater(correct.flow(client, { ...hooks, newPet: () => body }));
          await orLater(client.request(createOf(body)));
        }
      },
    }),
  },
  "head-in-place-of-get": {
    title: "asks with HEAD, and never with GET, whether a pet is there",
    why: "ruling 38: not judged",
    hooks: () => ({ rewrite: (request) => (isRead(request) ? { ...request, method: "HEAD" } : request) }),
  },
  "asks-for-options": {
    title: "asks with OPTIONS which methods there are, with the key",
    why: "ruling 38: not judged",
    hooks: before(sending({ kind: "other", method: "OPTIONS", target: "/v1/pets" })),
  },
};
