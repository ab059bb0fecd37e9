import { describe, expect, test } from "vitest";
import { probe as overLimitProbe } from "#suites/petstore/shared/steps/named-steps.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import {
  expects200,
  playScene,
  type Reply,
  rateFields,
  type Scene,
  sampleSuite,
  step,
} from "#testing/run/sample-suites.ts";
import { stepRef } from "../check/case.ts";
import type { Step } from "../check/inputs/step.ts";
import type { Profile } from "../check/results/verdict.ts";
import type { Exchange, FailureKind, WholeExchange } from "../exchange/exchange.ts";
import { causeInBoth, causeInFirstList, causeInSilence } from "./judging/root-cause.ts";
import { createdIn } from "./sending/create-cap.ts";

const a = step("a");
const create = step("create", { effect: "create", spec: { method: "POST" } });
const further = Array.from({ length: 200 }, (_, i) => step(`further ${i}`, { profile: "extended" }));
const broken: Reply = { status: 500 };
const created: Reply = { status: 201 };
const announcing = (remaining: number): Reply => ({ headers: rateFields(300, remaining, 60) });

const play = (scene: Scene, ...steps: readonly Step[]) =>
  playScene({ checks: [expects200("A-1", ...(steps.length > 0 ? steps : [create, a]))], ...scene });

describe("the preflight", () => {
  test("is the list alone where that is served: the create goes with the others", async () => {
    const { run } = await play({ replies: { create: created } }, a, create);
    expect(run.exchanges.map((e) => [e.label, e.inFlight])).toEqual([
      ["list", 1],
      ["a", expect.anything()],
      ["create", expect.anything()],
    ]);
  });

  test("asks a create beside a list that is broken, before anything else", async () => {
    const played = await play({ replies: { list: broken, create: created } }, a, create);
    expect(played.labels).toEqual(["list", "create", "list", "a"]);
  });

  test("sends a create that the plan does not hold where it decides whether anything is judged", async () => {
    const played = await play({ steps: [create], replies: { list: broken } }, a);
    expect(played.labels.slice(0, 3)).toEqual(["list", "create", "list"]);
  });

  test("of a thorough run alone asks for the size of the store", async () => {
    const big = step("big list");
    const suite = { preflight: { ...sampleSuite.preflight, size: () => stepRef("big list") } };
    const sentAt = async (profile: Profile) => {
      const replies = { "big list": { takesMs: 7 } };
      const { received } = await play({ suite, replies, options: { profile } }, a, big);
      return received.map((r) => [r.label, r.atMs]);
    };
    expect(await sentAt("thorough")).toEqual([
      ["list", 0],
      ["big list", 0],
      ["a", 7],
    ]);
    expect(await sentAt("standard")).toEqual([
      ["list", 0],
      ["a", 0],
      ["big list", 0],
    ]);
  });
});

const http = new URL("http://pets.test/v1");
const failed = (kind: FailureKind, partial = false) =>
  sampleExchange({ failure: { kind, ...(partial && { partial: { status: 200, headers: [] } }) } });
const redirect = (location: string) => sampleExchange({ status: 301, headers: [["Location", location]] });

test.each<[what: string, list: Exchange, kind?: string, to?: string]>([
  ["no TLS", failed("tls"), "unreachable"],
  ["a connection that was there", failed("reset")],
  [
    "a redirect to https",
    redirect("https://pets.test:8443/v1/pets"),
    "redirected",
    "https://pets.test:8443/v1",
  ],
  ["a redirect to another host", redirect("https://elsewhere.test/v1/pets")],
  ["a redirect to no address", redirect("https://")],
])("what the first list shows alone: %s", (_, list, kind, to) => {
  const found = causeInFirstList(list, http);
  expect([found?.kind, found?.kind === "redirected" ? found.to : undefined]).toEqual([kind, to]);
});

test("silence with the head of an answer is the target's own, and what was seen is judged", () => {
  const cause = causeInSilence([failed("timeout"), failed("truncated", true)], http);
  expect(cause?.kind).toBe("stopped-answering");
});

test("a list that is answered 403 may be for the key", () => {
  const forbidden = sampleExchange({ status: 403, body: '{"code":"forbidden"}' });
  expect(causeInBoth(forbidden, forbidden)).toMatchObject({ kind: "not-the-service", isForbidden: true });
});

describe("the plan after the preflight", () => {
  test("leaves out what the first list already shows, and keeps it where it does not", async () => {
    const fill = step("fill", {
      alreadyShown: (facts) => facts.answer(stepRef("list"))?.outcome.answer.status === 200,
    });
    const steps = [step("a", { requires: [stepRef("fill")] }), create];
    const sent = async (list: Reply) =>
      (await play({ steps: [fill], replies: { list, create: created } }, ...steps)).times("fill");
    expect([await sent({}), await sent(broken)]).toEqual([0, 1]);
  });

  test("is the first one where a step fails to say so, as an error of the suite", async () => {
    const mistaken = step("fill", {
      alreadyShown: () => {
        throw new Error("a mistake of ours");
      },
    });
    const played = await play({}, mistaken, a);
    expect(played.labels).toEqual(["list", "fill", "a"]);
    expect(played.run).toMatchObject({
      exitCode: 70,
      suiteErrors: [{ where: "the plan", message: "a mistake of ours" }],
    });
  });

  test("goes on to 160 requests at most", async () => {
    const { received } = await play({ options: { rateLimit: "off" } }, a, ...further);
    expect(received).toHaveLength(1 + 160); // and the first list, which no case asks for here
  });
});

describe("the cost that is reported", () => {
  const probe = { ...overLimitProbe, about: ["A-1"] };
  const creates = [1, 2, 3].map((n) => step(`c${n}`, { effect: "create", spec: { method: "POST" } }));

  test.each([
    [{ profile: "quick" }, { requests: 1 + 1, creates: 0 }],
    [{ readOnly: true }, { requests: 1 + 1 + 8, creates: 0 }],
    [{}, { requests: 1 + 4 + 120 + 6 + 8, creates: 3 + 1 }],
    [{ maxCreates: 2 }, { requests: 1 + 3 + 120 + 6 + 8, creates: 2 }],
    [{ maxRequests: 50 }, { requests: 50, creates: 3 + 1 }],
    [
      { maxBurst: 10, concurrency: 1 },
      { requests: 1 + 4 + 10 + 1 + 8, creates: 3 + 1 },
    ],
    [{ profile: "thorough" }, { requests: 1 + 4 + 1500 + 6 + 8, creates: 3 + 1 }],
  ] as const)("before the first request, with %j, is %j", async (options, cost) => {
    const { events } = await play({ options, suite: { probe } }, ...creates, a);
    const planned = events.filter((event) => event.kind === "planned");
    expect(planned).toEqual([events[0]]);
    expect(planned).toMatchObject([cost]);
  });

  test.each([{}, { readOnly: true }, { profile: "thorough" as const }])(
    "is never exceeded, with %j",
    async (options) => {
      const played = await play({ options, replies: { list: announcing(290) } }, ...creates, a, ...further);
      const [first] = played.events;
      const most = first?.kind === "planned" ? first.requests : 0;
      expect(played.run.requests.total).toBeLessThanOrEqual(most);
    },
  );
});

const runId = "00112233445566778899";
const mark = `conformance-${runId}-create`;

function post(
  status: number,
  body: string,
  sent = JSON.stringify({ name: mark, categoryId: 1 }),
): WholeExchange {
  const bytes = new TextEncoder().encode(sent);
  return sampleExchange({
    status,
    body,
    request: { method: "POST", body: { bytes, contentType: "application/json" } },
  });
}

const found = (exchange: WholeExchange) => createdIn([exchange], runId);

test.each([
  ["an integer", `{"id":9007199254740993}`, "9007199254740993"],
  ["a string", `{"id":"pet_7"}`, `"pet_7"`],
  ["an array", `{"id":[7, 8]}`, "[7, 8]"],
  ["in an array", `[{"id":7}]`, "7"],
  ["in an envelope", `{"data":{"id":7}}`, "7"],
  ["missing", "{}", null],
  ["in a body that is no JSON", "<p>7</p>", null],
])("what was stored is in the report, whatever its id looks like: %s", (_, body, id) => {
  expect(found(post(201, body))).toEqual([{ id, name: mark, exchange: 1, certain: true }]);
});

const perhaps = [{ id: null, name: mark, exchange: 1, certain: false }];

test("after a lost answer something may be stored, and a GET stores nothing", () => {
  const { request } = post(201, "");
  for (const phase of ["sending", "headers", "body"] as const)
    expect(found(sampleExchange({ request, failure: { phase } }))).toEqual(perhaps);
  expect(found(sampleExchange({ request, failure: { phase: "connect" } }))).toEqual([]);
  expect(found(sampleExchange({ body: `{"id":1}` }))).toEqual([]);
});

test.each([
  // The target may have changed it.
  ["the one in the answer", "Rex", `{"id":1,"name":"Rex"}`, "{}"],
  ["the run's mark in a body cut short", mark, "", `{"name":"${mark}","categoryId":1`],
  ["the run's mark in a form", mark, "", `name=${mark}&categoryId=1`],
  ["empty where none was sent", "", `{"id":1}`, "{}"],
])("its name is %s", (_, name, body, sent) => {
  expect(found(post(201, body, sent))).toMatchObject([{ name }]);
});
