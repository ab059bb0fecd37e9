import { expect, test } from "vitest";
import { createWrongKeyLane } from "./wrong-key-lane.ts";

/** A lane, what has been let through so far, and the means to answer it. */
function lane() {
  const { withKey, withoutKey } = createWrongKeyLane();
  const open: string[] = [];
  const answers = new Map<string, PromiseWithResolvers<string>>();
  const sending = (name: string) => () => {
    open.push(name);
    const answer = Promise.withResolvers<string>();
    answers.set(name, answer);
    return answer.promise;
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    open,
    wrong: (...names: string[]) => names.map((name) => withoutKey(sending(name))),
    right: (...names: string[]) => names.map((name) => withKey(sending(name))),
    answer: async (name: string) => {
      answers.get(name)?.resolve(name);
      await settle();
    },
    fail: async (name: string) => {
      answers.get(name)?.reject(new Error(name));
      await settle();
    },
    settle,
  };
}

test("two wrong keys may follow each other beside a right one; the third waits for its answer", async () => {
  const { open, wrong, right, answer, settle } = lane();
  right("r");
  wrong("w1", "w2", "w3");
  await settle();
  expect(open).toEqual(["r", "w1", "w2"]);
  await answer("w1");
  await answer("w2");
  expect(open).not.toContain("w3");
  await answer("r");
  expect(open).toEqual(["r", "w1", "w2", "w3"]);
});

test("with nothing else in flight they go one at a time, for there is nothing to wait for", async () => {
  const { open, wrong, answer, settle } = lane();
  wrong("w1", "w2", "w3", "w4");
  await settle();
  expect(open).toEqual(["w1", "w2"]);
  await answer("w1");
  expect(open).toEqual(["w1", "w2"]);
  await answer("w2");
  expect(open).toEqual(["w1", "w2", "w3"]);
  await answer("w3");
  expect(open).toEqual(["w1", "w2", "w3", "w4"]);
});

test("requests with the key never wait", async () => {
  const { open, wrong, right, settle } = lane();
  wrong("w1", "w2", "w3");
  right("r1", "r2", "r3");
  await settle();
  expect(open.toSorted()).toEqual(["r1", "r2", "r3", "w1", "w2"]);
});

test("an answer to the right key lets two more through, in the order of asking", async () => {
  const { open, wrong, right, answer, settle } = lane();
  right("r1", "r2");
  wrong("w1", "w2", "w3", "w4", "w5");
  await settle();
  await answer("r1");
  expect(open.slice(2)).toEqual(["w1", "w2", "w3", "w4"]);
  await answer("r2");
  expect(open.slice(2)).toEqual(["w1", "w2", "w3", "w4", "w5"]);
});

test("one that fails gives its turn to the next, and its failure to whoever asked", async () => {
  const { open, wrong, right, fail, settle } = lane();
  const [asked] = right("r");
  wrong("w1", "w2", "w3");
  await settle();
  const failed = expect(asked).rejects.toThrow("r");
  await fail("r");
  await failed;
  expect(open).toContain("w3");
});

test("what was sent is handed back", async () => {
  const { wrong, right, answer, settle } = lane();
  const asked = [...wrong("w"), ...right("r")];
  await settle();
  await answer("w");
  await answer("r");
  expect(await Promise.all(asked)).toEqual(["w", "r"]);
});
