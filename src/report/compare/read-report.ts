import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { derivedFrom } from "#core/exchange/bounded-map.ts";
import { reading } from "#core/options/reading.ts";
import { exceeds, mostBytes, readBounded, Unreadable, usualExtent } from "#files/read-bounded.ts";
import schema from "../formats/report.schema.json" with { type: "json" };
import { type SavedRun, savedRun } from "./saved-run.ts";

const remedy = "Write a report with petstore-conformance run URL --report json=FILE.";

/** Reads a JSON report. @throws UsageError for one that is missing, truncated, or not a report */
export async function readReport(path: string, folder: string): Promise<SavedRun> {
  const report = await reading({ what: "the report", where: path, remedy }, () =>
    whole(resolve(folder, path)),
  );
  return savedRun(report);
}

/** Compiled once. Formats are not checked: nothing here depends on them. */
const validatorOf = derivedFrom((of: object) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile<SavedRun>(of),
);

async function whole(path: string): Promise<SavedRun> {
  const validate = validatorOf(schema);
  const bytes = await readBounded(path, mostBytes.report);
  if (exceeds(bytes, { ...usualExtent, levels: 512 })) throw new Unreadable("it is nested too deeply");
  const value: unknown = JSON.parse(bytes.toString("utf8"));
  if (validate(value)) return value;
  const [problem] = validate.errors ?? [];
  throw new Unreadable(`${problem?.instancePath || "it"} ${problem?.message ?? "is not as in a report"}`);
}
