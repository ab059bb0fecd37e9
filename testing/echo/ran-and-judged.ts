import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { main } from "#cli/main.ts";
import { listen } from "#reference-server/listen.ts";
import { formatNames } from "#report/formats/formats.ts";
import { sampleIo } from "../cli/sample-io.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { repeating } from "./echoing.ts";

/** What `run` prints and writes against a server that repeats the key, and what `judge` does of the recording: by format, and the exit code. `events` and `recording`: those of the run. */
export async function ranAndJudged(key: string) {
  const { url, close } = await listen(repeating(key));
  const folder = temporaryFolder();
  let errors = "";
  const written = async (name: string, argv: readonly string[]) => {
    const { io, printed } = sampleIo({ env: { PETSTORE_API_KEY: key }, folder });
    const reports = formatNames.flatMap((format) => ["--report", `${format}=${name}.${format}`]);
    const exitCode = await main([...argv, ...reports], io);
    errors += printed.err;
    const files = formatNames.map((format) => [
      format,
      readFileSync(join(folder, `${name}.${format}`), "utf8"),
    ]);
    return {
      exitCode,
      console: printed.out.replaceAll(`${name}.`, ""),
      ...Object.fromEntries(files),
    };
  };
  const options = ["--profile", "quick", "--rate-limit", "off", "--record", "run.ndjson"];
  writeFileSync(join(folder, "petstore-conformance.yaml"), "events: events.ndjson\n");
  const run = await written("run", ["run", url, ...options]);
  const [stream, recording] = ["events.ndjson", "run.ndjson"].map((file) =>
    readFileSync(join(folder, file), "utf8"),
  );
  await close();
  const again = await written("judge", ["judge", "run.ndjson"]);
  return { run, again, events: stream, recording, errors };
}
