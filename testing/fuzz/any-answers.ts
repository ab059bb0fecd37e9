import fc from "fast-check";
import { expect } from "vitest";
import { seededRandom } from "#core/check/inputs/random.ts";
import { play } from "#proof/play.ts";
import type { HeaderLine } from "#reference-server/message.ts";
import { NoAnswer } from "#reference-server/refusal.ts";
import type { ServerResponse } from "#reference-server/server.ts";
import { correct, prepared } from "../proof/bed.ts";
import { behind } from "../proof/guarded-servers.ts";

// Gateways, outages and limits answer in place of a service, at any moment.

const page = "<html><form><input type=password></form></html>";
const bodies = ["", page, "[]", "null", "{", '{"status":"ok"}', '{"code":"x","message":"m","status":503}'];
const fields: readonly HeaderLine[][] = [
  ...["0", "5", "soon", "100000"].map((value): HeaderLine[] => [["Retry-After", value]]),
  rateFields("1"),
  rateFields("-1"),
  [["WWW-Authenticate", 'Bearer error="invalid_token", error_description="The access token expired"']],
  [["Location", "/login"]],
];

function rateFields(remaining: string): HeaderLine[] {
  return [
    ["X-RateLimit-Limit", "60"],
    ["X-RateLimit-Remaining", remaining],
    ["X-RateLimit-Reset", "1772600800"],
  ];
}

const answers = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom("reset", "silence") },
  {
    weight: 9,
    arbitrary: fc.record({
      status: fc.constantFrom(200, 204, 302, 400, 401, 403, 404, 429, 500, 502, 503, 503),
      type: fc.constantFrom("text/html", "application/json"),
      body: fc.constantFrom(...bodies),
      fields: fc.subarray([...fields], { maxLength: 2 }).map((lines) => lines.flat()),
    }),
  },
);

/** Which of a run's requests meet them, by method and place in the order of arrival. */
const places: Readonly<Record<string, (method: string, nth: number) => boolean>> = {
  all: () => true,
  writes: (method) => method === "POST",
  reads: (method) => method === "GET",
  "the first five": (_, nth) => nth <= 5,
  "all after the first twenty": (_, nth) => nth > 20,
};

const met = fc.record({
  answers: fc.array(answers, { minLength: 1, maxLength: 3 }),
  share: fc.constantFrom(0.02, 0.1, 0.5, 1),
  place: fc.constantFrom(...Object.keys(places)),
  concurrency: fc.constantFrom(1, 6, 16),
  seed: fc.nat(1000),
});

/** Plays so many runs, the same each time: each ends, and not by a mistake of its own. */
export async function endsWhateverComes(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(met, async ({ answers, share, place, concurrency, seed }) => {
      const random = seededRandom(seed, "answers");
      const run = await play(correct, {
        ...behind(() => (nth, { method }) => {
          const isMet = places[place]?.(method, nth) && random() < share;
          return isMet ? inPlace(answers[nth % answers.length]) : undefined;
        }),
        ...{ ...prepared, options: { seed, concurrency }, latencyMs: () => 50 * random() },
      });
      expect(run.suiteErrors).toEqual([]);
      expect([0, 1, 3]).toContain(run.exitCode);
    }),
    { seed: 7, numRuns },
  );
}

type Answer = typeof answers extends fc.Arbitrary<infer One> ? One : never;

function inPlace(answer: Answer | undefined): ServerResponse {
  if (answer === undefined || answer === "reset" || answer === "silence")
    throw new NoAnswer(answer ?? "reset");
  const { status, type, body, fields } = answer;
  return { status, headers: [["Content-Type", type], ...fields], body: new TextEncoder().encode(body) };
}
