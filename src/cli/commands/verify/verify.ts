import { targetOptions } from "../../../assembly/options/library-options.ts";
import { problemKinds } from "../../../certificate/problems.ts";
import type { Verification } from "../../../certificate/verify.ts";
import { escapeForTerminal } from "../../../core/json/escape.ts";
import {
  choice,
  flag,
  optionTable,
  path,
  pattern,
  type Values,
  whole,
} from "../../../core/options/option.ts";
import type { Io } from "../../io.ts";
import { type Arguments, valuesGiven } from "../../options/args.ts";
import { lacksOperands, misused } from "../../options/misused.ts";

export const verifyOptions = optionTable({
  trust: { value: path(), help: "Whose certificates count: a public key (PEM), or a trust file." },
  evidence: {
    value: path("a recording"),
    completes: "files",
    help: "Judge this recording again and compare it with the certificate, requirement by requirement.",
  },
  maxAge: {
    value: pattern(/^[1-9]\d{0,3}d$/, "a number of days from 1d to 9999d", "90d"),
    placeholder: "DAYS",
    help: "Refuse it if the run is older.",
  },
  require: {
    value: choice("standard", "thorough", "client"),
    help: "Refuse it unless it is about a server at this level at least, or about a client, with nothing left out.",
  },
  minTested: {
    value: whole(1, 100),
    placeholder: "PERCENT",
    help: "Refuse it unless this percentage of the musts that apply was tested.",
  },
  minCases: {
    value: whole(1, 100),
    placeholder: "PERCENT",
    help: "Refuse it unless this percentage of the cases of its profile was tested.",
  },
  challenge: {
    value: whole(0, 4_294_967_295),
    placeholder: "SEED",
    help: "Refuse it unless the run used this seed, which you gave.",
  },
  revocations: {
    value: path(),
    otherwise: "with --all: revocations.json in the folder, where there is one",
    help: "A list that `revoke` wrote.",
  },
  page: { value: path(), help: "Also write what was found as an HTML page." },
  badge: {
    value: path(),
    help: "Also write a badge (SVG) with level, musts and cases tested and day of the run.",
  },
  pages: {
    value: flag,
    default: false,
    help: "With --all: also write index.html, and a page and a badge of each certificate, into the folder.",
  },
  spec: targetOptions.spec,
  all: {
    value: flag,
    default: false,
    help: "The operand is a folder: check every certificate NAME.json in it with its recording NAME.ndjson.gz, .zst or .ndjson, where there is one.",
  },
  allowSelf: {
    value: flag,
    default: false,
    help: "Accept a certificate about the embedded reference server (run --self).",
  },
});

export type VerifyOptions = Values<typeof verifyOptions>;

export const table = Object.values(verifyOptions);
export const operands = "files";

const exitCodes: readonly (readonly [number, string])[] = [
  [0, "everything that was asked for holds"],
  [2, "wrong usage"],
  ...Object.values(problemKinds)
    .toSorted((a, b) => a.exitCode - b.exitCode)
    .map(({ exitCode, title }) => [exitCode, title] as const),
];

export const help = {
  usage: "verify CERTIFICATE --trust FILE [options]",
  about:
    "Checks a certificate offline: its signature, its key, its dates; and with --evidence its verdicts, by judging the recording again.",
  examples: [
    "petstore-conformance verify certificate.json --trust signing.pub.pem --evidence certificate.ndjson.gz",
    "petstore-conformance verify certificate.json --trust trust.json --max-age 90d --require thorough",
    "petstore-conformance verify --all certificates --trust trust.json",
  ],
  exitCodes,
  after:
    "Codes from 10 say why the certificate is refused. Every problem is printed; with several, the lowest code counts.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const options = valuesGiven(verifyOptions, given);
  const [operand, ...more] = positionals;
  if (operand === undefined || more.length > 0)
    throw lacksOperands(
      options.all ? "verify --all takes one folder" : "verify takes one certificate",
      "verify certificate.json --trust signing.pub.pem",
    );
  refuseBeside(options);
  if (!options.all) return verifyOne(operand, options, io);
  const { verifyFolder } = await import("./verify-folder.ts");
  return verifyFolder(operand, options, io);
}

/** What is for one certificate, and what is for a folder. */
function refuseBeside(options: VerifyOptions): void {
  const ofOne = (["evidence", "page", "badge"] as const).find((name) => options[name] !== undefined);
  const wrong = options.all ? ofOne : options.pages ? "pages" : undefined;
  if (wrong === undefined) return;
  throw misused(
    options.all ? `--${wrong} is given beside --all` : "--pages is given without --all",
    options.all
      ? "A folder has each recording beside its certificate, with the same name; its pages are written with --pages."
      : "Write --page FILE and --badge FILE for one certificate.",
  );
}

async function verifyOne(file: string, options: VerifyOptions, io: Io): Promise<number> {
  const { verifierFor, verifyFile, writeViews } = await import("./verify-file.ts");
  const { verificationInWords } = await import("../../../certificate/verify.ts");
  const verify = await verifierFor(options, options.revocations, io);
  const verification = await verifyFile(file, options.evidence, verify, options, io);
  const { notes, origin } = verification;
  const { state, problems, says, exitCode } = verificationInWords(verification);
  const print = (line: string) => io.out(`${escapeForTerminal(line)}\n`);
  print(`${state}: ${file}${signedBy(verification)}`);
  for (const problem of problems) print(`  ${problem}`);
  for (const note of notes) print(`  ${note}`);
  if (says.length > 0 && problems.length > 0) print("It says:");
  for (const line of says) print(line);
  if (origin !== undefined) print(`address: ${origin}`);
  await writeViews({ file, evidence: options.evidence, verification }, options, io);
  return exitCode;
}

function signedBy({ signer }: Verification): string {
  return signer === undefined ? "" : `, signed by ${signer.name}`;
}
