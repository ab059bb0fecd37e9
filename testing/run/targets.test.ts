import { expect, test } from "vitest";
import { seededRandom } from "#core/check/inputs/random.ts";
import type { RunOptions } from "#core/run/options.ts";
import { play } from "#proof/play.ts";
import type { Stage } from "#reference-server/bed-server.ts";
import {
  createReferenceServer,
  type ReferenceServer,
  type ServerRequest,
  type ServerResponse,
} from "#reference-server/server.ts";
import { json } from "../documents/described-service.ts";
import { correct, prepared } from "../proof/bed.ts";
import { bodyOf, withBody } from "../reference-server/handlers.ts";
import { printed } from "../report/sample-run.ts";

// What a new user may point the suite at, and what is printed: how many lines, how many causes, which exit code. What
// stands in front of a service is in testing/exchange/gateways.test.ts, over sockets.

const key = "targets-key-5f2c9a7d41";

type Answer = (request: ServerRequest, right: ReferenceServer["handle"]) => Promise<ServerResponse>;

interface Target {
  readonly it: string;
  readonly answer: Answer;
  readonly stage?: Stage;
  readonly key?: string;
  readonly options?: Partial<RunOptions>;
  /** Default 1. */
  readonly exitCode?: 0 | 3;
  /** Default 1. */
  readonly causes?: number;
  /** Default 30. */
  readonly mostLines?: number;
  readonly says: readonly string[];
}

const right: Answer = (request, handle) => handle(request);
const changed =
  (
    change: (text: string, request: ServerRequest, answer: ServerResponse) => string | ServerResponse,
  ): Answer =>
  async (request, handle) => {
    const answer = await handle(request);
    const made = change(bodyOf(answer), request, answer);
    return typeof made === "string" ? withBody(answer, made) : made;
  };

const oops = () => json(500, { code: "internal", message: "Something went wrong.", status: 500 });

const flaky = (seed: number): Answer => {
  const random = seededRandom(seed, "flaky");
  return async (request, handle) => (random() < 0.05 ? oops() : handle(request));
};

/** The first request of a method fails, and no other. */
const failsFirst = (method: string): Answer => {
  let seen = 0;
  return async (request, handle) => {
    if (request.method === method) seen += 1;
    return request.method === method && seen === 1 ? oops() : handle(request);
  };
};

/** A name beyond ASCII is stored, and no list can be written that holds it. */
const poisoned = (): Answer => {
  let isPoisoned = false;
  return async (request, handle) => {
    const answer = await handle(request);
    if (request.method === "POST" && answer.status === 201) isPoisoned ||= /[^ -~]/.test(bodyOf(request));
    return isPoisoned && request.method === "GET" && /^\/v1\/pets(\?|$)/.test(request.target)
      ? oops()
      : answer;
  };
};

const targets: readonly Target[] = [
  { it: "a right server", answer: right, exitCode: 0, causes: 0, says: ["conforming – "] },
  {
    it: "an invalid key",
    answer: right,
    key: "another-key-3a1b",
    exitCode: 3,
    causes: 0,
    mostLines: 14,
    says: ["the first list was answered 401", "check that the key is valid for this target"],
  },
  {
    it: "a base address that goes on to the pets",
    answer: right,
    stage: { basePath: "/v1/pets" },
    exitCode: 3,
    causes: 0,
    mostLines: 14,
    says: ["remove what follows the version segment: run again with https://pets.example.com/v1"],
  },
  {
    it: "a health check",
    answer: async () => json(200, { status: "UP" }),
    exitCode: 3,
    causes: 0,
    mostLines: 14,
    says: ["every request gets the same answer"],
  },
  ...[1, 2, 4].map(
    (seed): Target => ({
      it: `a server of which 5 % of the answers are a 500 (${seed})`,
      answer: flaky(seed),
      says: [
        "intermittent: ",
        "the same request succeeded when sent again",
        "answered now rightly, now wrongly",
      ],
    }),
  ),
  {
    it: "a server of which 5 % of the answers are a 500, in three rounds",
    answer: flaky(1),
    options: { rounds: 3 },
    // What each round came to is said, too.
    mostLines: 34,
    says: ["intermittent: ", "answered now rightly, now wrongly"],
  },
  ...(
    [
      ["POST", 56],
      ["GET", 51],
    ] as const
  ).map(
    ([method, tested]): Target => ({
      it: `an empty store whose first ${method} fails, and no other`,
      answer: failsFirst(method),
      stage: { seedPets: 0 },
      says: ["intermittent: 1 of ", `${tested} of 61 musts tested`],
    }),
  ),
  {
    it: "one stored pet that breaks every list",
    answer: poisoned(),
    says: ["in its name was stored", "It begins at some point of the run and stays"],
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
  const { answer, stage, key: given = key, options } = target;
  const run = await play(
    { ...correct, stage: { plan: "business", ...stage } },
    {
      ...{ ...prepared, key: given, ...(options && { options }) },
      serve: (asked) => {
        const server = createReferenceServer({ ...asked, keys: [key] });
        return { handle: (request) => answer(request, (one) => server.handle(one)) };
      },
    },
  );
  const text = printed(run, { width: 100 });
  const unwrapped = text.replaceAll(/\s+/g, " ");
  expect(run.exitCode).toBe(target.exitCode ?? 1);
  for (const part of target.says) expect(unwrapped).toContain(part);
  expect(run.causes.length).toBe(target.causes ?? 1);
  expect(text.split("\n").length).toBeLessThanOrEqual(target.mostLines ?? 30);
});
