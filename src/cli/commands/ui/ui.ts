import type { Io } from "#cli/io.ts";
import { type Arguments, misused, valuesGiven } from "#cli/options/args.ts";
import { refusePort } from "../serve/serve.ts";
import { groups, table, uiOptions } from "./ui-options.ts";

export { groups, table };

export const help = {
  usage: "ui [BASE_URL] [options]",
  about:
    "Opens the workbench: a page on 127.0.0.1 that runs the suite, shows each run while it goes on, and what it found, until Ctrl-C. The reference server, the recordings of this folder, exams and certificates are there, too. The address has a token: whoever has it can do all that the page can.",
  examples: [
    "petstore-conformance ui",
    "PETSTORE_API_KEY=… petstore-conformance ui https://staging.example.com/v1",
    "petstore-conformance ui --exec 'python client.py {url} {key}'",
  ],
  after: "Other options of a run are on the page. Each run is kept in the folder reports, for the history.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const [baseUrl, ...more] = positionals;
  if (more.length > 0) throw misused("more than one BASE_URL is given", "Name one; the page takes others.");
  const { port } = valuesGiven(uiOptions, given);
  const { createMeans } = await import("./actions.ts");
  const { startWorkbench } = await import("./workbench.ts");
  const means = createMeans(baseUrl, given, io);
  const workbench = await startWorkbench(means, port).catch(refusePort("the port"));
  io.out(`The workbench is at ${workbench.url}\nCtrl-C ends it, and all that it started.\n`);
  await new Promise<void>((resolve) => io.onInterrupt(resolve));
  await workbench.close();
  return 0;
}
