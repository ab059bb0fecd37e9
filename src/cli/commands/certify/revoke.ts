import { resolve } from "node:path";
import { readNamedFile } from "#cli/file-kinds.ts";
import type { Io } from "#cli/io.ts";
import { type Arguments, lacksOperands, valuesGiven } from "#cli/options/args.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import { optionTable, path, text } from "#core/options/option.ts";
import { reading } from "#core/options/usage-error.ts";
import { mostBytes, readIfThere } from "#files/read-bounded.ts";
import { writeWhole } from "#files/write-whole.ts";
import { msOfDays, readSignerOptions, signerOptions, validFor } from "./certify.ts";

const revokeOptions = optionTable({
  certificates: { name: "certificate", value: path(), repeatable: true, help: "Revoke this certificate." },
  keys: {
    name: "key",
    value: path(),
    repeatable: true,
    help: "Revoke this public key (PEM), and with it every certificate that it ever signed. To retire a key that was kept safe, give it a last day in the trust list.",
  },
  reason: { value: text("why"), placeholder: "TEXT", help: "Why; everyone can read it." },
  validFor: validFor("30d", "How long the list holds; then it is stale, and verify refuses it."),
  ...signerOptions,
});

export const table = Object.values(revokeOptions);

export const help = {
  usage: "revoke LIST [--certificate FILE|--key FILE --reason TEXT] --signing-key FILE",
  about:
    "Adds to a signed list of certificates and keys that no longer count, which `verify --revocations` reads. A list that does not exist is created; without a certificate or a key, the list is renewed. The trust list names the key that may sign it, and the number that this prints.",
  examples: [
    "petstore-conformance revoke certificates/revocations.json --certificate certificates/acme.json --reason 'limits were switched off' --signing-key operator.pem",
    "petstore-conformance revoke certificates/revocations.json --signing-key operator.pem",
  ],
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const { certificates, keys, reason, validFor: days, ...signing } = valuesGiven(revokeOptions, given);
  const [list, ...more] = positionals;
  const added = certificates.length + keys.length;
  if (list === undefined || more.length > 0 || (reason === undefined) !== (added === 0))
    throw lacksOperands(
      "revoke takes one list, and a --reason with each --certificate or --key",
      "revoke revocations.json --certificate acme.json --reason 'wrong address' --signing-key operator.pem",
    );
  const { revoke } = await import("#certificate/trust/revocations.ts");
  const { readPublicKey } = await import("#certificate/trust/keys.ts");
  const signer = await readSignerOptions(signing, io);
  const { checkReportPlace } = await import("#report/formats/write.ts");
  await checkReportPlace(list, io.folder, "LIST");
  const file = resolve(io.folder, list);
  const before = await reading({ where: list }, () => readIfThere(file, mostBytes.signed));
  const named = {
    certificates: await Promise.all(certificates.map((path) => readNamedFile(path, io.folder))),
    keys: await Promise.all(keys.map((path) => readPublicKey(resolve(io.folder, path)))),
  };
  const wanted = { ...named, at: new Date(), validForMs: msOfDays(days), reason: reason ?? "" };
  const made = await revoke(before, wanted, signer);
  await writeWhole(file, [made.text]);
  const { number, staleAt, revoked } = made.list;
  io.out(
    `${escapeForTerminal(list)}: ${added} added, ${revoked.length} in all\nnumber: ${number}, to be written into the trust list; stale from ${staleAt} on\n`,
  );
  return 0;
}
