import type { Io } from "#cli/io.ts";
import { type Arguments, misused, refuseOperands, valuesGiven } from "#cli/options/args.ts";
import { choice, flag, optionTable, text } from "#core/options/option.ts";
import { noneOfThatName } from "#core/options/usage-error.ts";
import type { Bed } from "#proof/bed.ts";
import type { Pool } from "#proof/pool.ts";
import type { ProofProfile } from "#proof/proof.ts";
import { serverNamed } from "./serve.ts";

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
    help: "Only this fault, with its findings.",
  },
  variants: { ...selected, name: "variant", value: text("a variant's id"), help: "Only this variant." },
  judge: {
    value: text("a requirement's id"),
    placeholder: "ID",
    help: "Check every server, in both profiles unless one is named, and compare which fail this requirement with which are declared to.",
  },
  clients: {
    value: flag,
    default: false,
    help: "Test the exam of clients in place of the suite: every client with a fault, and every unusual but correct one.",
  },
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
    "petstore-conformance prove --fault one-more",
    "petstore-conformance prove --judge LIST-4",
    "petstore-conformance prove --clients",
  ],
  after: "Exit codes: 0 every server gives the declared result, 1 one does not.",
};

/** So many are played sooner than a thread for them is loaded. */
const fewServers = 4;

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  refuseOperands(positionals, "prove", "--help lists them.");
  const { profile, faults, variants, judge, clients, quiet } = valuesGiven(options, given);
  if (clients) return provenClients(quiet, io);
  const servers = [...faults, ...variants];
  if (judge !== undefined && servers.length > 0)
    throw misused(
      "--judge cannot be combined with a selection of servers",
      "--judge checks every server. Give one of them.",
    );
  const profiles: readonly ProofProfile[] =
    judge !== undefined && !given.has("profile") ? ["standard", "thorough"] : [profile];
  const areFew = servers.length > 0 && servers.length <= fewServers;
  const { withPool, withThisThread } = await import("#proof/pool.ts");
  const withPlayers = areFew ? withThisThread : withPool;
  return withPlayers(async (pool) => {
    const bed = await pool.bed();
    for (const id of faults) serverNamed("fault", id, bed.servers);
    for (const id of variants) serverNamed("variant", id, bed.servers);
    if (judge !== undefined) checkJudged(judge, bed);
    let code = 0;
    for (const one of profiles) if (!(await holds(pool, one, servers, { judge, quiet, io }))) code = 1;
    return code;
  });
}

async function provenClients(quiet: boolean, io: Io): Promise<number> {
  const { prepareExam } = await import("#assembly/exam.ts");
  const { clientProofInText, problemsOfClients, proveClients } = await import("#exam/proof/prove-clients.ts");
  const prepared = await prepareExam(undefined);
  const proved = await proveClients(prepared);
  io.out(clientProofInText(proved, prepared.requirements, { quiet }));
  return problemsOfClients(proved, prepared.requirements).length === 0 ? 0 : 1;
}

/** Plays the servers in one profile, and prints whether that gives what is declared. */
async function holds(
  pool: Pool,
  profile: ProofProfile,
  servers: readonly string[],
  { judge, quiet, io }: { readonly judge: string | undefined; readonly quiet: boolean; readonly io: Io },
): Promise<boolean> {
  const { prove } = await import("#proof/proof.ts");
  const proof = await prove(pool, profile, servers, progressOn(io));
  if (judge === undefined) {
    const { proofInText } = await import("#proof/console.ts");
    const { problemsOf } = await import("#proof/problems.ts");
    io.out(proofInText(proof, { quiet }));
    return problemsOf(proof).length === 0;
  }
  const { isAsSaid, judgedInText, judgedRequirement } = await import("#proof/judge.ts");
  const judged = judgedRequirement(proof, judge);
  io.out(judgedInText(judged));
  return isAsSaid(judged);
}

function progressOn(io: Io): (done: number, of: number) => void {
  if (!io.errIsTerminal) return () => undefined;
  return (done, of) => io.err(done === of ? "\r\u001b[K" : `\r${done} of ${of} servers`);
}

/** @throws UsageError where there is no such requirement */
function checkJudged(id: string, { requirements, generated }: Bed): void {
  // What is open is never judged.
  const known = [...requirements, ...generated].filter(({ level }) => level !== "open").map((one) => one.id);
  const listed = "`petstore-conformance list` prints them all.";
  if (!known.includes(id)) throw noneOfThatName("requirement", id, "--judge", known, listed);
}
