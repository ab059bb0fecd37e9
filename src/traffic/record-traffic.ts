import { resolve } from "node:path";
import type { Contract } from "../core/contract/contract.ts";
import type { WireExchange } from "../core/exchange/wire-exchange.ts";
import { createLineFile, type RecordPlace } from "../core/recording/recording-file.ts";
import { createNumberedSecrets } from "../core/secrets/numbered-secrets.ts";
import { checkReportPlace } from "../report/formats/write.ts";
import { knownWords } from "./credentials.ts";
import { recordedLine } from "./record-exchange.ts";
import { headLine } from "./traffic-line.ts";

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
  const file = createLineFile(resolve(folder, path));
  file.write(headLine(baseUrl));
  const secrets = createNumberedSecrets();
  const known = knownWords(contract);
  let isLost = false;
  return {
    /** When this returns, the operating system has what was recorded. */
    record: (exchange: WireExchange): void => {
      if (isLost) return;
      const line = recordedLine(exchange, baseUrl, secrets, known);
      try {
        file.write(line);
      } catch (error) {
        isLost = true;
        const why = error instanceof Error ? error.message : String(error);
        onLost(`no more could be recorded in ${path} (${why}); requests are passed on all the same`);
      }
    },
    close: () => file.close(),
  };
}
