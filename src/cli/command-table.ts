import type { Commands } from "./command.ts";

const command = (about: string, load: Commands[string]["load"]) => ({ about, load });

/** Every command in the order of the help, by what it is for. */
export const commandGroups: Readonly<Record<string, Commands>> = {
  Check: {
    run: command("check a server", () => import("./commands/run/run.ts")),
    explain: command("explain one requirement", () => import("./commands/explain/explain.ts")),
    list: command("list every requirement", () => import("./commands/explain/list.ts")),
    ui: command("do all of this on a page in the browser", () => import("./commands/ui/ui.ts")),
  },
  Evidence: {
    judge: command(
      "judge recordings and traffic, without a network",
      () => import("./commands/judge/judge.ts"),
    ),
    compare: command(
      "what changed between two runs; a table for more",
      () => import("./commands/compare/compare.ts"),
    ),
    impact: command(
      "what a revision of the document changes, and who breaks",
      () => import("./commands/impact/impact.ts"),
    ),
  },
  Partners: {
    certify: command("certify a conforming run", () => import("./commands/certify/certify.ts")),
    verify: command("check a certificate", () => import("./commands/verify/verify.ts")),
    revoke: command("revoke certificates and keys", () => import("./commands/certify/revoke.ts")),
    exam: command(
      "judge a client: its key, its waits after a 429, its ids",
      () => import("./commands/exam/exam.ts"),
    ),
    proxy: command(
      "pass requests on to a server, and judge its answers",
      () => import("./commands/serve/proxy.ts"),
    ),
  },
  Fleet: { fleet: command("check every server of a list", () => import("./commands/fleet/fleet.ts")) },
  Develop: {
    serve: command("run the reference server on a port", () => import("./commands/serve/serve.ts")),
    prove: command("test the suite against known servers", () => import("./commands/serve/prove.ts")),
  },
};

export const commands: Commands = Object.assign({}, ...Object.values(commandGroups));
