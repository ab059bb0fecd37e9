import type { VNode } from "preact";
import { recordingBeside } from "#cli/file-kinds.ts";
import { changesSheet, compareRuns } from "#report/compare/compare-runs.ts";
import { runAsSaved } from "#report/compare/saved-run.ts";
import { h, shown, table } from "#report/html/element.ts";
import { sheetParts } from "#report/html/html.ts";
import type { Bench, KnownVerdict } from "../bench.ts";
import type { FolderFile } from "../folder-files.ts";
import { choice, field, link, p, pageOf, reportParts, submit, type WorkbenchPage } from "./parts.ts";

export async function historyPage(bench: Bench): Promise<WorkbenchPage> {
  const kept = (await bench.means.files()).filter(({ kind }) => kind === "recording" || kind === "exam");
  const runs = kept.filter(({ kind }) => kind === "recording");
  const rows = kept.map((file) => [
    [
      link(
        recordingHref(file.path),
        shown(file.run?.target ?? (file.kind === "exam" ? "exam of a client" : "a run"), 300),
      ),
      h("div.soft.small", shown(file.path, 300)),
    ],
    verdictView(bench.verdict(file), file.path),
    shown(file.run?.profile ?? "", 40),
    new Date(file.run?.startedAtMs ?? file.changedAtMs).toISOString().slice(0, 19).replace("T", " "),
    [compared("before", file, file === runs[1]), compared("after", file, file === runs[0])],
  ]);
  const heads = ["Target", "Verdict", "Profile", "When (UTC)", "Compare"];
  return pageOf(
    "history",
    "History",
    p(
      kept.length === 0
        ? "This folder has no recordings yet. Each run from this page is kept in the folder reports."
        : "The recordings of this folder, judged again by this version.",
    ),
    kept.length === 0
      ? null
      : h(
          "form",
          { method: "get", action: "diff" },
          table("Recordings", heads, rows, "scroll stacked"),
          runs.length < 2 ? null : p(h("button.do", "Compare the two")),
        ),
  );
}

/** Judging takes a while: what is not known yet is a link, which is followed when it comes into view. */
function verdictView(known: KnownVerdict | undefined, file: string): VNode {
  return h(
    "span.verdict",
    known === undefined
      ? h("a", { href: `verdict?file=${encodeURIComponent(file)}` }, "Judge it")
      : h("span", { class: known.outcome }, shown(known.sentence)),
  );
}

export async function verdictPage(bench: Bench, query: URLSearchParams): Promise<WorkbenchPage> {
  const file = await recordingNamed(bench, query);
  await bench.report(file);
  return pageOf(
    "history",
    "Verdict",
    verdictView(bench.verdict(file), ""),
    p(link("history", "Back to the history")),
  );
}

function compared(name: string, { kind, path }: FolderFile, checked: boolean): VNode | null {
  if (kind !== "recording") return null;
  const label = `${name}: ${shown(path, 300)}`;
  return h(
    "label",
    h("input", { type: "radio", name, value: path, checked, "aria-label": label }),
    ` ${name} `,
  );
}

export function recordingHref(path: string): string {
  return `recording?file=${encodeURIComponent(path)}`;
}

function recordingNamed(bench: Bench, query: URLSearchParams): Promise<FolderFile> {
  return bench.file(query.get("file"), "recording", "exam");
}

export async function recordingPage(bench: Bench, query: URLSearchParams): Promise<WorkbenchPage> {
  const file = await recordingNamed(bench, query);
  const report = await bench.report(file);
  const between = [p("A recording, judged again: ", h("code", shown(file.path, 300)), ".")];
  return { title: report.outcome, under: "history", parts: reportParts({ report, between }) };
}

export async function diffPage(bench: Bench, query: URLSearchParams): Promise<WorkbenchPage> {
  const saved = async (name: string) =>
    runAsSaved(await bench.means.judge(await bench.file(query.get(name), "recording")));
  const hrefOf = (id: string) => `${recordingHref(query.get("after") ?? "")}#${id}`;
  const sheet = changesSheet(compareRuns(await saved("before"), await saved("after")), hrefOf);
  return pageOf("history", sheet.title, ...sheetParts(sheet), p(link("history", "Back to the history")));
}

export async function certificatesPage({ means }: Bench): Promise<WorkbenchPage> {
  const files = await means.files();
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

/** One certificate, as `verify --page` writes it, with the recording beside it: `acme.ndjson.gz` of `acme.json`. */
export async function certificatePage(bench: Bench, query: URLSearchParams): Promise<WorkbenchPage> {
  const certificate = await bench.file(query.get("certificate"), "certificate");
  const trust = await bench.file(query.get("trust"), "trust");
  const names = (await bench.means.files()).map(({ path }) => path);
  const evidence = recordingBeside(certificate.path, names);
  const { title, parts } = await bench.means.verify(certificate, trust, evidence);
  return pageOf("certificates", title, ...parts, p(link("certificates", "All certificates")));
}
