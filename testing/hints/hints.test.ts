import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import { embeddedText } from "#core/contract/embedded-text.ts";
import type { Run } from "#core/run/result.ts";
import type { Player } from "#proof/play.ts";
import { after, before, counting } from "#reference-server/fault-parts.ts";
import type { Call, Hooks } from "#reference-server/hooks/call.ts";
import { headerValue, type ServerResponse, textResponse } from "#reference-server/message.ts";
import { Refusal } from "#reference-server/refusal.ts";
import { causeRemedy, causeSentence } from "#report/words/cause-in-words.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { correct, playLax, playOn, prepared } from "#testing/proof/bed.ts";
import { json, withText } from "#testing/reference-server/handlers.ts";
import { ofHistory, withStored } from "./hinted.ts";
import { ofShapes } from "./shapes.ts";

test.each<[what: string, part: string, hooks: Player["hooks"]]>([
  [
    "a lookup that sometimes fails and is answered as not found",
    "An existing pet is sometimes missing",
    (correct) => {
      const chance = seededRandom(1, "lookups");
      return { findPet: (id, call) => (chance() < 0.2 ? undefined : correct.findPet(id, call)) };
    },
  ],
  [
    // By chance, it fails again each time that what came before it is sent before it.
    "an instance of several that knows no pet created since its start",
    "An existing pet is sometimes missing",
    (correct) => {
      const chance = seededRandom(26, "instances");
      return {
        findPet: (id, call) => (id > 31n && chance() < 0.4 ? undefined : correct.findPet(id, call)),
      };
    },
  ],
  [
    "a valid key that is now and then refused, whatever is asked for",
    "Wrong answers come at regular intervals",
    counting("authenticate", (nth, correctly, call) =>
      nth % 9 > 0 ? correctly(call) : call.hooks.unauthorized(call),
    ),
  ],
  [
    "every body in the envelope of an interceptor",
    "wrapped in an envelope",
    after("respond", (answer) => withText(answer, (text) => JSON.stringify({ data: JSON.parse(text) }))),
  ],
  [
    "a firewall that rejects quotation marks and what is not ASCII",
    "A firewall or a gateway in front of the service",
    after("respond", (answer, _, { request }) =>
      /'"|[^\0-\x7f]/.test(`${decodeURIComponent(request.target)} ${request.body}`)
        ? textResponse(403, "text/html", "<!DOCTYPE html><title>Blocked</title>")
        : answer,
    ),
  ],
  [
    "creates that are repetitions by their length",
    "treats the create as a repetition",
    (correct) => {
      const answers = new Map<number, ServerResponse>();
      return {
        createPet: (call) => {
          const { length } = call.request.body;
          const answer = answers.get(length) ?? correct.createPet(call);
          if (answer.status === 201) answers.set(length, answer);
          return answer;
        },
      };
    },
  ],
])("what breaks many requirements in one way is one cause: %s", async (_, part, hooks) => {
  const run = await playOn({ hooks, stage: { plan: "business" } }, { profile: "standard" });
  expect(causesOf(run)).toEqual([expect.stringContaining(part)]);
});

test("one instance of several that answers 422: what it is, and that it is not always so", async () => {
  const chance = seededRandom(1, "instances");
  const { causes } = await playOn({
    hooks: before("refused", (refusal) =>
      refusal.status === 400 && chance() < 0.3 ? new Refusal(422, refusal.message) : refusal,
    ),
    stage: { plan: "business" },
  });
  expect(causes[0]).toMatchObject({
    pattern: expect.stringMatching(/of \d+ creates/),
    advice: {
      likelyCause: expect.stringMatching(/^422 is what the framework .* The same request sometimes fails/),
      howToFix: expect.stringMatching(/^Map the validation error to 400 .* `rounds: 10`/),
    },
  });
});

test.each([
  ["unprocessable", "status", 5],
  ["forbidden-not-unauthorized", "status", 4],
  ["client-id-doubles", "field", 3],
] as const)("one cause has all requirements that fail because of it: %s, %s", async (id, kind, least) => {
  const run = await playOn(id);
  expect(run.causes.map(({ form }) => form.kind)).toEqual([kind]);
  expect(1 + (run.causes[0]?.consequences.length ?? 0)).toBeGreaterThanOrEqual(least);
});

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

test.each<[what: string, cause: string, hooks: (correct: Hooks, isWrong: () => boolean) => Partial<Hooks>]>([
  [
    "ids that are given again",
    "CREATE-3: Several creates got this id: ids come fr",
    (correct, isWrong) => {
      let last: bigint | undefined;
      return {
        buildPet: (draft, body, call) => {
          const pet = correct.buildPet(draft, body, call);
          last = (isWrong() ? last : undefined) ?? pet.id;
          return { ...pet, id: last };
        },
      };
    },
  ],
  [
    "lists that are not limited",
    "LIST-2: The same request sometimes fails: one of",
    (correct, isWrong) => ({
      page: (pets, limit, call) => (isWrong() ? pets : correct.page(pets, limit, call)),
    }),
  ],
  [
    "lists that keep neither limit nor filter",
    "STATUS-1: ",
    (correct, isWrong) => {
      const wrong = new WeakMap<object, boolean>();
      const isAll = (call: object) => wrong.get(call) ?? wrong.set(call, isWrong()).get(call) === true;
      return {
        matchesStatus: (pet, status, call) => isAll(call) || correct.matchesStatus(pet, status, call),
        page: (pets, limit, call) => (isAll(call) ? pets : correct.page(pets, limit, call)),
      };
    },
  ],
  [
    "errors in another shape",
    "ERR-1: The code that writes this error, or a sc",
    (correct, isWrong) => ({
      errorBody: (status, message, call) =>
        isWrong() ? { error: message } : correct.errorBody(status, message, call),
    }),
  ],
  [
    "created pets that are not found",
    "GET-1: An existing pet is sometimes missing: a ",
    (correct, isWrong) => ({
      findPet: (id, call) => (id > 31n && isWrong() ? undefined : correct.findPet(id, call)),
    }),
  ],
])("what comes and goes has one cause, whichever answers chance makes wrong: %s", async (_, cause, hooks) => {
  const runs = seeds.map((seed) => {
    const chance = seededRandom(seed, "wrong answers");
    const wrong: Player["hooks"] = (correct) => hooks(correct, () => chance() < 0.4);
    return playOn({ hooks: wrong, stage: { plan: "business" } }, { seed });
  });
  const firsts = (await Promise.all(runs)).map(({ causes: [first] }) => first);
  const causes = firsts.map((first) =>
    `${first?.leading}: ${first?.advice?.likelyCause}`.slice(0, cause.length),
  );
  expect(new Set(causes)).toEqual(new Set([cause]));
});

test("a field that is missing where a category is 0 does not come and go, though other creates are right before and later", async () => {
  const hooks = after("serialisePet", ({ categoryId, ...others }, pet) =>
    pet.categoryId === 0n ? others : { ...others, categoryId },
  );
  const { causes } = await playOn({ hooks, stage: { plan: "business" } });
  expect(causes.map(({ leading, pattern }) => [leading, pattern])).toEqual([["LIST-1", undefined]]);
});

test.each<[what: string, pattern: string, hooks: Player["hooks"]]>([
  [
    "an index that stops at the first pet without a status",
    "since the first create without a status",
    withStored((stored, correct) => {
      let last = Number.POSITIVE_INFINITY;
      return {
        buildPet: (draft, body, call) => {
          if (draft.status === undefined) last = Math.min(last, stored.length);
          return correct.buildPet(draft, body, call);
        },
        visiblePets: (call) => correct.visiblePets(call).filter(({ id }) => stored.indexOf(id) < last),
      };
    }),
  ],
  [
    "a body parser in front of the limiter",
    "whose body is not read",
    (correct) => {
      const isRead = (call: Call) => {
        const { hooks, request } = call;
        if (!hooks.isJsonContentType(headerValue(request, "content-type"), call)) return false;
        try {
          return hooks.parseBody(hooks.decodeBody(request.body, call), call) !== undefined;
        } catch {
          return false;
        }
      };
      return {
        rateHeaders: (status, call) =>
          call.request.method === "POST" && !isRead(call) ? [] : correct.rateHeaders(status, call),
      };
    },
  ],
])("what the wrong answers have in common: %s", async (_, pattern, hooks) => {
  const { causes } = await playOn({ hooks, stage: { plan: "business" } }, { profile: "standard" });
  expect(causes[0]?.pattern).toContain(pattern);
});

test.each([
  ["requires a field", "required: [id]", "required: [id, born]"],
  ["has another status", "enum: [available, pending, sold]", "enum: [available, pending, sold, adopted]"],
  ["bounds a name", "name: { type: string,", "name: { type: string, maxLength: 30,"],
])(
  "a service that keeps the interface's own document, where the one that is given %s",
  async (_, was, is) => {
    const spec = join(temporaryFolder(), "revision.yaml");
    const own = embeddedText("suites/petstore/openapi.yaml");
    expect(own).toContain(was);
    await writeFile(spec, own.replace(was, is));
    const run = await playOn(correct, {}, await prepare({ spec }));
    expect(run.causes.length).toBeGreaterThan(0);
    expect(new Set(causesOf(run))).toEqual(new Set([expect.stringContaining("another revision")]));
  },
);

test.for([...ofShapes, ...ofHistory].map((row) => [row.about, row] as const))(
  "the evidence gives away the cause: %s",
  async ([, { says, server, way }]) => {
    expect(causesOf(await playOn(server, {}, way))[0]).toContain(says);
  },
);

const causesOf = ({ causes }: Run) => causes.map(({ advice }) => advice?.likelyCause);

test("a wrong body with a charset that passes gives nothing away where a plain one passes, too", async () => {
  const causes = causesOf(await playOn("nothing-required-defaults", { profile: "thorough" }));
  expect(causes).toHaveLength(1);
  expect(causes.join()).not.toContain("charset");
});

test("an unknown id that a pet gets later is no failure that comes and goes", async () => {
  const error = { code: "upstream", message: "timed out", status: 504 };
  const hooks = () => ({ petNotFound: () => json(504, error) });
  expect(causesOf(await playOn({ hooks, stage: { plan: "business" } }, { profile: "standard" }))).toEqual([
    "The request causes an exception that nothing catches, or that is answered as a server error.",
  ]);
});

test("where every create is refused, the service's own message is quoted", async () => {
  const error = { code: "x", message: "no such column: categoryid", status: 400 };
  const refuses = () => json(400, error);
  const { rootCause } = (await playLax({ title: "refuses every body", refuses })).run;
  expect(rootCause && causeSentence(rootCause, prepared.suite.words)).toContain(
    '400 with an Error body, "no such column: categoryid"',
  );
  expect(rootCause && causeRemedy(rootCause)).toContain("see why the service rejects this body");
});

test("a field that is stored as it was sent is no number written as text; its excerpt begins at the field", async () => {
  const { run } = await playLax({ title: "accepts every body" });
  const wrong = run.causes.find(({ form }) => form.kind === "accepted");
  expect(wrong?.advice?.likelyCause).toBeDefined();
  expect(causesOf(run).join()).not.toContain("integers as strings");
  expect(wrong?.excerptAt).toEqual({
    in: "body",
    pointer: expect.stringMatching(/^\/(name|categoryId|status)$/),
  });
});
