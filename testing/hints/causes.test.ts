import { describe, expect, test } from "vitest";
import type { Call, Hooks } from "#reference-server/hooks/call.ts";
import { type ServerResponse, textResponse, withHeader } from "#reference-server/message.ts";
import { correct, playOn } from "#testing/proof/bed.ts";

/** What breaks many requirements in one way is one cause. */
async function expectOneCause(
  part: string,
  hooks: (correct: Hooks) => Partial<Hooks>,
  plan: "business" | "free" = "business",
) {
  const { causes } = await playOn({ hooks, stage: { plan } }, { profile: "standard" });
  expect(causes.map(({ advice }) => advice?.likelyCause)).toEqual([expect.stringContaining(part)]);
}

test("the framework's own errors, with their Content-Type", () =>
  expectOneCause("RFC 9457", (correct) => ({
    errorResponse: (status, message, call, headers) => {
      const problem = JSON.stringify({ type: "about:blank", title: message, status });
      const body = new TextEncoder().encode(problem);
      const answer = { ...correct.errorResponse(status, message, call, headers), body };
      return withHeader(answer, "Content-Type", "application/problem+json");
    },
  })));

/** Answers some requests as the last one that was served. */
function late(handle: (call: Call) => ServerResponse, isLate: (call: Call) => boolean) {
  let last: ServerResponse | undefined;
  return (call: Call): ServerResponse => {
    const answer = handle(call);
    const isServed = answer.status < 300;
    const shown = isServed && isLate(call) ? last : undefined;
    last = isServed ? answer : last;
    return shown ?? answer;
  };
}

test("lists that are each the answer before, whatever they break", () =>
  expectOneCause("right for another request", ({ listPets }) => ({
    listPets: late(listPets, ({ query }) => query.has("status") && query.has("limit")),
  })));

test("creates that are each answered with the pet before, whatever they break", () =>
  expectOneCause("right for another request", ({ createPet }) => ({
    createPet: late(createPet, () => true),
  })));

test("lists that are answered with 206, whatever they are asked for", () =>
  expectOneCause("a success status that the document does not list", (correct) => ({
    listPets: (call) => {
      const answer = correct.listPets(call);
      return answer.status === 200 ? { ...answer, status: 206 } : answer;
    },
  })));

test("a valid key that is now and then refused, whatever is asked for", () => {
  let requests = 0;
  return expectOneCause("They come in turn", (correct) => ({
    authenticate: (call) => {
      requests += 1;
      return requests % 9 > 0 ? correct.authenticate(call) : correct.unauthorized(call);
    },
  }));
});

test("empty lists where the rate limit is used up, and the limit that is not enforced", () =>
  expectOneCause(
    "Once the rate limit is used up",
    () => ({ overLimitResponse: () => textResponse(200, "application/json", "[]") }),
    "free",
  ));

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

test("a correct server has no cause", async () => {
  expect((await playOn(correct)).causes).toEqual([]);
});
