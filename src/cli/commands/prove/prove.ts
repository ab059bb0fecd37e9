import { noneOfThatName } from "../../../assembly/usage-error.ts";
import { choice, flag, optionTable, text } from "../../../core/options/option.ts";
import type { Bed } from "../../../proof/bed.ts";
import type { Pool } from "../../../proof/pool.ts";
import type { ProofProfile, Selection } from "../../../proof/proof.ts";
import type { Io } from "../../io.ts";
import { type Arguments, refuseOperands, valuesGiven } from "../../options/args.ts";
import { misused } from "../../options/misused.ts";

const selected = { placeholder: "ID", repeatable: true } as const;

const options = optionTable({
  profile: {
    value: choice("standard", "thorough"),
    help: "How deep each server is checked. Only thorough catches every fault.",
    default: "standard",
  },
  faults: {
    ...selected,
    name: "fault",
    value: text("a fault's id"),
    completes: "faults",
    help: "Only this fault, with its findings.",
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
    help: "Only the servers that are declared to fail this requirement.",
  },
  judge: {
    value: text("a requirement's id"),
    placeholder: "ID",
    completes: "requirements",
    help: "Check every server, in both profiles unless one is named, and compare which fail this requirement with which are declared to.",
  },
  clients: {
    value: flag,
    default: false,
    help: "Test the exam of clients in place of the suite: every client with a fault, and every unusual but right one.",
  },
  watch: { default: false, value: flag, help: "Repeat after each change of the sources, until Ctrl-C." },
  quiet: { value: flag, default: false, help: "Print only what is wrong, and the summary." },
});

export const table = Object.values(options);

export const help = {
  usage: "prove [options]",
  about:
    "Tests the suite itself: runs it against every server that is broken on purpose, every unusual but permitted one, and servers that give every request the same answer. The checks have to fail and pass where that is declared.",
  examples: [
    "petstore-conformance prove",
    "petstore-conformance prove --profile thorough",
    "petstore-conformance prove --fault one-more --watch",
    "petstore-conformance prove --judge LIST-4",
    "petstore-conformance prove --clients",
  ],
  after: "Exit codes: 0 every server gives the declared result, 1 one does not.",
};

/** So many are played sooner than a thread for them is loaded. */
const fewServers = 4;

interface ProveOptions {
  readonly selection: Selection;
  /** The requirement that the whole bed is asked about. */
  readonly judge: string | undefined;
  readonly profiles: readonly ProofProfile[];
  readonly quiet: boolean;
}

/** `prove`: runs the suite against every server of the proof. */
export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  refuseOperands(positionals, "prove", "--help lists them.");
  const { profile, judge, clients, watch, quiet, ...selection } = valuesGiven(options, given);
  if (clients) return provenClients(quiet, io);
  if (judge !== undefined && Object.values(selection).some((ids) => ids.length > 0))
    throw misused(
      "--judge cannot be combined with a selection of servers",
      "--judge checks every server. Give one of them.",
    );
  const chosen: ProveOptions = {
    selection: {
      servers: [...selection.faults, ...selection.variants],
      requirements: selection.requirements,
    },
    judge,
    profiles: judge !== undefined && !given.has("profile") ? ["standard", "thorough"] : [profile],
    quiet,
  };
  const { servers, requirements } = chosen.selection;
  const areFew = servers.length > 0 && servers.length <= fewServers && requirements.length === 0;
  // Threads of their own load the sources anew.
  const withPlayers =
    areFew && !watch
      ? (await import("../../../proof/this-thread.ts")).withThisThread
      : (await import("../../../proof/pool.ts")).withPool;
  const proveOnce = (): Promise<number> =>
    withPlayers(async (pool) => {
      checkSelection({ ...selection, judge: judge === undefined ? [] : [judge] }, await pool.bed());
      return provenIn(pool, chosen, io);
    });
  if (!watch) return proveOnce();
  const { changesOfSources } = await import("./source-watch.ts");
  const changes = changesOfSources(io);
  let code = await proveOnce();
  for await (const path of changes) {
    io.out(`\n${path} changed\n`);
    code = await proveOnce();
  }
  return code;
}

async function provenClients(quiet: boolean, io: Io): Promise<number> {
  const [{ prepareExam }, { proveClients }, { clientProofInText, problemsOfClients }] = await Promise.all([
    import("../../../assembly/exam.ts"),
    import("../../../exam/proof/prove-clients.ts"),
    import("../../../exam/proof/prove-clients.ts"),
  ]);
  const prepared = await prepareExam(undefined);
  const proved = await proveClients(prepared);
  io.out(clientProofInText(proved, prepared.requirements, { quiet }));
  return problemsOfClients(proved, prepared.requirements).length === 0 ? 0 : 1;
}

async function provenIn(
  pool: Pool,
  { selection, judge, profiles, quiet }: ProveOptions,
  io: Io,
): Promise<number> {
  const [{ prove }, { proofInText }, { problemsOf }, { isAsSaid, judgedInText, judgedRequirement }] =
    await Promise.all([
      import("../../../proof/proof.ts"),
      import("../../../proof/console.ts"),
      import("../../../proof/problems.ts"),
      import("../../../proof/judge.ts"),
    ]);
  let code = 0;
  for (const profile of profiles) {
    const proof = await prove(pool, profile, selection, progressOn(io));
    const judged = judge === undefined ? undefined : judgedRequirement(proof, judge);
    io.out(judged === undefined ? proofInText(proof, { quiet }) : judgedInText(judged));
    const holds = judged === undefined ? problemsOf(proof).length === 0 : isAsSaid(judged);
    if (!holds) code = 1;
  }
  return code;
}

function progressOn(io: Io): (done: number, of: number) => void {
  if (!io.errIsTerminal) return () => undefined;
  return (done, of) => io.err(done === of ? "\r\u001b[K" : `\r${done} of ${of} servers`);
}

type Asked = Readonly<Record<"faults" | "variants" | "requirements" | "judge", readonly string[]>>;

function checkSelection({ faults, variants, requirements, judge }: Asked, bed: Bed): void {
  check("fault", "fault", faults, idsOf(bed, "fault"));
  check("variant", "variant", variants, idsOf(bed, "variant"));
  // What is open is never judged.
  const judged = [...bed.requirements, ...bed.generated]
    .filter(({ level }) => level !== "open")
    .map(({ id }) => id);
  check("requirement", "requirement", requirements, judged);
  check("judge", "requirement", judge, judged);
}

function idsOf({ servers }: Bed, kind: "fault" | "variant"): readonly string[] {
  return servers.filter((server) => server.kind === kind).map(({ id }) => id);
}

function check(
  option: string,
  kind: keyof typeof listed,
  ids: readonly string[],
  known: readonly string[],
): void {
  for (const id of ids)
    if (!known.includes(id)) throw noneOfThatName(kind, id, `--${option}`, known, listed[kind]);
}

const servers = "`petstore-conformance serve --list-faults` lists them all.";
const listed = {
  fault: servers,
  variant: servers,
  requirement: "`petstore-conformance list` prints them all.",
};
