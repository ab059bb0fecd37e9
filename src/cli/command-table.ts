import type { Commands } from "./command.ts";

/** Every command, in the order of the help. */
export const commands: Commands = {
  run: { group: "Check", about: "check a server", load: () => import("./commands/run/run.ts") },
  explain: {
    group: "Check",
    about: "explain one requirement",
    load: () => import("./commands/explain/explain.ts"),
  },
  list: {
    group: "Check",
    about: "list every requirement",
    load: () => import("./commands/explain/list.ts"),
  },
  ui: {
    group: "Check",
    about: "do all of this on a page in the browser",
    load: () => import("./commands/ui/ui.ts"),
  },
  judge: {
    group: "Evidence",
    about: "judge recordings and traffic, without a network",
    load: () => import("./commands/judge/judge.ts"),
  },
  diff: {
    group: "Evidence",
    about: "compare two reports",
    load: () => import("./commands/compare/diff.ts"),
  },
  "diff-spec": {
    group: "Evidence",
    about: "compare two revisions of the document",
    load: () => import("./commands/compare/diff-spec.ts"),
  },
  known: {
    group: "Evidence",
    about: "keep the list of known failures",
    load: () => import("./commands/known/known.ts"),
  },
  matrix: {
    group: "Evidence",
    about: "compare several implementations",
    load: () => import("./commands/compare/matrix.ts"),
  },
  impact: {
    group: "Evidence",
    about: "who breaks when the document changes",
    load: () => import("./commands/impact/impact.ts"),
  },
  certify: {
    group: "Partners",
    about: "certify a conforming run",
    load: () => import("./commands/certify/certify.ts"),
  },
  verify: {
    group: "Partners",
    about: "check a certificate",
    load: () => import("./commands/verify/verify.ts"),
  },
  revoke: {
    group: "Partners",
    about: "revoke certificates and keys",
    load: () => import("./commands/certify/revoke.ts"),
  },
  exam: {
    group: "Partners",
    about: "judge a client: its key, its waits after a 429, its ids",
    load: () => import("./commands/exam/exam.ts"),
  },
  proxy: {
    group: "Partners",
    about: "pass requests on to a server, and judge its answers",
    load: () => import("./commands/serve/proxy.ts"),
  },
  fleet: {
    group: "Fleet",
    about: "check every server of a list",
    load: () => import("./commands/fleet/fleet.ts"),
  },
  serve: {
    group: "Develop",
    about: "run the reference server on a port",
    load: () => import("./commands/serve/serve.ts"),
  },
  prove: {
    group: "Develop",
    about: "test the suite against known servers",
    load: () => import("./commands/prove/prove.ts"),
  },
  init: {
    group: "Set up",
    about: "write the configuration and a CI job for this folder",
    load: () => import("./commands/init.ts"),
  },
  completion: {
    group: "Set up",
    about: "print a completion script for bash, zsh or fish",
    load: () => import("./commands/completion.ts"),
  },
};
