import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createPrompt } from "./prompt.ts";

function prompted() {
  const input = new PassThrough();
  const prompt = createPrompt(input, new PassThrough());
  return { input, prompt };
}

test("a line answers a question, and lines pasted ahead answer those that follow", async () => {
  const { input, prompt } = prompted();
  input.write("one\rtwo\r");
  expect([await prompt.ask("first? "), await prompt.ask("second? ")]).toEqual(["one", "two"]);
  const third = prompt.ask("third? ");
  input.write("three\r");
  expect(await third).toBe("three");
  prompt.close();
});

test("Ctrl-C ends the questions, answers pasted before it too", async () => {
  const { input, prompt } = prompted();
  const first = prompt.ask("first? ");
  input.write("one\rtwo\r\u0003");
  await first;
  expect(await prompt.ask("second? ")).toBeUndefined();
});

test("the end of the input ends the questions", async () => {
  const { input, prompt } = prompted();
  const first = prompt.ask("first? ");
  input.end();
  expect([await first, await prompt.ask("second? ")]).toEqual([undefined, undefined]);
});
