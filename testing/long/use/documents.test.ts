import { describe } from "vitest";
import { testCommands } from "#testing/docs/run-commands.ts";

describe("the commands in the documents", () => {
  testCommands((place) => place.startsWith("docs/"));
});
