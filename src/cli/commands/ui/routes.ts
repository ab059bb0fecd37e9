import type { IncomingMessage } from "node:http";
import type { Option } from "#core/options/option.ts";
import { runOptions } from "#core/run/options.ts";
import type { Bench } from "./bench.ts";
import { cataloguePage, explainPage } from "./pages/catalogue-pages.ts";
import {
  certificatePage,
  certificatesPage,
  diffPage,
  historyPage,
  recordingPage,
  verdictPage,
} from "./pages/folder-pages.ts";
import type { WorkbenchPage } from "./pages/parts.ts";
import { checkPage, clientPage, referencePage } from "./pages/start-pages.ts";
import { asArguments, fieldOf, RequestError, readForm, refuseOthers } from "./request.ts";
import { pageRunOptions, referenceOptions } from "./ui-options.ts";

/** A page, or, once what was asked for is done, the address of one. */
type Answer = WorkbenchPage | string;

type Page = (bench: Bench, query: URLSearchParams) => Promise<WorkbenchPage> | WorkbenchPage;

const pages = new Map<string, Page>([
  ["", (bench) => checkPage(bench)],
  ["catalogue", cataloguePage],
  ["explain", explainPage],
  ["history", historyPage],
  ["verdict", verdictPage],
  ["diff", diffPage],
  ["recording", recordingPage],
  ["reference", (bench) => referencePage(bench)],
  ["client", clientPage],
  ["certificates", certificatesPage],
  ["certificate", certificatePage],
]);

const namesOf = (options: readonly Option[]) => options.map(({ name }) => name);

interface Form {
  /** The names of what it posts; left out, it posts nothing. */
  readonly fields?: readonly string[];
  readonly act: (bench: Bench, values: URLSearchParams) => Promise<Answer> | Answer;
}

const forms: Readonly<Record<string, Form>> = {
  run: {
    fields: ["base-url", "key", ...namesOf(pageRunOptions)],
    act: (bench, values) => {
      bench.refuseASecond();
      bench.keepKey(values);
      values.delete("key");
      bench.asked = values;
      return startRun(bench, values);
    },
  },
  again: { act: (bench) => startRun(bench, withSameSeed(bench)) },
  stop: {
    fields: ["exam"],
    act: (bench, values) => {
      void bench.end();
      return values.has("exam") ? "client" : "./";
    },
  },
  serve: {
    fields: namesOf(referenceOptions),
    act: async (bench, values) => {
      const options = asArguments(values, referenceOptions);
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
    act: async (bench) => {
      await bench.reference?.close();
      bench.reference = undefined;
      return "reference";
    },
  },
  exam: {
    act: (bench) => {
      bench.startExam();
      return "client";
    },
  },
};

export async function answerTo(request: IncomingMessage, path: string, query: URLSearchParams, bench: Bench) {
  const isPost = request.method === "POST";
  const page = pages.get(path);
  if (!isPost && page !== undefined) return page(bench, query);
  const form = Object.hasOwn(forms, path) ? forms[path] : undefined;
  if (!isPost || form === undefined) throw new RequestError(404, "There is no such page.");
  const values = await readForm(request);
  refuseOthers(values, form.fields ?? []);
  return form.act(bench, values);
}

async function startRun(bench: Bench, values: URLSearchParams): Promise<Answer> {
  const baseUrl = fieldOf(values, "base-url");
  try {
    const options = asArguments(values, pageRunOptions);
    await bench.startRun({ baseUrl, options, key: bench.keyFor(baseUrl) });
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
function withSameSeed({ asked, lastRun }: Bench): URLSearchParams {
  const { name } = runOptions.seed;
  const values = new URLSearchParams(asked);
  if (fieldOf(asked, name) === "" && lastRun?.kind === "found")
    values.set(name, String(lastRun.result.run.seed));
  return values;
}
