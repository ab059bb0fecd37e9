import { resolve } from "node:path";
import type { Contract } from "#core/contract/contract.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { openLines, type RecordPlace } from "#core/recording/recording-file.ts";
import { NumberedSecrets } from "#core/secrets/numbered-secrets.ts";
import { redacted } from "#core/secrets/redact.ts";
import { FileUntilLost } from "#files/write-whole.ts";
import { checkReportPlace, opened } from "#report/formats/write.ts";
import { knownWords, lookedFor, withMarks } from "../credentials.ts";
import { exchangeLine, headLine } from "./traffic-line.ts";

/**
 * Begins a file of traffic, which is written as it passes, and out of which every credential is taken before.
 * @throws ReportError for a place that cannot be written
 */
export async function recordTraffic(
  baseUrl: URL,
  contract: Contract,
  { path, folder, option, onLost }: RecordPlace,
) {
  await checkReportPlace(path, folder, option);
  const lines = opened(path, option, () => openLines(resolve(folder, path)));
  lines.write(headLine(baseUrl));
  const file = new FileUntilLost(lines, (why) =>
    onLost(`no more could be recorded in ${path} (${why}); requests are passed on all the same`),
  );
  const secrets = new NumberedSecrets();
  const known = knownWords(contract);
  return {
    /** When this returns, the operating system has what was recorded. */
    record: (exchange: WireExchange) => file.write(() => recordedLine(exchange, baseUrl, secrets, known)),
    close: () => file.close(),
  };
}

const mostNumbered = 1000;

/** An exchange as a line of a file of traffic, out of which its secrets are taken. */
export function recordedLine(
  exchange: WireExchange,
  baseUrl: URL,
  secrets: NumberedSecrets,
  known: ReadonlySet<string>,
): string {
  const marks = new Map<string, string>();
  const marked = withMarks(exchange, (secret) => {
    const mark = marks.get(secret) ?? (marks.size < mostNumbered ? secrets.mark(secret) : redacted);
    if (mark !== redacted) marks.set(secret, mark);
    return mark;
  });
  return exchangeLine(secrets.redact(marked, lookedFor([...marks.keys()], known)), baseUrl);
}
