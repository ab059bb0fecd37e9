import { h, rendered, shown } from "#report/html/element.ts";
import type { Bench } from "../bench.ts";
import { button, p, pageOf, problem, reportParts } from "./parts.ts";
import type { WorkbenchPage } from "./shell.ts";

/** The exam of a client: start it, follow it, and see what it found, with the time after each 429. */
export function clientPage({ means, jobs }: Bench): WorkbenchPage {
  const { examCommand } = means;
  const [job, last] = [jobs.current, jobs.lastExam];
  if (job?.kind === "exam")
    return {
      ...{ title: "Exam", under: "client", isLive: true },
      parts: rendered([
        h("h1", "Examining a client"),
        examCommand === undefined ? p("The terminal has the address and the key for the client.") : null,
        button("stop", "Stop", { values: { exam: "on" } }),
        h("div", { id: "progress" }),
      ]),
    };
  if (last?.kind === "found") {
    const between = [button("exam", "Examine again", { isMain: true })];
    const report = last.result;
    return { title: report.outcome, under: "client", parts: reportParts({ report, between }) };
  }
  return pageOf(
    "client",
    "Examine a client",
    last === undefined ? null : problem(last.message),
    p(
      "A service leads the client through situations, and judges what it sends: its key, its waits after a 429, its ids.",
    ),
    examCommand === undefined
      ? p(
          "The client calls a port of this machine; the terminal will have the address and the key. With ",
          h("code", "ui --exec COMMAND"),
          " it is started once for each situation.",
        )
      : p("It is started with ", h("code", shown(examCommand)), ", once for each situation."),
    button("exam", "Start the exam", { isMain: true }),
  );
}
