import type { Io } from "#cli/io.ts";
import { type Arguments, refuseOperands, valuesGiven } from "#cli/options/args.ts";
import { choice, flag, optionTable, text } from "#core/options/option.ts";
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
    "petstore-conformance prove --clients",
  ],
  after: "Exit codes: 0 every server gives the declared result, 1 one does not.",
};

/** So few servers are played sooner than a worker thread is started. */
const fewServers = 4;

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  refuseOperands(positionals, "prove", "--help lists them.");
  const { profile, faults, variants, clients, quiet } = valuesGiven(options, given);
  if (clients) return provenClients(quiet, io);
  const servers = [...faults, ...variants];
  const areFew = servers.length > 0 && servers.length <= fewServers;
  const [{ loadBed }, { withPool, withThisThread }, { prove }, { problemsOf, proofInText }] =
    await Promise.all([
      import("#proof/bed.ts"),
      import("#proof/pool.ts"),
      import("#proof/proof.ts"),
      import("#proof/problems.ts"),
    ]);
  const bed = await loadBed();
  for (const id of faults) serverNamed("fault", id, bed.servers);
  for (const id of variants) serverNamed("variant", id, bed.servers);
  const withPlayers = areFew ? withThisThread : withPool;
  const onProgress = (done: number, of: number): void => {
    if (io.errIsTerminal) io.err(done === of ? "\r\u001b[K" : `\r${done} of ${of} servers`);
  };
  const proof = await withPlayers((pool) => prove(pool, bed, profile, servers, onProgress));
  io.out(proofInText(proof, { quiet }));
  return problemsOf(proof).length === 0 ? 0 : 1;
}

async function provenClients(quiet: boolean, io: Io): Promise<number> {
  const { prepareExam } = await import("#assembly/exam.ts");
  const { clientProofInText, problemsOfClients, proveClients } = await import("#exam/proof/prove-clients.ts");
  const prepared = await prepareExam(undefined);
  const proved = await proveClients(prepared);
  io.out(clientProofInText(proved, prepared.requirements, { quiet }));
  return problemsOfClients(proved, prepared.requirements).length === 0 ? 0 : 1;
}
