import { beforeAll, expect, test } from "vitest";
import { correct, prepared, serverOf } from "#testing/proof/bed.ts";
import { type PlayOptions, play } from "./play.ts";
import { answersAsTaped, playOnTape, type Tape } from "./tape.ts";

const given: PlayOptions = { ...prepared, options: { profile: "standard" } };
let tape: Tape;

beforeAll(async () => {
  tape = await playOnTape(correct, given);
});

test.each(["key-begins-alike", "key-in-any-case"])(
  "%s, which a minute of the smallest plan does not show, answers as taped, and its run is the run on the tape",
  async (id) => {
    expect(await answersAsTaped(tape, serverOf(id), given)).toBe(true);
    expect(await play(serverOf(id), given)).toEqual(tape.run);
  },
);

test.each([
  ["a status", "created-not-found"],
  ["a body", "one-more"],
  ["a header", "no-reset"],
  ["no answer at all", "get-resets"],
])("one that differs in %s does not", async (_, id) => {
  expect(await answersAsTaped(tape, serverOf(id), given)).toBe(false);
});
