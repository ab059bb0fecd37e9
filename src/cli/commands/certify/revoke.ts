import { resolve } from "node:path";
import { codeOf } from "../../../core/exchange/own-machine.ts";
import { mostBytes, readBounded } from "../../../core/files/read-bounded.ts";
import { writeWhole } from "../../../core/files/write-whole.ts";
import { escapeForTerminal } from "../../../core/json/escape.ts";
import { optionTable, path, text } from "../../../core/options/option.ts";
import { readNamedFile } from "../../inputs/evidence-file.ts";
import { unreadable } from "../../inputs/file-kinds.ts";
import type { Io } from "../../io.ts";
import { type Arguments, lacksOperands, valuesGiven } from "../../options/args.ts";
import { readSignerOptions, signerOptions } from "./signer.ts";

const revokeOptions = optionTable({
  certificates: { name: "certificate", value: path(), repeatable: true, help: "Revoke this certificate." },
  keys: {
    name: "key",
    value: path(),
    repeatable: true,
    help: "Revoke this public key (PEM), and with it every certificate that it ever signed. To retire a key that was kept safe, give it a last day in the trust file.",
  },
  reason: { value: text("why"), placeholder: "TEXT", help: "Why; everyone can read it." },
  ...signerOptions,
});

export const table = Object.values(revokeOptions);
export const operands = "files";

export const help = {
  usage: "revoke LIST --certificate FILE|--key FILE --reason TEXT --signing-key FILE",
  about:
    "Adds to a signed list of certificates and keys that no longer count, which `verify --revocations` reads. A list that does not exist is created. The key must have the role revoke in the trust file.",
  examples: [
    "petstore-conformance revoke certificates/revocations.json --certificate certificates/acme.json --reason 'limits were switched off' --signing-key operator.pem",
  ],
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const { certificates, keys, reason, ...signing } = valuesGiven(revokeOptions, given);
  const [list, ...more] = positionals;
  if (
    list === undefined ||
    more.length > 0 ||
    reason === undefined ||
    certificates.length + keys.length === 0
  )
    throw lacksOperands(
      "revoke takes one list, at least one --certificate or --key, and a --reason",
      "revoke revocations.json --certificate acme.json --reason 'wrong address' --signing-key operator.pem",
    );
  const { revoke } = await import("../../../certificate/revocations.ts");
  const { readPublicKey } = await import("../../../certificate/keys.ts");
  const signer = await readSignerOptions(signing, io);
  const { checkReportPlace } = await import("../../../report/formats/write.ts");
  await checkReportPlace(list, io.folder, "LIST");
  const file = resolve(io.folder, list);
  const before = await readBounded(file, mostBytes.signed).catch((error: unknown) =>
    codeOf(error) === "ENOENT" ? undefined : Promise.reject(unreadable(list, error)),
  );
  const named = {
    certificates: await Promise.all(certificates.map((path) => readNamedFile(path, io))),
    keys: await Promise.all(keys.map((path) => readPublicKey(resolve(io.folder, path)))),
  };
  const { text, revoked } = await revoke(before, { ...named, at: new Date(), reason }, signer);
  await writeWhole(file, [text]);
  const added = certificates.length + keys.length;
  io.out(`${escapeForTerminal(list)}: ${added} added, ${revoked} in all\n`);
  return 0;
}
