import { UsageError } from "#core/options/usage-error.ts";
import { judgedBy } from "#core/recording/recording.ts";
import {
  createRecorder,
  type Recorder,
  type RecordPlace,
  recordingEndings,
} from "#core/recording/recording-file.ts";
import { checkReportPlace, opened } from "#report/formats/write.ts";
import type { Prepared } from "./assemble.ts";

/**
 * Opens the file in which a run is kept as it happens.
 * @throws ReportError for a place that cannot be written, UsageError for another ending
 */
export async function startRecording(
  { contract, requirements }: Prepared,
  { path, folder, option, onLost }: RecordPlace,
): Promise<Recorder> {
  if (!recordingEndings.test(path))
    throw new UsageError({
      what: `${option} must be a file that ends in .ndjson, .ndjson.gz or .ndjson.zst`,
      where: option,
      remedy: "Try run.ndjson.zst.",
    });
  await checkReportPlace(path, folder, option);
  const onFull = (why: string) => onLost(`no more could be recorded in ${path} (${why}); the run went on`);
  return opened(path, option, () =>
    createRecorder({ path, folder, onLost: onFull }, judgedBy(contract, requirements)),
  );
}
