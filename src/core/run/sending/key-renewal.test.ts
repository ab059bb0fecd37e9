import { expect, test } from "vitest";
import { expects200, type Played, playScene, type Reply, step } from "#testing/run/sample-suites.ts";
import type { RenewKey } from "./key-renewal.ts";

const expired: Reply = {
  status: 401,
  headers: { "WWW-Authenticate": 'Bearer error="invalid_token", error_description="The token expired"' },
};
const steps = ["a", "b", "c"].map((label) => step(label));
const checks = steps.map((one) => expects200(`${one.label.toUpperCase()}-1`, one));

async function played(
  replies: Readonly<Record<string, Reply | readonly Reply[]>>,
  renewKey?: RenewKey,
  options: { readonly trace?: boolean; readonly concurrency?: number } = {},
): Promise<Played> {
  return playScene({ checks, replies, options, input: { renewKey } });
}

/** Gives another key each time. */
function keys() {
  let made = 0;
  const renew = async () => `key-number-${++made}`;
  return { renew, made: () => made };
}

test("a request that is refused for an expired key is sent again with another, and the refusal is not judged", async () => {
  const { renew, made } = keys();
  const { run, received, verdict } = await played({ b: [expired, {}] }, renew);
  expect(["A-1", "B-1", "C-1"].map((id) => verdict(id).verdict)).toEqual(Array(3).fill("pass"));
  expect([made(), run.exitCode]).toEqual([1, 0]);
  // The sample target knows the first key alone.
  expect(received.filter(({ label }) => label === "b").map(({ key }) => key)).toEqual([true, false]);
  const refused = run.exchanges.find(
    ({ outcome }) => outcome.kind === "answer" && outcome.answer.status === 401,
  );
  expect(run.notes.at(-1)).toBe(
    `the API key expired during the run and was renewed; what was refused for that was sent again (exchange ${refused?.id})`,
  );
});

test("what was in flight with the former key is sent again without asking for a third", async () => {
  const { renew, made } = keys();
  const { run } = await played({ a: [expired, {}], b: [expired, {}], c: [expired, {}] }, renew, {
    concurrency: 3,
  });
  expect([made(), run.exitCode]).toEqual([1, 0]);
});

test.each<[string, RenewKey | undefined]>([
  ["nothing gives another", undefined],
  ["the same key comes again", async () => "the-key"],
  ["the command fails", () => Promise.reject(new Error("no"))],
])("where %s, the refusal is one", async (_, renewKey) => {
  const { run } = await played(
    { list: [{}, expired, expired, expired, expired], b: expired, c: expired },
    renewKey,
  );
  expect(run.rootCause).toMatchObject({ kind: "key-stopped", hasExpired: true });
});

test("a service that says of every key that it expired is asked a bounded number of times", async () => {
  const { renew, made } = keys();
  const { run } = await played({ b: () => expired } as never, renew);
  expect(made()).toBe(100);
  expect(run.exitCode).not.toBe(0);
});

test("a 401 that does not name expiry is no reason to renew", async () => {
  const { renew, made } = keys();
  await played({ b: { status: 401 } }, renew);
  expect(made()).toBe(0);
});

test("with trace each exchange has a trace id of its own, made of the run id and its number", async () => {
  const { run } = await played({}, undefined, { trace: true });
  expect(run.exchanges.map(({ traceId }) => traceId)).toEqual(
    run.exchanges.map(({ id }) => `00112233445566778899${id.toString(16).padStart(12, "0")}`),
  );
  const without = await played({});
  expect(without.run.exchanges.every(({ traceId }) => traceId === undefined)).toBe(true);
});
