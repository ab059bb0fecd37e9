import type { Commands } from "./command.ts";

/** Every command in the order of the help, by what it is for. */
export const commandGroups: Readonly<Record<string, Commands>> = {
  Check: {
    run: { about: "check a server", load: () => import("./commands/run/run.ts") },
    explain: { about: "explain one requirement", load: () => import("./commands/explain/explain.ts") },
    list: { about: "list every requirement", load: () => import("./commands/explain/list.ts") },
    ui: { about: "do all of this on a page in the browser", load: () => import("./commands/ui/ui.ts") },
  },
  Evidence: {
    judge: {
      about: "judge recordings and traffic, without a network",
      load: () => import("./commands/judge/judge.ts"),
    },
    diff: { about: "compare two reports", load: () => import("./commands/compare/diff.ts") },
    "diff-spec": {
      about: "compare two revisions of the document",
      load: () => import("./commands/compare/diff-spec.ts"),
    },
    known: { about: "keep the list of known failures", load: () => import("./commands/known/known.ts") },
    matrix: { about: "compare several implementations", load: () => import("./commands/compare/matrix.ts") },
    impact: {
      about: "who breaks when the document changes",
      load: () => import("./commands/impact/impact.ts"),
    },
  },
  Partners: {
    certify: { about: "certify a conforming run", load: () => import("./commands/certify/certify.ts") },
    verify: { about: "check a certificate", load: () => import("./commands/verify/verify.ts") },
    revoke: { about: "revoke certificates and keys", load: () => import("./commands/certify/revoke.ts") },
    exam: {
      about: "judge a client: its key, its waits after a 429, its ids",
      load: () => import("./commands/exam/exam.ts"),
    },
    proxy: {
      about: "pass requests on to a server, and judge its answers",
      load: () => import("./commands/serve/proxy.ts"),
    },
  },
  Fleet: {
    fleet: { about: "check every server of a list", load: () => import("./commands/fleet/fleet.ts") },
  },
  Develop: {
    serve: { about: "run the reference server on a port", load: () => import("./commands/serve/serve.ts") },
    prove: {
      about: "test the suite against known servers",
      load: () => import("./commands/prove/prove.ts"),
    },
  },
  "Set up": {
    init: {
      about: "write the configuration and a CI job for this folder",
      load: () => import("./commands/init.ts"),
    },
    completion: {
      about: "print a completion script for bash, zsh or fish",
      load: () => import("./commands/completion.ts"),
    },
  },
};

/** The same in one table. */
export const commands: Commands = Object.assign({}, ...Object.values(commandGroups));
