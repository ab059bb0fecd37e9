import { beforeAll, expect, test } from "vitest";
import { loadCatalogue } from "../../suites/catalogue.ts";
import { loadContract } from "../../suites/petstore/document.ts";
import { suite } from "../../suites/registry.ts";
import { loadBedServers } from "./bed-servers.ts";
import { type Player, type PlayOptions, play } from "./play.ts";
import { answersAsTaped, playOnTape, type Tape } from "./tape.ts";

const contract = await loadContract();
const given: PlayOptions = {
  ...{ contract, suite, requirements: loadCatalogue(contract) },
  options: { profile: "standard" },
  withoutMap: true,
};
const servers = await loadBedServers();
let tape: Tape;

beforeAll(async () => {
  tape = await playOnTape({ hooks: () => ({}) }, given);
});

function server(id: string): Player {
  const found = servers.find((one) => one.id === id);
  if (found === undefined) throw new Error(`the bed has no server ${id}`);
  return found;
}

test.each(["key-begins-alike", "key-in-any-case"])(
  "%s, which a minute of the smallest plan does not show, answers as taped, and its run is the run on the tape",
  async (id) => {
    expect(await answersAsTaped(tape, server(id), given)).toBe(true);
    expect(await play(server(id), given)).toEqual(tape.run);
  },
);

test.each([
  ["a status", "created-not-found"],
  ["a body", "one-more"],
  ["a header", "no-reset"],
  ["no answer at all", "get-resets"],
])("one that differs in %s does not", async (_, id) => {
  expect(await answersAsTaped(tape, server(id), given)).toBe(false);
});
