import type { VNode } from "preact";
import type { CertificateView } from "../../certificate/pages.ts";
import { h } from "../../report/html/element.ts";
import { shown } from "../../report/html/shown.ts";
import type { FolderFile } from "../means.ts";
import { choice, field, link, p, pageOf, submit } from "./parts.ts";
import type { WorkbenchPage } from "./shell.ts";

/** The certificates of the folder, and by what they are verified. */
export function certificatesPage(files: readonly FolderFile[]): WorkbenchPage {
  const of = (...kinds: readonly FolderFile["kind"][]) => files.filter(({ kind }) => kinds.includes(kind));
  const [certificates, keys] = [of("certificate"), of("trust")];
  const lacks = [
    ...(certificates.length === 0 ? ["This folder has no certificates. certify writes them."] : []),
    ...(keys.length === 0 ? ["This folder has no public key (.pem) and no trust file (trust.json)."] : []),
  ];
  const form = h(
    "form",
    { method: "get", action: "certificate" },
    h("div", { class: "fields" }, [
      select("certificate", "Certificate", certificates),
      select("trust", "Signed by", keys),
      select("evidence", "Recording", of("recording", "exam"), [
        "",
        "the one of the same name, where there is one",
      ]),
    ]),
    submit("Verify"),
  );
  return pageOf(
    "certificates",
    "Certificates",
    p(
      "A certificate is checked offline: its signature, its key, its dates; with its recording also its verdicts, which are reached again.",
    ),
    lacks.map((text) => h("p", { class: "cause" }, text)),
    lacks.length > 0 ? null : form,
  );
}

function select(
  name: string,
  label: string,
  files: readonly FolderFile[],
  first?: readonly [value: string, text: string],
): VNode {
  const options = files.map(({ path }) => [path, shown(path, 300)] as const);
  return field(name, label, choice({ id: name, name }, first, options));
}

/** The recording beside a certificate: `acme.ndjson.gz` of `acme.json`. */
export function evidenceBeside({ path }: FolderFile, files: readonly FolderFile[]): FolderFile | undefined {
  const stem = path.replace(/\.json$/, "");
  return files.find(
    (one) => one.path.replace(/\.ndjson(?:\.gz|\.zst)?$/, "") === stem && one.kind !== "certificate",
  );
}

/** One certificate, as `verify --page` writes it. */
export function certificatePage({ title, parts }: CertificateView): WorkbenchPage {
  return pageOf("certificates", title, ...parts, p(link("certificates", "All certificates")));
}
