import { randomBytes, randomInt } from "node:crypto";
import { optionTable, path, seconds, type Values } from "#core/options/option.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { type Drawn, runOptions } from "#core/run/options.ts";
import { settings } from "#suites/settings.ts";

/** What is asked beside the run itself: by which document, and on which way to the target. */
export const targetOptions = optionTable({
  spec: {
    value: path("a file or a URL"),
    otherwise: "the built-in one",
    placeholder: "FILE|URL",
    help: "Another revision of the interface's OpenAPI document.",
  },
  waitForReadyMs: {
    name: "wait-for-ready",
    value: seconds(0, 3600),
    default: 0,
    help: "Wait up to this long for the target to answer at all before the run starts. It is asked once a second, without the key; max-requests does not count that.",
  },
  ca: {
    value: path(),
    inFileOnly: true,
    help: "Trust the certificate authorities in this PEM file, in place of the well-known ones.",
  },
  clientCert: {
    value: path(),
    inFileOnly: true,
    help: "A client certificate (PEM) for TLS; with client-key.",
  },
  clientKey: { value: path(), inFileOnly: true, help: "The client certificate's private key (PEM)." },
});

/** The options that the library takes, too, by their names there. */
export const libraryOptions = { ...runOptions, ...settings, ...targetOptions } as const;

/** What was given for them, or their defaults. */
export type Given = Values<typeof libraryOptions>;

/** A seed, and a run id of 80 bits. */
export function draw(): Drawn {
  return { seed: randomInt(2 ** 32), runId: randomBytes(10).toString("hex") };
}

type CertificateOption = "clientCert" | "clientKey";

/** Throws UsageError for a client certificate without its key, and for a key alone. `nameOf`: as they were given. */
export function checkCertificate(
  { clientCert, clientKey }: Pick<Values<typeof targetOptions>, CertificateOption>,
  nameOf: (option: CertificateOption) => string,
): void {
  if ((clientCert === undefined) === (clientKey === undefined)) return;
  const names = [nameOf("clientKey"), nameOf("clientCert")] as const;
  const [given, missing] = clientCert === undefined ? names : names.toReversed();
  throw new UsageError({
    what: `${given} is given without ${missing}`,
    where: "options",
    remedy: `Give ${missing} too.`,
  });
}

/**
 * Options of a run, as `--help` has them; what is left out, or undefined, has its default. In the declarations of the package
 * each says what it does: the build writes them from the tables.
 */
export type LibraryOptions = { readonly [Name in keyof Given]?: Given[Name] | undefined };
