import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Finding, Place, VerdictLine } from "#core/check/results/verdict.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import { reading } from "#core/options/usage-error.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { exceeds, mostBytes, readBounded, Unreadable, usualExtent } from "#files/read-bounded.ts";
import schema from "../formats/report.schema.json" with { type: "json" };
import { reasonInWords } from "../words/why-in-words.ts";

/** What a JSON report (`report.schema.json`) says about a run: what comparing runs needs. */
export interface SavedRun extends Pick<Run, "profile" | "target" | "spec" | "outcome" | "partial" | "tool"> {
  /** An ISO 8601 instant. */
  readonly startedAt: string;
  readonly verdicts: readonly SavedVerdict[];
}

export interface SavedVerdict extends VerdictLine {
  readonly reason: string | null;
  readonly findings: readonly SavedFinding[];
}

interface SavedFinding extends Pick<Finding, "case" | "expected" | "seen"> {
  readonly place?: Place | null | undefined;
}

/** Of a report what comparing needs, and no more: not the exchanges above all. */
function savedRun(report: SavedRun): SavedRun {
  const { profile, target, spec, outcome, partial, tool, startedAt, verdicts } = report;
  return {
    ...{ profile, target, spec, outcome, partial, tool, startedAt },
    verdicts: verdicts.map(({ id, slug, level, verdict, text, reason, findings }) => ({
      ...{ id, slug, level, verdict, text, reason },
      findings: findings.map(({ case: of, expected, seen, place }) => ({ case: of, expected, seen, place })),
    })),
  };
}

/** A run as its JSON report would say it: what a recording that was judged again is compared by. */
export function runAsSaved(run: Redacted<Run>): SavedRun {
  return savedRun({
    ...run,
    startedAt: new Date(run.startedAtMs).toISOString(),
    verdicts: run.verdicts.map((one) => ({ ...one, reason: reasonInWords(one, run.words) ?? null })),
  });
}

const remedy = "Write a report with petstore-conformance run URL --report json=FILE.";

/** Reads a JSON report. @throws UsageError for one that is missing, truncated, or not a report */
export async function readReport(path: string, folder: string): Promise<SavedRun> {
  return savedRun(
    await reading({ what: "the report", where: path, remedy }, () => whole(resolve(folder, path))),
  );
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
