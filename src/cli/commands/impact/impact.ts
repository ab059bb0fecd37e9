import { type Option, optionTable, text } from "../../../core/options/option.ts";
import type { Impact } from "../../../revisions/impact.ts";
import type { Io } from "../../io.ts";
import { type Arguments, lacksOperands, valuesGiven } from "../../options/args.ts";
import { formatOption, writeFormat } from "../compare/table-format.ts";

const own = optionTable({
  older: {
    value: text("a path or a URL"),
    placeholder: "FILE|URL",
    completes: "files",
    help: "The document that the evidence was made by, where it was not the suite's own.",
  },
  format: formatOption("text", "html", "json"),
});

export const table: readonly Option[] = Object.values(own);
export const operands = "files";

export const help = {
  usage: "impact NEW EVIDENCE… [options]",
  about:
    "Judges existing evidence by a new revision of the OpenAPI document, and sends nothing: which servers answer as it asks, which clients send what it allows, who breaks which requirement and in which exchange, and what the evidence does not show. EVIDENCE is a recording of a run or of an exam, traffic, a certificate with its recording beside it, or a folder of them.",
  examples: [
    "petstore-conformance impact openapi-v2.yaml certificates/",
    "petstore-conformance impact openapi-v2.yaml run.ndjson.zst exam.ndjson.gz --format html > impact.html",
  ],
  after:
    "Exit codes: 0 all conform as far as the evidence shows, 1 something breaks, 2 wrong usage or a file that cannot be read, 3 nothing breaks, but the evidence does not show everything.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const [revision, ...named] = positionals;
  if (revision === undefined || named.length === 0)
    throw lacksOperands(
      "impact takes a document and the evidence to judge by it",
      "impact openapi-v2.yaml run.ndjson.zst",
    );
  const { older, format } = valuesGiven(own, given);
  const files = await import("./evidence-files.ts");
  const { judgedTwice } = await import("./judged-twice.ts");
  const { comparedRevisions } = await import("../../../assembly/revisions.ts");
  const revised = await import("../../../revisions/impact.ts");
  const words = await import("../../../revisions/impact-words.ts");
  const { changeInWords } = await import("../../../revisions/revision-words.ts");
  const { changes, titles, concerned } = await comparedRevisions(older ?? "embedded", revision);
  const impacts: Impact[] = [];
  for (const evidence of (await Promise.all(named.map((name) => files.evidenceIn(name, io)))).flat()) {
    if ("because" in evidence) {
      impacts.push(revised.notShown(evidence.file, evidence, evidence.because));
      continue;
    }
    const judged = await judgedTwice(evidence.file, { older, newer: revision }, io);
    for (const one of judged)
      impacts.push(
        revised.impactOf(
          { ...one, subject: evidence.certifiedName ?? one.subject },
          { changes, concerned, worded: changeInWords },
        ),
      );
  }
  const shown = io.secrets.redact(impacts);
  await writeFormat(io, format, {
    html: () => words.impactPage(shown, titles),
    json: () => words.impactAsJson(shown, titles),
    text: (...view) => words.impactForTerminal(shown, titles, ...view),
  });
  const states = impacts.map(({ state }) => state);
  if (states.includes("breaks") || states.includes("broken before")) return 1;
  return states.includes("unknown") ? 3 : 0;
}
