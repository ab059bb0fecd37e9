interface TrustInput {
  /** `--ca`. */
  readonly ca: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The options that Node was started with. */
  readonly nodeOptions: readonly string[];
}

/**
 * Whose certificates TLS trusts, as a clause that completes "trusts …"; undefined where it is Node's own alone. Node reads
 * all of this when it starts, `--ca` goes before it.
 */
export function trustedCertificates({ ca, env, nodeOptions }: TrustInput): string | undefined {
  if (ca !== undefined) return `the certificates in ${ca} alone (--ca)`;
  const flags = [...(env.NODE_OPTIONS ?? "").split(/\s+/), ...nodeOptions];
  const isSet = (name: string) => flags.includes(`--${name}`);
  const usesOpenSsl =
    flags.findLast((flag) => /^--use-(?:openssl|bundled)-ca$/.test(flag)) === "--use-openssl-ca";
  const places = ["SSL_CERT_FILE", "SSL_CERT_DIR"].filter((name) => (env[name] ?? "") !== "");
  const extra = env.NODE_EXTRA_CA_CERTS ?? "";
  const trusted = [
    ...(usesOpenSsl ? [`those of OpenSSL (${["--use-openssl-ca", ...places].join(", ")})`] : []),
    ...(isSet("use-system-ca") || env.NODE_USE_SYSTEM_CA === "1" ? ["those of the system"] : []),
    ...(extra === "" ? [] : [`those in ${extra} (NODE_EXTRA_CA_CERTS)`]),
  ];
  if (trusted.length === 0) return undefined;
  return `${usesOpenSsl ? "" : "Node's own certificates and "}${trusted.join(" and ")}`;
}
