import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import { embeddedText } from "#core/contract/embedded-text.ts";
import type { Run } from "#core/run/result.ts";
import { type Player, play } from "#proof/play.ts";
import { textResponse } from "#reference-server/message.ts";
import { Refusal } from "#reference-server/refusal.ts";
import { causeRemedy, causeSentence } from "#report/words/cause-in-words.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { correct, playLax, playOn, prepared, serverOf } from "#testing/proof/bed.ts";
import { likelyCauses, ofHistory, withText } from "./hinted.ts";
import { ofShapes } from "./shapes.ts";

test.each<[what: string, part: string, hooks: Player["hooks"]]>([
  ["error-as-problem", "RFC 9457", serverOf("error-as-problem").hooks],
  ["list-with-206", "a success status that the document does not list", serverOf("list-with-206").hooks],
  ["unknown-pet-null", "A missing record is answered 200", serverOf("unknown-pet-null").hooks],
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
    (correct) => {
      let requests = 0;
      return {
        authenticate: (call) => {
          requests += 1;
          return requests % 9 > 0 ? correct.authenticate(call) : correct.unauthorized(call);
        },
      };
    },
  ],
  [
    "every body in the envelope of an interceptor",
    "wrapped in an envelope",
    (correct) => ({
      respond: (response, call) =>
        withText(correct.respond(response, call), (text) => JSON.stringify({ data: JSON.parse(text) })),
    }),
  ],
])("what breaks many requirements in one way is one cause: %s", async (_, part, hooks) => {
  const run = await playOn({ hooks, stage: { plan: "business" } }, { profile: "standard" });
  expect(causesOf(run)).toEqual([expect.stringContaining(part)]);
});

test("one instance of several that answers 422: what it is, and that it is not always so", async () => {
  const chance = seededRandom(1, "instances");
  const { causes } = await playOn({
    hooks: (correct) => ({
      refused: (refusal, call) =>
        refusal.status === 400 && chance() < 0.3
          ? correct.refused(new Refusal(422, refusal.message), call)
          : correct.refused(refusal, call),
    }),
    stage: { plan: "business" },
  });
  expect(causes[0]).toMatchObject({
    pattern: expect.stringMatching(/of \d+ creates/),
    advice: {
      likelyCause: expect.stringMatching(/^422 is what the framework .* The same request sometimes fails/),
      howToFix: expect.stringMatching(/^Map the validation error to 400 .* `--rounds 10`/),
    },
  });
});

describe("one cause", () => {
  test.each([
    ["unprocessable", "status", 5],
    ["forbidden-not-unauthorized", "status", 4],
    ["client-id-doubles", "field", 3],
  ] as const)("%s: %s, with all requirements that fail because of it", async (id, kind, least) => {
    const run = await playOn(id);
    expect(run.causes.map(({ form }) => form.kind)).toEqual([kind]);
    expect(1 + (run.causes[0]?.consequences.length ?? 0)).toBeGreaterThanOrEqual(least);
  });

  test("names the requirement of this answer before the one of all answers", async () => {
    const [cause] = (await playOn("create-500")).causes;
    expect(cause).toMatchObject({ leading: "CREATE-1", consequences: ["HTTP-2"], level: "must" });
  });
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
    const run = await play(correct, { ...prepared, ...(await prepare({ spec })) });
    expect(run.causes.length).toBeGreaterThan(0);
    expect(new Set(causesOf(run))).toEqual(new Set([expect.stringContaining("another revision")]));
  },
);

test.for([...ofShapes, ...ofHistory].map((row) => [row.about, row] as const))(
  "the evidence gives away the cause: %s",
  async ([, { hooks, says, around }]) => {
    expect((await likelyCauses(hooks, around))[0]).toContain(says);
  },
);

const causesOf = ({ causes }: Run) => causes.map(({ advice }) => advice?.likelyCause);

test("a wrong body with a charset that passes gives nothing away where a plain one passes, too", async () => {
  const causes = causesOf(await playOn("nothing-required-defaults", { profile: "thorough" }));
  expect(causes).toHaveLength(1);
  expect(causes.join()).not.toContain("charset");
});

test("an unknown id that a pet gets later is no failure that comes and goes", async () => {
  const error = '{"code":"upstream","message":"timed out","status":504}';
  const hooks = () => ({ petNotFound: () => textResponse(504, "application/json", error) });
  expect(causesOf(await playOn({ hooks, stage: { plan: "business" } }, { profile: "standard" }))).toEqual([
    "The request causes an exception that nothing catches, or that is answered as a server error.",
  ]);
});

test("where the evidence says nothing, the usual cause of the requirement is named", async () => {
  const usual = prepared.requirements.find(({ id }) => id === "RATE-4")?.guidance?.likelyCause;
  expect(causesOf(await playOn("reset-in-two-days"))).toEqual([usual]);
});

test("another limit on every second answer comes in turn", async () => {
  expect(causesOf(await playOn("limit-alternates"))).toEqual([
    expect.stringContaining("Wrong answers come at regular intervals"),
  ]);
});

test("where every create is refused, the service's own message is quoted", async () => {
  const error = { code: "x", message: "no such column: categoryid", status: 400 };
  const refuses = () => textResponse(400, "application/json", JSON.stringify(error));
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
