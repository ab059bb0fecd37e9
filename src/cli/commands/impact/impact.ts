import { readdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { kindOfFile, readNamedFile, recordingBeside } from "#cli/file-kinds.ts";
import type { Io } from "#cli/io.ts";
import { type Arguments, lacksOperands, valuesGiven } from "#cli/options/args.ts";
import { formatOption, printWarnings, writeSheet } from "#cli/published/for-people.ts";
import { jsonText } from "#core/json/escape.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { mostBytes } from "#files/read-bounded.ts";
import type { Impact, JudgedSide } from "#revisions/impact.ts";

const format = formatOption("text", "markdown", "html", "json");
export const table = [format];

export const help = {
  usage: "impact OLD NEW [EVIDENCE…] [options]",
  about:
    "Compares two OpenAPI documents, each a path, a URL, or `embedded` for the suite's own: what a server that implements OLD must change to implement NEW, and what a client must. With EVIDENCE, also says who is affected, and sends nothing: which servers answer as NEW asks, which clients send what it allows, who breaks which requirement and in which exchange. EVIDENCE is a recording of a run or of an exam, traffic, a certificate with its recording beside it, or a folder of these, also that of a fleet; it was recorded with OLD.",
  examples: [
    "petstore-conformance impact embedded openapi.yaml",
    "petstore-conformance impact v1.yaml v2.yaml --format markdown",
    "petstore-conformance impact embedded openapi-v2.yaml certificates/ --format html > impact.html",
  ],
  after:
    "Exit codes without evidence: 0 nothing is breaking, 1 something is. With evidence: 0 all conform as far as the evidence shows, 1 something breaks or was broken before, 3 nothing breaks, but the evidence does not show everything. 2: wrong usage, or a file that cannot be used.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const [before, after, ...named] = positionals;
  if (before === undefined || after === undefined)
    throw lacksOperands("impact takes two OpenAPI documents, and evidence", "impact embedded openapi.yaml");
  const { comparedRevisions } = await import("#assembly/revisions.ts");
  const { impactOf, impactSheet, impactSummary, notShown } = await import("#revisions/impact.ts");
  const { judgedTwice } = await import("./judged-twice.ts");
  const { revisionSummary } = await import("#revisions/revision-words.ts");
  const [older, newer] = [before, after].map((named) => (named === "embedded" ? undefined : named));
  const { warnings, concerned, changes, compared, ...revision } = await comparedRevisions(older, newer);
  printWarnings(warnings, io);
  const impacts: Impact[] = [];
  for (const evidence of (await Promise.all(named.map((name) => evidenceIn(name, io)))).flat()) {
    if ("because" in evidence) impacts.push(notShown(evidence.file, evidence, evidence.because));
    else
      for (const judged of await judgedTwice(evidence.file, { older, newer }, compared, io)) {
        const subject = evidence.certifiedName ?? judged.subject;
        impacts.push(impactOf({ ...judged, subject }, { changes, concerned }));
      }
  }
  const shown = io.secrets.redact({ ...revision, impacts: named.length === 0 ? undefined : impacts });
  const written = valuesGiven({ format }, given).format;
  if (written === "json") {
    const { before, after, lines } = shown;
    const affected = shown.impacts && { impactSummary: impactSummary(shown.impacts), impacts: shown.impacts };
    const summary = revisionSummary(lines);
    io.out(`${jsonText({ before, after, summary, requirements: lines, ...affected }, 2)}\n`);
  } else await writeSheet(io, written, impactSheet(shown));
  if (named.length === 0)
    return revision.lines.some((line) => line.server === "breaking" || line.client === "breaking") ? 1 : 0;
  const states = impacts.map(({ state }) => state);
  if (states.includes("breaks") || states.includes("broken before")) return 1;
  return states.includes("unknown") ? 3 : 0;
}

/** A recording, with what its certificate calls the service or the client; or a certificate without its recording. */
type Evidence =
  | { readonly file: string; readonly certifiedName: string | undefined }
  | (JudgedSide & { readonly file: string; readonly because: string });

/** A file, the recording beside a certificate, or all files of a folder by name. */
async function evidenceIn(name: string, io: Io): Promise<readonly Evidence[]> {
  const inside = await readdir(resolve(io.folder, name)).catch(() => undefined);
  if (inside === undefined) {
    const beside = await readdir(dirname(resolve(io.folder, name))).catch((): string[] => []);
    return [(await certificateIn(name, beside, io)) ?? { file: name, certifiedName: undefined }];
  }
  const found: Evidence[] = [];
  for (const one of inside.filter((file) => file.endsWith(".json"))) {
    const certified = await certificateIn(join(name, one), inside, io);
    if (certified !== undefined) found.push(certified);
  }
  for (const one of inside.filter((file) => /\.(?:ndjson|har)(?:\.gz|\.zst)?$/.test(file))) {
    const file = join(name, one);
    if (!found.some((known) => known.file === file)) found.push({ file, certifiedName: undefined });
  }
  if (found.length > 0) return found.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  // As `fleet --record` lays it out.
  if (inside.includes("recordings")) return evidenceIn(join(name, "recordings"), io);
  throw new UsageError({
    what: "there is no evidence in the folder",
    where: name,
    remedy: "Name a folder with files that end in .ndjson, .ndjson.gz, .ndjson.zst or .har.",
  });
}

async function certificateIn(name: string, beside: readonly string[], io: Io): Promise<Evidence | undefined> {
  if ((await kindOfFile(name, io.folder)) !== "certificate") return undefined;
  const { unverifiedSubject } = await import("#certificate/verify.ts");
  const certificate = unverifiedSubject(await readNamedFile(name, io.folder));
  if (certificate === undefined) return undefined;
  const { name: subject, side, isAbout } = certificate;
  const recording = recordingBeside(basename(name), beside);
  if (recording === undefined)
    return { file: name, side, subject, because: "the recording that it is about is not beside it" };
  const file = join(dirname(name), recording);
  const bytes = await readNamedFile(file, io.folder, { most: mostBytes.recording });
  return isAbout(bytes)
    ? { file, certifiedName: subject }
    : { file: name, side, subject, because: `it is about another recording than ${recording}` };
}
