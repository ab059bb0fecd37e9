import { expect, test } from "vitest";
import { differingReports, formsKept, recordedPlay, sampleOfBed } from "#testing/evidence/recorded-play.ts";
import { prepared, servers } from "#testing/proof/bed.ts";

// What src/core/recording/evidence.test.ts leaves of its sample.

test.each(sampleOfBed(servers, 3, 12))(
  "a recorded run, judged again, has the same reports, and no secret: %s",
  async (_, server) => {
    const played = await recordedPlay(server, prepared, {});
    expect(formsKept(played)).toEqual([]);
    expect(await differingReports(played, prepared)).toEqual([]);
  },
);
