import type { VNode } from "preact";
import { changesSheet, compareRuns } from "#report/compare/compare-runs.ts";
import { runAsSaved } from "#report/compare/saved-run.ts";
import { h, shown, table } from "#report/html/element.ts";
import { sheetParts } from "#report/html/html.ts";
import type { Report } from "#report/report.ts";
import type { FolderFile } from "../actions.ts";
import type { Bench, KnownVerdict } from "../bench.ts";
import { link, p, pageOf, reportParts } from "./parts.ts";
import type { WorkbenchPage } from "./shell.ts";

/** The recordings of the folder, the newest first; two of them can be compared. */
export function historyPage(files: readonly FolderFile[], verdictOf: Bench["verdict"]): WorkbenchPage {
  const kept = files.filter(({ kind }) => kind === "recording" || kind === "exam");
  const runs = kept.filter(({ kind }) => kind === "recording");
  const rows = kept.map((file) => [
    [
      link(
        recordingHref(file.path),
        shown(file.run?.target ?? (file.kind === "exam" ? "exam of a client" : "a run"), 300),
      ),
      h("div.soft.small", shown(file.path, 300)),
    ],
    verdictView(verdictOf(file), file.path),
    shown(file.run?.profile ?? "", 40),
    new Date(file.run?.startedAtMs ?? file.changedAtMs).toISOString().slice(0, 19).replace("T", " "),
    [choice("before", file, file === runs[1]), choice("after", file, file === runs[0])],
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

export function verdictPage(known: KnownVerdict | undefined): WorkbenchPage {
  return pageOf("history", "Verdict", verdictView(known, ""), p(link("history", "Back to the history")));
}

function choice(name: string, { kind, path }: FolderFile, checked: boolean): VNode | null {
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

export function recordingPage(report: Report, { path }: FolderFile): WorkbenchPage {
  const between = [p("A recording, judged again: ", h("code", shown(path, 300)), ".")];
  return { title: report.outcome, under: "history", parts: reportParts({ report, between }) };
}

export async function diffPage(bench: Bench, query: URLSearchParams): Promise<WorkbenchPage> {
  const saved = async (name: string) =>
    runAsSaved(await bench.means.judge(await bench.file(query.get(name) ?? "", "recording")));
  const hrefOf = (id: string) => `${recordingHref(query.get("after") ?? "")}#${id}`;
  const sheet = changesSheet(compareRuns(await saved("before"), await saved("after")), hrefOf);
  return pageOf("history", sheet.title, ...sheetParts(sheet), p(link("history", "Back to the history")));
}
