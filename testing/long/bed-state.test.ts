import { expect, test } from "vitest";
import type { Stage } from "../../reference-server/bed-server.ts";
import { correctHooks } from "../../reference-server/hooks/hooks.ts";
import { loadServers } from "../../suites/servers.ts";
import { transcript } from "../reference-server/transcript.ts";

const servers = await loadServers();

const correct = new Map<string, Promise<readonly string[]>>();
/** Of the correct server on a stage: played once. */
function correctTranscript(stage: Stage): Promise<readonly string[]> {
  const key = Object.entries(stage).join();
  const known = correct.get(key) ?? transcript(stage, {});
  correct.set(key, known);
  return known;
}

test("the correct server's conversation is the same each time", async () => {
  expect(await transcript({}, {})).toEqual(await correctTranscript({}));
});

test.each(servers.map((server) => [server.kind, server.id, server] as const))(
  "the %s %s changes an answer, and keeps its state to one server",
  async (kind, _id, { stage = {}, hooks }) => {
    const first = await transcript(stage, hooks(correctHooks));
    // A variant may be no more than a stage.
    expect(first).not.toEqual(await correctTranscript(kind === "fault" ? stage : {}));
    expect(await transcript(stage, hooks(correctHooks))).toEqual(first);
  },
);
