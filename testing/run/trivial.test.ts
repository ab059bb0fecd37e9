import { describe, expect, test } from "vitest";
import type { Profile, Verdict } from "#core/check/results/verdict.ts";
import type { Run } from "#core/run/result.ts";
import { play } from "#proof/play.ts";
import { trivialServers } from "#reference-server/trivial.ts";
import { correct, prepared } from "#testing/proof/bed.ts";

interface Row extends Run {
  readonly id: string;
}

async function playAll(profile: Profile): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const server of trivialServers) {
    const run = await play(correct, { ...prepared, options: { profile }, serve: () => server });
    rows.push({ ...run, id: server.id });
  }
  return rows;
}

const musts = ({ verdicts }: Run, wanted: Verdict["verdict"]) =>
  verdicts.filter(({ level, verdict }) => level === "must" && verdict === wanted);

/** The most that a thorough run sends to the reference server, and a burst over a limit of 60. */
const mostRequests = 260 + 80;

// In thorough: `npm run record -- --check`.
describe.each(["quick", "standard"] as const)("of the trivial servers, in %s,", (profile) => {
  const table = playAll(profile);
  const broken = async (breaks: (row: Row) => boolean) => (await table).filter(breaks);

  test("every one is played to the end, without an error of the suite", async () => {
    expect((await table).map((row) => row.id)).toEqual(trivialServers.map((server) => server.id));
    expect(await broken((row) => row.suiteErrors.length > 0 || row.requests.total > mostRequests)).toEqual(
      [],
    );
  });

  test("none conforms", async () => {
    expect(await broken((row) => row.outcome === "conforming" || row.exitCode === 0)).toEqual([]);
  });

  test("none passes more than two musts", async () => {
    expect(await broken((row) => musts(row, "pass").length > 2)).toEqual([]);
  });

  test("one that answers fails a must, but for what may be in front of a service (rulings 26, 27, 42)", async () => {
    const unfailed = await broken((row) => musts(row, "fail").length === 0);
    expect(unfailed.map((row) => [row.id, row.reason])).toEqual([
      ["always-401", "key-refused"],
      ["always-404", "not-the-service"],
      ["always-500", "outage"],
      ["always-503", "outage"],
      ["retry-later", "rate-limited"],
      ["unauthorized-with-headers", "key-refused"],
      ["html", "not-the-service"],
      ["redirect", "not-the-service"],
      ["redirect-to-https", "not-the-service"],
      ["reset", "unreachable"],
      ["silence", "unreachable"],
    ]);
  });
});

test("the same server is judged the same, to the byte", async () => {
  const [server = expect.fail("there is none")] = trivialServers;
  const given = { ...prepared, serve: () => server };
  expect(await play(correct, given)).toEqual(await play(correct, given));
});
