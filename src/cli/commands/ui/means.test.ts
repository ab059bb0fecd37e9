import { expect, test } from "vitest";
import { testFolder } from "../../../../testing/cli/process-bed.ts";
import { sampleIo } from "../../../../testing/cli/sample-io.ts";
import { createMeans } from "./means.ts";

const folder = testFolder();

test("without a key the error names the field of the page", async () => {
  const { io } = sampleIo({ folder: folder.path, env: {} });
  const { startRun } = createMeans(undefined, new Map(), io);
  const asked = { baseUrl: "http://127.0.0.1:4/v1", options: [], key: undefined };
  const follower = { onEvent: () => undefined, journal: () => undefined };
  await expect(startRun(asked, follower, new AbortController().signal)).rejects.toThrow(
    "No API key is given (this address has none yet). Fill in the field API key.",
  );
});
