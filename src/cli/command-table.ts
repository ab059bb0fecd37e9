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
    diff: command("compare two reports", () => import("./commands/compare/diff.ts")),
    "diff-spec": command(
      "compare two revisions of the document",
      () => import("./commands/compare/diff-spec.ts"),
    ),
    known: command("keep the list of known failures", () => import("./commands/known/known.ts")),
    matrix: command("compare several implementations", () => import("./commands/compare/matrix.ts")),
    impact: command("who breaks when the document changes", () => import("./commands/impact/impact.ts")),
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
  Fleet: {
    fleet: command("check every server of a list", () => import("./commands/fleet/fleet.ts")),
  },
  Develop: {
    serve: command("run the reference server on a port", () => import("./commands/serve/serve.ts")),
    prove: command("test the suite against known servers", () => import("./commands/prove/prove.ts")),
  },
  "Set up": {
    init: command("write the configuration and a CI job for this folder", () => import("./commands/init.ts")),
    completion: command(
      "print a completion script for bash, zsh or fish",
      () => import("./commands/completion.ts"),
    ),
  },
};

/** The same in one table. */
export const commands: Commands = Object.assign({}, ...Object.values(commandGroups));
