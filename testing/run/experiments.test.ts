import { describe, expect, test } from "vitest";
import type { Cause } from "#core/check/results/defect.ts";
import type { RunOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { Player } from "#proof/play.ts";
import { counting } from "#reference-server/fault-parts.ts";
import type { Hooks } from "#reference-server/hooks/call.ts";
import { headerValue } from "#reference-server/message.ts";
import { Refusal } from "#reference-server/refusal.ts";
import { reproductionOf } from "#report/reproduction.ts";
import { reportOfRun } from "#report/run-report.ts";
import { correct, playOn, prepared, type Served } from "../proof/bed.ts";
import { inFrontOf } from "../reference-server/handlers.ts";

// What a run that fails sends to find out what its failures depend on.

/** Answers otherwise once a read was answered 404: `take` is true the first time after that. */
const after404 = (other: (hooks: Hooks, take: () => boolean) => Partial<Hooks>): Player => ({
  hooks: (hooks) => {
    let isNext = false;
    const take = () => {
      const was = isNext;
      isNext = false;
      return was;
    };
    return {
      petNotFound: (call) => {
        isNext = true;
        return hooks.petNotFound(call);
      },
      ...other(hooks, take),
    };
  },
  stage: { plan: "business" },
});

const emptyAfter404 = after404((hooks, take) => ({
  page: (pets, limit, call) => (take() ? [] : hooks.page(pets, limit, call)),
}));

const playIt = (options: Partial<RunOptions> = {}) => playOn(emptyAfter404, options);

const verdictsOf = ({ verdicts }: Run) => verdicts.map(({ id, verdict, judged }) => [id, verdict, judged]);

/** The commands that reproduce the first cause, where its requests have to be sent together, too. */
function reproductionIn(run: Run, together?: Cause["together"]) {
  const exchanges = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const [cause] = run.causes;
  return cause === undefined
    ? []
    : reproductionOf(cause.finding, exchanges, run, { ...cause, ...(together && { together }) });
}

const experimentsOf = ({ exchanges }: Run) => exchanges.filter(({ experiment }) => experiment !== undefined);

test("show what has to come before, and stand in the report", async () => {
  const run = await playIt();
  const [cause] = run.causes;
  expect(cause?.tried?.alone).toEqual({ sent: 1, shown: 0 });
  expect(cause?.tried?.after).toMatchObject([{ sent: 3, shown: 3 }]);
  expect(cause?.rightBefore).toEqual([cause?.tried?.after[0]?.exchange]);
  expect(experimentsOf(run).map(({ experiment }) => experiment?.asks)).toEqual([
    "alone",
    "setup",
    "after",
    "setup",
    "apart",
    "setup",
    "after",
  ]);
  expect(run.requests.experiments).toBe(7);
});

test("show that an answer has no rate-limit headers", async () => {
  const without = after404((hooks, take) => ({
    rateHeaders: (status, call) => (take() ? [] : hooks.rateHeaders(status, call)),
  }));
  const [cause] = (await playOn(without)).causes;
  expect(cause?.tried?.alone).toEqual({ sent: 2, shown: 2 });
});

test("show what fails only while another request is under way", async () => {
  // The filter of whichever list came last, by the time the pets are there.
  const serve: Served["serve"] = (options) => {
    let last = "";
    return inFrontOf(options, async ({ target }, pass) => {
      if (!target.includes("status=")) return pass();
      last = target;
      for (let turns = 0; turns < 50; turns += 1) await undefined;
      return pass({ target: last });
    });
  };
  const run = await playOn({ ...correct, stage: { plan: "business" }, serve }, {}, { latencyMs: () => 5 });
  const [cause] = run.causes;
  expect(cause?.tried).toMatchObject({ alone: { sent: 2, shown: 0 }, together: { sent: 2, shown: 2 } });
  expect(cause?.advice?.likelyCause).toMatch(/^Concurrent requests interfere/);
  const [command, ...others] = reproductionIn(run);
  expect(others).toEqual([]);
  expect(command?.words.join(" ")).toMatch(
    /^for n in .* curl -sS -i --parallel .*status=.* --next .*status=.* ; done$/,
  );
});

test("are reproduced by one command, on one connection or at the same time", async () => {
  const run = await playIt();
  const [one, ...others] = reproductionIn(run, "connection").map(({ words }) => words.join(" "));
  expect(others).toEqual([]);
  expect(one).toMatch(/^curl -i -H .*\/pets\/[0-9]+' --next -i -H .*\/pets/);
  expect(reproductionIn(run, "time")[0]?.words[1]).toMatch(/^curl -sS -i --parallel /);
});

test("may not be enough: the first cause that may depend on more names the whole run, with its options", async () => {
  const commandsOf = (run: Redacted<Run>) =>
    run.causes.map((cause) => reportOfRun(run).again(cause.finding, cause).at(-1)?.words.join(" "));
  const again = `npx --no -- petstore-conformance run 'http://127.0.0.1:8080/v1'`;
  const run = await playIt({ readOnly: true });
  expect(commandsOf(run)[0]).toBe(`${again} --read-only --seed ${run.seed}`);
  const whole = commandsOf(await playIt()).filter((command) => command?.includes("petstore-conformance"));
  expect(whole).toEqual([`${again} --seed ${run.seed}`]);
  expect(commandsOf(await playOn("create-500"))[0]).not.toContain("petstore-conformance");
});

test("go over the connection of what they come after", async () => {
  const run = await playOn(emptyAfter404, {}, { keptConnections: 1 });
  const reused = experimentsOf(run).map(({ experiment, reusedConnection }) => [
    experiment?.asks,
    reusedConnection,
  ]);
  expect(reused.filter(([asks]) => asks === "after")).toEqual(Array(2).fill(["after", true]));
  expect(reused.filter(([asks]) => asks !== "after").every(([, isReused]) => isReused === false)).toBe(true);
});

describe("tell what stays with a connection from what is left behind for all", () => {
  const letIn: Player["hooks"] = (hooks) => {
    const known = new Set<unknown>();
    return {
      isAuthenticated: (call) => {
        const { connection } = call.request;
        const isKey = hooks.isAuthenticated(call);
        if (isKey) known.add(connection);
        return isKey || (headerValue(call.request, "authorization") === undefined && known.has(connection));
      },
    };
  };
  const bodyLeftUnread: Player["hooks"] = (hooks) => {
    const unread = new Set<unknown>();
    return {
      authenticate: (call) => {
        const { connection, body } = call.request;
        if (unread.delete(connection)) throw new Refusal(400, "malformed request line");
        const refused = hooks.authenticate(call);
        if (refused && body.length > 0) unread.add(connection);
        return refused;
      },
    };
  };
  test.each([
    ["a caller without a key is let in after one with the key", letIn, 1],
    ["the unread body of a rejected request is taken for the next one", bodyLeftUnread, 2],
  ])("%s", async (_, hooks, times) => {
    const run = await playOn({ hooks, stage: { plan: "business" } }, {}, { keptConnections: 200 });
    const [cause] = run.causes;
    const after = cause?.tried?.after.find(({ shown }) => shown > 0);
    expect(after).toMatchObject({ sent: times, shown: times, apart: 1 });
    expect(cause?.advice?.likelyCause).toContain("The answer depends on the connection");
    expect(cause?.together).toBe("connection");
  });
});

test("count what goes before as sent alone where it is the same request", async () => {
  // Each third read of a new pet finds none, whichever pet it is.
  const hooks = counting(
    "findPet",
    (nth, correctly, id, call) => (nth % 3 === 0 ? undefined : correctly(id, call)),
    (id) => id > 31n,
  );
  const [cause] = (await playOn({ hooks, stage: { plan: "business" } })).causes;
  expect(cause?.tried).toMatchObject({
    alone: { sent: 3, shown: 2 },
    after: [
      { sent: 1, shown: 0 },
      { sent: 1, shown: 1 },
    ],
  });
});

test("change no verdict", async () => {
  const suite = { ...prepared.suite, renewed: () => undefined };
  const without = await playOn(emptyAfter404, {}, { suite });
  expect(without.requests.experiments).toBe(0);
  expect(verdictsOf(await playIt())).toEqual(verdictsOf(without));
});

describe("are within every cap", () => {
  test("no request more is sent than --max-requests allows", async () => {
    const most = (await playIt()).exchanges.length - 2;
    const run = await playIt({ maxRequests: most });
    expect(run.exchanges.length).toBeLessThanOrEqual(most);
  });

  test("with --read-only nothing is created", async () => {
    const run = await playIt({ readOnly: true });
    expect(run.requests).toMatchObject({ writes: 0 });
  });

  test("at most eight are sent, and no create that the cap has no place for", async () => {
    const run = await playOn("create-500", { maxCreates: 4 });
    expect(run.requests.experiments).toBeLessThanOrEqual(8);
    expect(run.created.length).toBeLessThanOrEqual(4);
  });
});

test("show nothing where what comes and goes does so three times in a row", async () => {
  let lists = 0;
  const filtered = (wrong: ReadonlySet<number>): Player => ({
    hooks: (hooks) => ({
      page: (pets, limit, call) => {
        const isFiltered = call.request.target.includes("status=");
        if (isFiltered) lists += 1;
        return hooks.page(
          isFiltered && wrong.has(lists) ? call.state.store.entries.map(({ pet }) => pet) : pets,
          limit,
          call,
        );
      },
    }),
    stage: { plan: "business" },
  });
  await playOn(filtered(new Set()));
  const last = lists;
  lists = 0;
  const run = await playOn(filtered(new Set([4, 7, last + 1, last + 2, last + 3])));
  const [cause] = run.causes;
  expect(cause).toMatchObject({
    leading: "STATUS-1",
    tried: { alone: { sent: 3, shown: 2 }, other: { sent: 1, shown: 1 } },
  });
  expect(cause?.advice?.likelyCause).toMatch(/^The filter is ignored, .*\. The same request sometimes fails/);
});
