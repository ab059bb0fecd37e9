import type { VNode } from "preact";
import type { Option } from "../../core/options/option.ts";
import { h } from "../../report/html/element.ts";
import { shown } from "../../report/html/shown.ts";
import type { Bench } from "../bench.ts";
import type { KnownServer, RunningReference } from "../means.ts";
import { optionFields } from "./option-fields.ts";
import { button, choice, field, p, pageOf, submit } from "./parts.ts";
import type { WorkbenchPage } from "./shell.ts";

/** The reference server: start it, broken in one way where that is wanted, and run against it. */
export async function referencePage({ means, reference }: Bench): Promise<WorkbenchPage> {
  const servers = await means.servers();
  const others = means.serveOptions.filter(({ name }) => name !== "fault" && name !== "variant");
  return pageOf(
    "reference",
    "Reference server",
    reference === undefined ? p(about) : running(reference, servers),
    h(
      "form",
      { method: "post", action: "serve" },
      h(
        "div",
        { class: "fields" },
        ["fault", "variant"].map((kind) => serverField(kind, means.serveOptions, servers)),
      ),
      optionFields(others, new Map()),
      submit(reference === undefined ? "Start it" : "Start it anew, with these"),
    ),
  );
}

const about =
  "A server that implements the interface, on a port of 127.0.0.1. It can break one thing on purpose, or be unusual in a way that is permitted.";

function running({ url, options }: RunningReference, servers: readonly KnownServer[]): VNode {
  const special = servers.find(({ kind, id }) => options.includes(`--${kind}=${id}`));
  return h(
    "div",
    { class: "cause", role: "note" },
    p("It listens on ", h("code", null, url), ". The terminal has its key; runs from this page know it."),
    special === undefined
      ? p("It is correct.")
      : p(h("strong", null, special.id), `: it ${shown(special.title)}.`),
    button("run", "Check it", { fields: { "base-url": url }, isMain: true }),
    special === undefined
      ? null
      : button("serve", `Take out the ${special.kind}`, { fields: withoutServer(options) }),
    button("serve-end", "Stop it"),
  );
}

/** What it was started with, but for what makes it special. */
function withoutServer(options: readonly string[]): Readonly<Record<string, string>> {
  const pairs = options.map((option) => /^--([^=]+)=(.*)$/.exec(option)?.slice(1) ?? []);
  return Object.fromEntries(pairs.filter(([name]) => name !== "fault" && name !== "variant"));
}

function serverField(kind: string, table: readonly Option[], servers: readonly KnownServer[]): VNode {
  const all = servers.filter((server) => server.kind === kind);
  const textOf = ({ id, title, breaks }: KnownServer) =>
    shown(`${id}: ${title}${breaks.length === 0 ? "" : ` (${breaks.join(", ")})`}`, 160);
  const control = choice(
    { id: kind, name: kind, "aria-describedby": `${kind}-help` },
    ["", "none"],
    all.map((server) => [server.id, textOf(server)]),
  );
  return field(kind, kind, control, table.find(({ name }) => name === kind)?.help ?? "");
}
