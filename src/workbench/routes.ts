import type { Option } from "#core/options/option.ts";
import { runOptions } from "#core/run/options.ts";
import { type FolderFile, type Means, RequestError } from "./actions.ts";
import { type Bench, keepKey, keyFor } from "./bench.ts";
import { asArguments, type FormValues, fieldOf, refuseOthers } from "./form.ts";
import { cataloguePage, explainPage } from "./pages/catalogue-pages.ts";
import { certificatePage, certificatesPage, evidenceBeside } from "./pages/certificate-pages.ts";
import { checkPage } from "./pages/check-page.ts";
import { clientPage } from "./pages/client-page.ts";
import { diffPage, historyPage, recordingPage, verdictPage } from "./pages/history-pages.ts";
import { referencePage } from "./pages/reference-page.ts";
import type { WorkbenchPage } from "./pages/shell.ts";

/** A page, or, once what was asked for is done, the address of one. */
type Answer = WorkbenchPage | string;

interface Asked {
  readonly bench: Bench;
  readonly query: URLSearchParams;
  readonly values: FormValues;
}

type Route = (asked: Asked) => Promise<Answer> | Answer;

const pages: Readonly<Record<string, Route>> = {
  "": ({ bench }) => checkPage(bench),
  catalogue: async ({ bench }) => cataloguePage(await bench.means.catalogue()),
  explain: async ({ bench, query }) => {
    const hasExample = query.has("example");
    return explainPage(await bench.means.explain(query.get("id") ?? "", hasExample), hasExample);
  },
  history: async ({ bench }) => historyPage(await bench.means.files(), (file) => bench.verdict(file)),
  verdict: async ({ bench, query }) => {
    const file = await recordingNamed(bench, query);
    await bench.report(file);
    return verdictPage(bench.verdict(file));
  },
  diff: ({ bench, query }) => diffPage(bench, query),
  recording: async ({ bench, query }) => {
    const file = await recordingNamed(bench, query);
    return recordingPage(await bench.report(file), file);
  },
  reference: ({ bench }) => referencePage(bench),
  client: ({ bench }) => clientPage(bench),
  certificates: async ({ bench }) => certificatesPage(await bench.means.files()),
  certificate: async ({ bench, query }) => {
    const certificate = await bench.file(query.get("certificate") ?? "", "certificate");
    const trust = await bench.file(query.get("trust") ?? "", "trust");
    const evidence = evidenceBeside(certificate, await bench.means.files());
    return certificatePage(await bench.means.verify({ certificate, trust, evidence }));
  },
};

function recordingNamed(bench: Bench, query: URLSearchParams): Promise<FolderFile> {
  return bench.file(query.get("file") ?? "", "recording", "exam");
}

function runOptionsOf({ everyday, otherOptions }: Means): readonly Option[] {
  return [...everyday, ...otherOptions.flatMap(({ options }) => options)];
}

const namesOf = (options: readonly Option[]) => options.map(({ name }) => name);

interface Form {
  /** The names of what it posts. */
  readonly fields: (bench: Bench) => readonly string[];
  readonly act: Route;
}

const forms: Readonly<Record<string, Form>> = {
  run: {
    fields: ({ means }) => ["base-url", "key", ...namesOf(runOptionsOf(means))],
    act: async ({ bench, values }) => {
      keepKey(bench, values);
      bench.asked = new Map([...values].filter(([name]) => name !== "key"));
      return startRun(bench, bench.asked);
    },
  },
  again: { fields: () => [], act: ({ bench }) => startRun(bench, withSameSeed(bench)) },
  stop: {
    fields: () => ["exam"],
    act: ({ bench, values }) => {
      void bench.jobs.end();
      return values.has("exam") ? "client" : "./";
    },
  },
  serve: {
    fields: ({ means }) => namesOf(means.serveOptions),
    act: async ({ bench, values }) => {
      const options = asArguments(values, bench.means.serveOptions);
      try {
        bench.reference = await bench.means.startReference(options, bench.reference);
      } catch (error) {
        return referencePage(bench, values, messageOf(error, bench));
      }
      bench.keys.delete(new URL(bench.reference.url).origin);
      return "reference";
    },
  },
  "serve-end": {
    fields: () => [],
    act: async ({ bench }) => {
      await bench.reference?.close();
      bench.reference = undefined;
      return "reference";
    },
  },
  exam: {
    fields: () => [],
    act: ({ bench }) => {
      bench.jobs.startExam();
      return "client";
    },
  },
};

/** What the workbench answers to a GET or a POST of this path, once it is known that the form may say what it says. */
export function routeOf(isPost: boolean, path: string): Route | undefined {
  if (!isPost) return Object.hasOwn(pages, path) ? pages[path] : undefined;
  const form = Object.hasOwn(forms, path) ? forms[path] : undefined;
  if (form === undefined) return undefined;
  return (asked) => {
    refuseOthers(asked.values, form.fields(asked.bench));
    return form.act(asked);
  };
}

async function startRun(bench: Bench, values: FormValues): Promise<Answer> {
  const baseUrl = fieldOf(values, "base-url");
  const known = runOptionsOf(bench.means);
  try {
    const options = asArguments(values, known);
    await bench.jobs.startRun({ baseUrl, options, key: keyFor(bench, baseUrl) });
  } catch (error) {
    return checkPage(bench, messageOf(error, bench));
  }
  return "./";
}

/** What to say beside the form. @throws what is not about what it said */
function messageOf(error: unknown, { means }: Bench): string {
  const message = means.messageOf(error);
  if (message === undefined || error instanceof RequestError) throw error;
  return message;
}

/** The options of the last run with its seed, so that the same is sent; all of it, since a fix may break something else. */
function withSameSeed({ asked, jobs }: Bench): FormValues {
  const { name } = runOptions.seed;
  const last = jobs.lastRun;
  if (fieldOf(asked, name) !== "" || last?.kind !== "found") return asked;
  return new Map([...asked, [name, [String(last.result.run.seed)]]]);
}
