import { expect, test } from "vitest";
import { type Player, play } from "#proof/play.ts";
import type { Pet } from "#reference-server/store.ts";
import { reportOfRun } from "#report/run-report.ts";
import { prepared } from "#testing/proof/bed.ts";

// The commands that reproduce a failure send what it needs on a server that was just started.

/** The commands of the first cause, each in a word or two. */
async function sequenceOf(hooks: Player["hooks"]): Promise<readonly string[]> {
  const run = await play({ hooks, stage: { plan: "business" } }, { ...prepared, latencyMs: () => 5 });
  const [cause] = run.causes;
  const commands = cause === undefined ? [] : reportOfRun(run).again(cause.finding, cause);
  return commands.map(({ words }) => {
    const [text] = words;
    const read = /\/pets\/.*"/.exec(words.join(" "))?.[0];
    return read ?? (words.some((word) => word.startsWith("--data-binary")) ? `${text} POST` : text) ?? "";
  });
}

test("a pet that is read in place of another: with as many creates as lay between the two", async () => {
  const sequence = await sequenceOf((correct) => {
    const places = new Map<bigint, Pet>();
    return {
      findPet: (id, call) => {
        const found = places.get(id % 32n) ?? correct.findPet(id, call);
        if (found !== undefined) places.set(id % 32n, found);
        return found;
      },
    };
  });
  expect(sequence).toEqual([
    "api() { curl -sS",
    "PET=$(api POST",
    "for n in $(seq 15); do POST",
    "PET2=$(api POST",
    `/pets/'"$PET2"`,
    `/pets/'"$PET"`,
    "npx --no -- petstore-conformance run",
  ]);
});

test("a pet that reads do not find: after a rejected create, and as many creates as came before it", async () => {
  const sequence = await sequenceOf((correct) => ({
    findPet: (id, call) => {
      const place = call.state.store.entries.findIndex(({ pet }) => pet.id === id);
      return place === 46 ? undefined : correct.findPet(id, call);
    },
  }));
  expect(sequence).toEqual([
    "api() { curl -sS",
    "api -i POST",
    "for n in $(seq 16); do POST",
    "PET=$(api POST",
    `/pets/'"$PET"`,
    "npx --no -- petstore-conformance run",
  ]);
});
