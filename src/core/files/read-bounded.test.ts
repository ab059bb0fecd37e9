import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { whyUnreadable } from "./read-bounded.ts";

const whyNot = (path: string) => readFile(path).then(() => "it was read", whyUnreadable);

test("why a file cannot be read is said in words, and without its path", async () => {
  expect(await whyNot(join(temporaryFolder(), "absent"))).toBe("there is no such file");
  expect(await whyNot("/")).toBe("it is a folder");
  expect(whyUnreadable(new Error("unexpected end of file"))).toBe("unexpected end of file");
});
