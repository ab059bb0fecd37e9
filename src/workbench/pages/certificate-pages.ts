import type { VNode } from "preact";
import type { CertificateView } from "#certificate/pages.ts";
import { recordingEndings } from "#core/recording/recording-file.ts";
import { h, shown } from "#report/html/element.ts";
import type { FolderFile } from "../actions.ts";
import { choice, field, link, p, pageOf, submit } from "./parts.ts";
import type { WorkbenchPage } from "./shell.ts";

export function certificatesPage(files: readonly FolderFile[]): WorkbenchPage {
  const of = (wanted: FolderFile["kind"]) => files.filter(({ kind }) => kind === wanted);
  const [certificates, keys] = [of("certificate"), of("trust")];
  const lacks = [
    ...(certificates.length === 0 ? ["This folder has no certificates. certify writes them."] : []),
    ...(keys.length === 0 ? ["This folder has no public key (.pem) and no trust list (trust.json)."] : []),
  ];
  const form = h(
    "form",
    { method: "get", action: "certificate" },
    h("div.fields", select("certificate", "Certificate", certificates), select("trust", "Signed by", keys)),
    submit("Verify"),
  );
  return pageOf(
    "certificates",
    "Certificates",
    p(
      "A certificate is checked offline: its signature, its key, its dates; with the recording of the same name beside it also its verdicts, which are reached again.",
    ),
    lacks.map((text) => h("p.cause", text)),
    lacks.length > 0 ? null : form,
  );
}

function select(name: string, label: string, files: readonly FolderFile[]): VNode {
  const paths = files.map(({ path }) => [path, shown(path, 300)] as const);
  return field(name, label, (said) => choice(said, paths));
}

/** The recording beside a certificate: `acme.ndjson.gz` of `acme.json`. */
export function evidenceBeside({ path }: FolderFile, files: readonly FolderFile[]): FolderFile | undefined {
  const stem = path.replace(/\.json$/, "");
  return files.find((one) => one.kind !== "certificate" && one.path.replace(recordingEndings, "") === stem);
}

/** One certificate, as `verify --page` writes it. */
export function certificatePage({ title, parts }: CertificateView): WorkbenchPage {
  return pageOf("certificates", title, ...parts, p(link("certificates", "All certificates")));
}
