import { expect, test } from "vitest";
import { interruptedBy } from "#cli/io.ts";
import { runOptionTable } from "#cli/options/options.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { restAfter, safeResult, type TargetResult } from "#fleet/results.ts";
import { type FleetEntry, parseTargets } from "#fleet/targets-file.ts";
import { sampleIo } from "#testing/cli/sample-io.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { checkFleet, entriesOfShard } from "./check-fleet.ts";
import { FleetConsole } from "./fleet-console.ts";

const result: TargetResult = {
  ...{ name: "finished-eu", baseUrl: "https://pets.example/v1", entry: "0", version: "0.1.0" },
  ...{ state: "finished", exitCode: 3, outcome: "inconclusive", reason: "unreachable" },
  sentence: "the socket of finished closed",
  ...{ startedAt: "2026-01-01T00:00:00.000Z", endedAt: "2026-01-01T00:01:00.000Z" },
  ...{ reports: ["reports/finished-eu.json"], recording: null, rest: null },
};

/** Targets by their name, host and key (`a one k1`), whose runs end when the test ends them. */
function stage(texts: readonly string[], concurrency: number) {
  const targets = texts.map((text) => text.split(" "));
  const folder = temporaryFolder();
  const ends = new Map<string, () => void>();
  const keys = new Map(targets.map(([name = "", , key]) => [name, key]));
  const entries = targets.map(
    ([name = "", host]): FleetEntry => ({
      ...{ name, where: "targets.yaml", baseUrl: `https://${host}.example.com/v1` },
      ...{ keyVariable: undefined, given: new Map() },
    }),
  );
  const begun = new Map(entries.map((entry) => [entry.name, Promise.withResolvers<void>()]));
  const interruption = new AbortController();
  const { io } = sampleIo({ onInterrupt: interruptedBy(interruption.signal) });
  const all = checkFleet(
    {
      ...{ listed: entries, entries, folder, forAll: new Map() },
      ...{ concurrency, fresh: false },
    },
    {
      secretsOf: async ({ name }) => ({ keys: [keys.get(name) ?? ""], others: [] }),
      run: async ({ name }) => {
        const ended = Promise.withResolvers<void>();
        ends.set(name, ended.resolve);
        begun.get(name)?.resolve();
        await ended.promise;
        ends.delete(name);
        return new Secrets().redact({ ...result, name });
      },
    },
    new FleetConsole(entries, { quiet: true, out: "" }, io),
    io,
  );
  return {
    all,
    interrupt: () => interruption.abort(),
    /** What runs once these have begun. */
    running: async (...names: readonly string[]) => {
      await Promise.all(names.map((name) => begun.get(name)?.promise));
      return [...ends.keys()].toSorted().join("");
    },
    end: (name: string) => ends.get(name)?.(),
  };
}

test("so many are checked at a time; two with one host or one key never, also by way of a third, and others go on", async () => {
  const { running, end, all } = stage(["a one k1", "b two k1", "c two k2", "d three k3", "e four k4"], 2);
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
  const { running, end, all, interrupt } = stage(["a one k1", "b one k1", "c two k2", "d three k3"], 2);
  expect(await running("a", "c")).toBe("ac");
  interrupt();
  end("a");
  end("c");
  await all;
  expect(await running()).toBe("");
});

const date: HeaderLine = ["Date", "Thu, 01 Jan 1970 00:00:10 GMT"];

const limited = (...headers: HeaderLine[]) =>
  sampleExchange({ status: 429, headers: [date, ...headers], endedAtMs: 10_000 });
test("the next run waits until every Retry-After of the last one has passed, whatever was answered after it", () => {
  const exchanges = [limited(["Retry-After", "30"]), sampleExchange({ endedAtMs: 11_000 })];
  expect(restAfter(exchanges, 20_000)?.until).toBe("1970-01-01T00:00:40.000Z");
  expect(restAfter(exchanges, 40_000)).toBeNull();
  // Beyond what a date can hold: the last date there is.
  const endless = restAfter([limited(["Retry-After", "9".repeat(17)])], 20_000);
  expect(endless?.until).toBe("+275760-09-13T00:00:00.000Z");
});

test("a 429 that names no time holds the next run back for a minute, unless another answer came after it", () => {
  for (const last of [limited(), limited(["Retry-After", "0"])])
    expect(restAfter([last], 10_000)?.until).toBe("1970-01-01T00:01:10.000Z");
  expect(restAfter([limited(), sampleExchange({ endedAtMs: 11_000 })], 20_000)).toBeNull();
});

const entries = await parseTargets(
  `targets:
  - {name: a, base-url: https://one.example.com/v1, api-key-env: A}
  - {name: b, base-url: https://two.example.com/v1, api-key-env: B}
  - {name: c, base-url: https://one.example.com/beta/v1, api-key-env: C}
  - {name: d, base-url: https://four.example.com/v1, api-key-env: D}
  - {name: e, base-url: https://five.example.com/v1, api-key-env: D}
  - {name: f, base-url: https://five.example.com:444/v1, api-key-file: b.txt}
  - {name: g, base-url: https://six.example.com/v1, api-key-file: b.txt}
  - {name: h, base-url: https://seven.example.com/v1}
  - {name: i, base-url: https://eight.example.com/v1}`,
  "targets.yaml",
  runOptionTable,
);
const names = (part: number, of: number) => entriesOfShard(entries, { part, of }).map(({ name }) => name);

test("what shares a host or a key is in one part, and the parts are of like size", () => {
  // h and i have PETSTORE_API_KEY.
  expect([names(1, 3), names(2, 3), names(3, 3)]).toEqual([
    ["a", "c", "h", "i"],
    ["b", "f", "g"],
    ["d", "e"],
  ]);
});

test.each([1, 2, 5, 20])("each target is in one of %i parts", (of) => {
  const parts = Array.from({ length: of }, (_, at) => names(at + 1, of));
  expect(parts.flat().toSorted()).toEqual(entries.map(({ name }) => name));
});

test("a key that is a word of ours changes neither the state of a result, nor its name, nor the paths in it", () => {
  expect(safeResult(result, new Secrets("finished"))).toEqual({
    ...result,
    sentence: "the socket of [redacted] closed",
  });
});
