import { UsageError } from "../../assembly/usage-error.ts";
import { choice, flag, type Options, text } from "../../options/option.ts";
import { nearest } from "../../options/suggest.ts";
import type { Bed } from "../../proof/bed.ts";
import type { Pool } from "../../proof/pool.ts";
import type { Proof, ProofProfile, Selection } from "../../proof/proof.ts";
import { commandHelp } from "../help.ts";
import type { Io } from "../io.ts";
import { readArguments, refuseOperands, valuesGiven } from "../options/args.ts";

const selected = { placeholder: "ID", repeatable: true } as const;

const options = {
  profile: {
    name: "profile",
    value: choice("standard", "thorough"),
    help: "How deep each server is checked. Only thorough shows every requirement that a fault breaks.",
    default: "standard",
  },
  faults: {
    ...selected,
    name: "fault",
    value: text("a fault's id"),
    completes: "faults",
    help: "Only this fault, with what was seen of it.",
  },
  variants: {
    ...selected,
    name: "variant",
    value: text("a variant's id"),
    completes: "variants",
    help: "Only this variant.",
  },
  requirements: {
    ...selected,
    name: "requirement",
    value: text("a requirement's id"),
    completes: "requirements",
    help: "Only the faults that break this requirement.",
  },
  watch: {
    name: "watch",
    default: false,
    value: flag,
    help: "Prove again after each change of the sources, until Ctrl-C.",
  },
  write: {
    name: "write",
    default: false,
    value: flag,
    help: "Prove all in both profiles, and write reports/proof.json and reports/proof.md.",
  },
  quiet: {
    name: "quiet",
    value: flag,
    default: false,
    help: "Print only what is wrong, and the summary.",
  },
} as const satisfies Options;

export const table = Object.values(options);

const help = {
  usage: "prove [options]",
  about:
    "Shows that the checks fail when they should and pass when they should: plays the suite against every deliberately broken server, every unusual but permitted one, and servers that answer everything alike.",
  examples: [
    "petstore-conformance prove",
    "petstore-conformance prove --profile thorough",
    "petstore-conformance prove --fault one-more --watch",
  ],
  after: "Exit codes: 0 the proof holds, 1 it does not.",
};

interface Wishes {
  readonly selection: Selection;
  readonly profiles: readonly ProofProfile[];
  readonly write: boolean;
  readonly quiet: boolean;
}

/** `prove`: the proof matrix. */
export async function command(argv: readonly string[], io: Io): Promise<number> {
  const { given, positionals, help: wantsHelp } = readArguments(argv, table);
  if (wantsHelp) {
    io.out(commandHelp(help, table));
    return 0;
  }
  refuseOperands(positionals, "prove", "--help lists them.");
  const { profile, watch, write, quiet, ...selection } = valuesGiven(options, given);
  if (write && (given.has("profile") || Object.values(selection).some((ids) => ids.length > 0)))
    throw misuse("--write stands beside a selection", "It always proves all, in both profiles.");
  const profiles: readonly ProofProfile[] = write ? ["standard", "thorough"] : [profile];
  const wishes: Wishes = { selection, profiles, write, quiet };
  if (!watch) return proveOnce(wishes, io);
  const { changesOfSources } = await import("./shared/watch.ts");
  let code = await proveOnce(wishes, io);
  for await (const path of changesOfSources(io)) {
    io.out(`\n${path} changed\n`);
    code = await proveOnce(wishes, io);
  }
  return code;
}

async function proveOnce({ selection, profiles, write, quiet }: Wishes, io: Io): Promise<number> {
  const [{ withPool }, { prove }, { proofInText }, { problemsOf, problemsOfBoth }] = await Promise.all([
    import("../../proof/pool.ts"),
    import("../../proof/proof.ts"),
    import("../../proof/console.ts"),
    import("../../proof/problems.ts"),
  ]);
  const proofs = await withPool(async (pool: Pool) => {
    checkSelection(selection, await pool.bed());
    const made: Proof[] = [];
    for (const profile of profiles) made.push(await prove(pool, profile, selection, progressOn(io)));
    return made;
  });
  for (const proof of proofs) io.out(proofInText(proof, { quiet: quiet || write }));
  const [standard, thorough] = proofs;
  if (write && standard !== undefined && thorough !== undefined) {
    const { writeRecord } = await import("../../proof/write-record.ts");
    for (const path of await writeRecord(io.folder, standard, thorough)) io.out(`written: ${path}\n`);
  }
  const problems =
    standard !== undefined && thorough !== undefined
      ? problemsOfBoth(standard, thorough)
      : proofs.flatMap(problemsOf);
  return problems.length > 0 ? 1 : 0;
}

function progressOn(io: Io): (done: number, of: number) => void {
  if (!io.errIsTerminal) return () => undefined;
  return (done, of) => io.err(done === of ? "\r\u001b[K" : `\r${done} of ${of} servers`);
}

function checkSelection({ faults, variants, requirements }: Selection, bed: Bed): void {
  check("fault", faults, bed.faults);
  check("variant", variants, bed.variants);
  check("requirement", requirements, bed.requirements);
}

function check(option: string, ids: readonly string[], known: readonly { readonly id: string }[]): void {
  const all = known.map(({ id }) => id);
  for (const id of ids) {
    if (all.includes(id)) continue;
    const meant = nearest(id, all);
    throw new UsageError({
      what: `there is no ${option} ${JSON.stringify(id)}`,
      where: `--${option}`,
      remedy: meant === undefined ? "reports/proof.md names them all." : `Did you mean ${meant}?`,
    });
  }
}

function misuse(what: string, remedy: string): UsageError {
  return new UsageError({ what, where: "command line", remedy });
}
