import { randomUUID } from "node:crypto";
import type { Io } from "#cli/io.ts";
import { type Arguments, refuseOperands, valuesGiven } from "#cli/options/args.ts";
import { isUserError } from "#cli/print-error.ts";
import { codeOf, lackOf } from "#core/exchange/own-machine.ts";
import { choice, flag, optionTable, text, type Values, whole } from "#core/options/option.ts";
import { bothGiven, noneOfThatName, UsageError } from "#core/options/usage-error.ts";
import type { ListedServer, ServerKind } from "#suites/servers.ts";

/** A fault or a variant may set its own plan and pets, unless they are given. */
export const serveOptions = optionTable({
  port: { value: whole(0, 65_535), help: "The port; 0 picks a free one.", default: 8080 },
  plan: {
    value: choice("free", "pro", "business", "none"),
    help: "The pricing plan whose rate limits apply.",
    otherwise: "pro",
  },
  seedPets: { value: whole(0, 100_000), help: "Pets in the store at the start.", otherwise: "30" },
  fault: { value: text("a fault's id"), placeholder: "ID", help: "Break one thing on purpose." },
  variant: { value: text("a variant's id"), placeholder: "ID", help: "Be unusual in one permitted way." },
  listFaults: {
    value: flag,
    default: false,
    help: "Print the ids of all faults and variants, with what each server does; serve nothing.",
  },
});

export const table = Object.values(serveOptions);

export const help = {
  usage: "serve [options]",
  about:
    "Runs the reference server on a loopback port, until Ctrl-C. The key is PETSTORE_API_KEY, or a new one that is printed.",
  examples: [
    "petstore-conformance serve --port 8080 --plan free",
    "petstore-conformance serve --seed-pets 3000",
  ],
};

async function faultList(): Promise<string> {
  const { loadBedServers } = await import("#proof/bed.ts");
  const servers = await loadBedServers();
  const widest = Math.max(...servers.map(({ id }) => id.length));
  const linesOf = (kind: ServerKind) =>
    servers
      .flatMap((one) => (one.kind === kind ? [`  ${one.id.padEnd(widest)}  ${one.title}\n`] : []))
      .join("");
  return `Faults (--fault ID):\n${linesOf("fault")}\nVariants (--variant ID):\n${linesOf("variant")}`;
}

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  refuseOperands(positionals, "serve", "--help lists them.");
  const wanted = valuesGiven(serveOptions, given);
  if (wanted.listFaults) {
    io.out(await faultList());
    return 0;
  }
  const named = io.env.PETSTORE_API_KEY;
  const key = named === undefined || named === "" ? randomUUID() : named;
  const server = await build(key, wanted);
  const { listen } = await import("#reference-server/listen.ts");
  const listener = await listen(server, { port: wanted.port }).catch(refusePort("the port"));
  io.out(`The reference server listens on ${listener.url}\n`);
  // A key that the user set is not printed; a generated one is needed to call the server.
  io.out(key === named ? "The key is that of PETSTORE_API_KEY.\n" : `export PETSTORE_API_KEY=${key}\n`);
  await new Promise<void>((resolve) => io.onInterrupt(resolve));
  await listener.close();
  return 0;
}

export async function build(key: string, { plan, seedPets, fault, variant }: Values<typeof serveOptions>) {
  const { correctHooks, ReferenceServer } = await import("#reference-server/server.ts");
  const { loadBedServers } = await import("#proof/bed.ts");
  if (fault !== undefined && variant !== undefined) throw bothGiven("--fault", "--variant");
  const id = fault ?? variant;
  const kind = fault === undefined ? "variant" : "fault";
  const special = id === undefined ? undefined : serverNamed(kind, id, await loadBedServers());
  const { startsAt, ...stage } = special?.stage ?? {};
  // A stage may start on another day; from there time passes normally.
  const aheadMs = startsAt === undefined ? 0 : Date.parse(startsAt) - Date.now();
  return new ReferenceServer({
    ...stage,
    now: () => Date.now() + aheadMs,
    keys: [key],
    ...(plan !== undefined && { plan }),
    ...(seedPets !== undefined && { seedPets }),
    ...(special && { hooks: special.hooks(correctHooks) }),
  });
}

export function serverNamed<Server extends Pick<ListedServer, "kind" | "id">>(
  kind: ServerKind,
  id: string,
  servers: readonly Server[],
): Server {
  const ofKind = servers.filter((server) => server.kind === kind);
  const server = ofKind.find((one) => one.id === id);
  if (server !== undefined) return server;
  const known = ofKind.map((one) => one.id);
  const listed = "`petstore-conformance serve --list-faults` lists them all.";
  throw noneOfThatName(kind, id, `--${kind}`, known, listed);
}

/** Takes what listening threw: the port, which `what` names, cannot be opened. */
export function refusePort(what: string): (error: unknown) => never {
  return (error) => {
    const lack = lackOf(error);
    // Reported as everywhere else; the words for a lack of ports are about connecting, not listening.
    if (isUserError(error) || (lack !== undefined && lack !== "no-ports")) throw error;
    throw new UsageError({
      what: `${what} cannot be opened: ${codeOf(error) || "it cannot be opened"}`,
      where: "--port",
      remedy: "Try --port 0, which picks a free one.",
    });
  };
}
