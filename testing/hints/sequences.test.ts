import { expect, test } from "vitest";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { Player } from "#proof/play.ts";
import { keeping } from "#reference-server/fault-parts.ts";
import type { Pet } from "#reference-server/store.ts";
import { reportOfRun } from "#report/run-report.ts";
import { playOn } from "#testing/proof/bed.ts";
import { withText } from "#testing/reference-server/handlers.ts";
import { ofShapes } from "./shapes.ts";

// The commands that reproduce a failure send what it needs on a server that was just started.

/** A server with room for every request. */
const playWith = (hooks: Player["hooks"]) =>
  playOn({ hooks, stage: { plan: "business" } }, {}, { latencyMs: () => 5 });

const sequenceOf = async (hooks: Player["hooks"]) => sequenceIn(await playWith(hooks));

/** The commands of the first cause, each in a word or two. */
function sequenceIn(run: Redacted<Run>): readonly string[] {
  const [cause] = run.causes;
  const commands = cause === undefined ? [] : reportOfRun(run).again(cause.finding, cause);
  return commands.map(({ words }) => {
    const [text] = words;
    const read = /\/pets\/.*"/.exec(words.join(" "))?.[0];
    return read ?? (words.some((word) => word.startsWith("--data-binary")) ? `${text} POST` : text) ?? "";
  });
}

test("a pet that is read in place of another: with as many creates as lay between the two", async () => {
  const sequence = await sequenceOf(
    keeping("findPet", new Map<bigint, Pet>(), (places, correctly, id, call) => {
      const found = places.get(id % 32n) ?? correctly(id, call);
      if (found !== undefined) places.set(id % 32n, found);
      return found;
    }),
  );
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

test("a read that finds pets by their place in what lists sort: after a pet that comes first, and a list", async () => {
  const { server } = ofShapes.find(({ about }) => about.startsWith("a list that sorts")) ?? expect.fail();
  const sequence = await sequenceOf(server.hooks);
  expect(sequence.slice(-4)).toEqual([
    "api -i POST",
    "api -i",
    `/pets/'"$PET"`,
    "npx --no -- petstore-conformance run",
  ]);
});

test("reads that fail since an unknown id was read: after another such read", async () => {
  const sequence = await sequenceOf((correct) => {
    let hasMissed = false;
    return {
      findPet: (id, call) => {
        const found = hasMissed ? undefined : correct.findPet(id, call);
        hasMissed ||= found === undefined;
        return found;
      },
      storePet: (pet, call) => {
        hasMissed = false;
        correct.storePet(pet, call);
      },
    };
  });
  expect(sequence.slice(-3)).toEqual(["api -i", `/pets/'"$PET"`, "npx --no -- petstore-conformance run"]);
});

test.each(["never-recovers", "first-retry-refused"])(
  "a 429 after the wait: one request more than the limit, the first wait, and the request (%s)",
  async (id) => {
    const [, ...sequence] = sequenceIn(await playOn(id));
    expect(sequence).toEqual(["for n in $(seq 61); do", "sleep 60", "api -i"]);
  },
);

test("lists that show what is created a moment later: after as long a wait", async () => {
  const sequence = await sequenceOf(() => ({
    visiblePets: (call) =>
      call.state.store.entries
        .filter(({ storedAtMs }) => call.nowMs - storedAtMs >= 200)
        .map(({ pet }) => ({ ...pet, name: pet.name.toUpperCase() })),
  }));
  expect(sequence.slice(-2)).toEqual(["api -i POST", "sleep 0.6; api -i"]);
});

test("a filter that stays for reads by id: after a list with another filter than the pet's status", async () => {
  const run = await playWith((correct) => {
    let status: string | null = null;
    return {
      listPets: (call) => {
        status = call.query.get("status");
        return correct.listPets(call);
      },
      findPet: (id, call) => {
        const found = correct.findPet(id, call);
        return status === null || found?.status === status ? found : undefined;
      },
    };
  });
  const [{ before = [] } = {}] = run.causes;
  const last = run.exchanges.find(({ id }) => id === Math.max(...before));
  expect(last?.request.query?.some(([name]) => name === "status")).toBe(true);
});

test("ids that are text in every nineteenth list: often", async () => {
  const sequence = await sequenceOf((correct) => {
    let lists = 0;
    return {
      respond: (response, call) => {
        const given = correct.respond(response, call);
        lists += Number(call.request.method === "GET" && call.path.endsWith("/pets"));
        return lists % 19 > 0
          ? given
          : withText(given, (text) => text.replace(/"id":([0-9]+)/g, '"id":"$1"'));
      },
    };
  });
  expect(sequence.slice(1)).toEqual([
    "for n in $(seq 48); do",
    "api -i",
    "npx --no -- petstore-conformance run",
  ]);
});

test("an error that stays for each create with a status: after a body that it was right to say it of", async () => {
  const { causes, exchanges } = await playWith((correct) => {
    let first: unknown;
    return {
      validateStatus: (value, call) => {
        if (value !== undefined && first !== undefined) throw first;
        try {
          return correct.validateStatus(value, call);
        } catch (error) {
          first = error;
          throw error;
        }
      },
    };
  });
  const before = exchanges.filter(({ id }) => causes[0]?.before?.includes(id));
  expect(before.at(-1)?.step).toMatch(/^body\/with\/status\//);
});

test("a counter that a rejected body stops: after that body", async () => {
  let [isStopped, last] = [false, ""];
  const { causes, exchanges } = await playWith((correct) => ({
    refused: (refusal, call) => {
      isStopped ||= call.request.method === "POST";
      return correct.refused(refusal, call);
    },
    remainingValue: (quota, call) => {
      if (!isStopped || last === "") last = correct.remainingValue(quota, call);
      return last;
    },
  }));
  expect(causes[0]?.leading).toBe("RATE-8");
  const before = exchanges.filter(({ id }) => causes[0]?.before?.includes(id));
  expect(before.some(({ request }) => request.method === "POST")).toBe(true);
});
