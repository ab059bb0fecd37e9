import type { Commands } from "./command.ts";

/** Every command, in the order of the help. */
export const commands: Commands = {
  run: {
    about: "check a server",
    load: () => import("./commands/run/run.ts"),
  },
  init: {
    about: "write the configuration and a CI job for this folder",
    load: () => import("./commands/init.ts"),
  },
  list: { about: "list every requirement", load: () => import("./commands/explain/list.ts") },
  judge: {
    about: "reach the verdicts of a recorded run again",
    load: () => import("./commands/judge/judge.ts"),
  },
  certify: { about: "certify a conforming run", load: () => import("./commands/certify/certify.ts") },
  verify: { about: "check a certificate", load: () => import("./commands/verify/verify.ts") },
  revoke: { about: "revoke certificates and keys", load: () => import("./commands/certify/revoke.ts") },
  explain: { about: "explain one requirement", load: () => import("./commands/explain/explain.ts") },
  diff: { about: "compare two reports", load: () => import("./commands/compare/diff.ts") },
  matrix: { about: "compare several implementations", load: () => import("./commands/compare/matrix.ts") },
  serve: { about: "run the reference server on a port", load: () => import("./commands/serve/serve.ts") },
  proxy: {
    about: "pass requests on to a server, and judge its answers",
    load: () => import("./commands/serve/proxy.ts"),
  },
  exam: {
    about: "judge a client: its key, its waits after a 429, its ids",
    load: () => import("./commands/exam/exam.ts"),
  },
  prove: { about: "test the suite against known servers", load: () => import("./commands/prove/prove.ts") },
  completion: {
    about: "print a completion script for bash, zsh or fish",
    load: () => import("./commands/completion.ts"),
  },
};
