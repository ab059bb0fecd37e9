import { expect, test } from "vitest";
import { integerBetween, seededRandom } from "#core/check/inputs/random.ts";
import { certifiedServer } from "#testing/certificate/certified-bed.ts";
import {
  certificateOf,
  recordedLines,
  recordingOf,
  statementIn,
  verified,
} from "#testing/certificate/sample-certificate.ts";
import { servers } from "#testing/proof/bed.ts";

const random = seededRandom(1, "certified servers");
const sample = (kind: string, level: "fails" | "warns" | undefined) => {
  const some = servers.filter(
    (one) =>
      one.kind === kind &&
      one.profile !== "thorough" &&
      (level === undefined || one[level].length > 0) &&
      (level !== "warns" || one.fails.length === 0),
  );
  return Array.from({ length: 2 }, () => some[integerBetween(random, 0, some.length - 1)]).flatMap(
    (one) => one ?? [],
  );
};
const locksOut = servers.filter(({ id }) => id === "locks-out-early");

test.each([...sample("variant", undefined), ...locksOut].map((one) => [one.id, one] as const))(
  "the variant %s gets a certificate, which verifies",
  async (_, server) => {
    const { result, mistakes } = await certifiedServer(server);
    expect({ result, mistakes }).toEqual({ result: expect.any(String), mistakes: [] });
  },
);

test.each(sample("fault", "fails").map((one) => [one.id, one] as const))(
  "the fault %s gets none",
  async (_, server) => {
    expect(await certifiedServer(server)).toMatchObject({ result: undefined, mistakes: [] });
  },
);

test.each(sample("fault", "warns").map((one) => [one.id, one] as const))(
  "the fault %s, which fails no must, gets one with a warning",
  async (_, server) => {
    expect(await certifiedServer(server)).toMatchObject({ result: "WARNED", mistakes: [] });
  },
);

test("a thorough run of which nothing was left out is thorough", async () => {
  const recording = recordingOf(await recordedLines({ profile: "thorough" }));
  const certificate = await certificateOf(recording);
  expect(statementIn(certificate).predicate).toMatchObject({
    level: "server thorough",
    musts: { tested: 60, of: 60 },
  });
  const asked = { levels: ["server thorough"], minTested: 100 } as const;
  expect(await verified(certificate, recording, asked)).toMatchObject({ problems: [] });
});
