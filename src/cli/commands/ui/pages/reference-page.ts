import type { VNode } from "preact";
import { h, shown } from "#report/html/element.ts";
import type { NamedServer, RunningReference } from "../actions.ts";
import type { Bench } from "../bench.ts";
import { referenceOptions } from "../ui-options.ts";
import {
  button,
  type Choice,
  optionFields,
  p,
  pageOf,
  problem,
  submit,
  type WorkbenchPage,
} from "./parts.ts";

export async function referencePage(
  { means, reference }: Bench,
  values = new URLSearchParams(),
  message?: string,
): Promise<WorkbenchPage> {
  const servers = await means.servers();
  const ofKind = [...Map.groupBy(servers, ({ kind }) => kind)];
  const page = pageOf(
    "reference",
    "Reference server",
    message === undefined ? null : problem(message),
    reference === undefined ? p(about) : running(reference, servers),
    h(
      "form",
      { method: "post", action: "serve" },
      optionFields(referenceOptions, values, new Map(ofKind.map(([kind, all]) => [kind, all.map(asChoice)]))),
      submit(reference === undefined ? "Start it" : "Restart it with these"),
    ),
  );
  return message === undefined ? page : { ...page, status: 422 };
}

const about =
  "A server that implements the interface, on a port of 127.0.0.1. It can break one thing on purpose, or be unusual in a way that is permitted.";

function running({ url, options }: RunningReference, servers: readonly NamedServer[]): VNode {
  const special = servers.find(({ kind, id }) => options.includes(`--${kind}=${id}`));
  return h(
    "div.cause",
    { role: "note" },
    p("It listens on ", h("code", url), ". The terminal has its key; runs from this page know it."),
    special === undefined ? p("It is correct.") : p(h("strong", special.id), `: it ${shown(special.title)}.`),
    button("run", "Check it", { values: { "base-url": url }, isMain: true }),
    special === undefined
      ? null
      : button("serve", `Remove the ${special.kind}`, { values: withoutServer(options) }),
    button("serve-end", "Stop it"),
  );
}

/** What it was started with, but for what makes it special. */
function withoutServer(options: readonly string[]): Readonly<Record<string, string>> {
  const pairs = options.map((option) => /^--([^=]+)=(.*)$/.exec(option)?.slice(1) ?? []);
  return Object.fromEntries(pairs.filter(([name]) => name !== "fault" && name !== "variant"));
}

function asChoice({ id, title, breaks }: NamedServer): Choice {
  const broken = breaks.length === 0 ? "" : ` (${breaks.join(", ")})`;
  return [id, shown(`${id}: ${title}${broken}`, 160)];
}
