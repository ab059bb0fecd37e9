import { beforeEach, expect, test } from "vitest";
import { createWallClock } from "#core/exchange/clock/clock.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { createSecrets } from "#core/secrets/secrets.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { checkFleet } from "./check-fleet.ts";
import type { FleetEntry } from "./targets-file.ts";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});

/** Targets by their name, host and key, whose runs end when the test ends them. */
function stage(
  targets: readonly (readonly [name: string, host: string, key: string])[],
  concurrency: number,
) {
  const ends = new Map<string, () => void>();
  const keys = new Map(targets.map(([name, , key]) => [name, key]));
  const entries = targets.map(
    ([name, host]): FleetEntry => ({
      ...{ name, where: "targets.yaml", baseUrl: `https://${host}.example.com/v1` },
      ...{ keyVariable: undefined, given: new Map() },
    }),
  );
  const begun = new Map(entries.map((entry) => [entry.name, Promise.withResolvers<void>()]));
  let interrupt: () => void = () => undefined;
  const all = checkFleet(
    {
      ...{ listed: entries, entries, folder, startFolder: folder, forAll: new Map() },
      ...{ concurrency, fresh: false, keepsRecording: false },
    },
    {
      secretsOf: async ({ name }) => ({ keys: [keys.get(name) ?? ""], others: [] }),
      run: async ({ name }) => {
        await new Promise<void>((resolve) => {
          ends.set(name, resolve);
          begun.get(name)?.resolve();
        });
        ends.delete(name);
        throw new UsageError({ what: "it ended", where: name, remedy: "." });
      },
      failed: () => ({ exitCode: 2, sentence: "it ended" }),
    },
    { started: () => undefined, ended: () => undefined, waits: () => undefined },
    {
      ...{ clock: createWallClock(), secrets: createSecrets() },
      onInterrupt: (listener) => {
        interrupt = listener;
        return () => undefined;
      },
    },
  );
  return {
    all,
    interrupt: () => interrupt(),
    /** What runs once these have begun. */
    running: async (...names: readonly string[]) => {
      await Promise.all(names.map((name) => begun.get(name)?.promise));
      return [...ends.keys()].toSorted().join("");
    },
    end: (name: string) => ends.get(name)?.(),
  };
}

test("so many are checked at a time; two with one host or one key never, also by way of a third, and others go on", async () => {
  const { running, end, all } = stage(
    [
      ["a", "one", "k1"],
      ["b", "two", "k1"],
      ["c", "two", "k2"],
      ["d", "three", "k3"],
      ["e", "four", "k4"],
    ],
    2,
  );
  expect(await running("a", "d")).toBe("ad");
  end("a");
  expect(await running("b")).toBe("bd");
  end("d");
  expect(await running("e")).toBe("be");
  end("b");
  expect(await running("c")).toBe("ce");
  end("c");
  end("e");
  await all;
});

test("after an interrupt none begins, and those that run are waited for", async () => {
  const { running, end, all, interrupt } = stage(
    [
      ["a", "one", "k1"],
      ["b", "one", "k1"],
      ["c", "two", "k2"],
      ["d", "three", "k3"],
    ],
    2,
  );
  expect(await running("a", "c")).toBe("ac");
  interrupt();
  end("a");
  end("c");
  await all;
  expect(await running()).toBe("");
});
