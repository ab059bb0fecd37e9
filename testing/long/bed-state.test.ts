import { expect, test } from "vitest";
import { correctHooks } from "../../reference-server/hooks/hooks.ts";
import { loadServers } from "../../reference-server/registry.ts";
import { transcript } from "../reference-server/transcript.ts";

const servers = await loadServers();

test.each(servers.map((server) => [server.kind, server.id, server] as const))(
  "the %s %s keeps its state to one server",
  async (_kind, _id, { stage = {}, hooks }) => {
    const first = await transcript(stage, hooks(correctHooks));
    expect(await transcript(stage, hooks(correctHooks))).toEqual(first);
  },
);
