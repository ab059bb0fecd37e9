import { fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { markdownTable } from "#report/formats/markdown-report.ts";
import { fileOf, hashOf, type Mechanism, mechanisms, pieceOf } from "./mechanisms.ts";
import { type Group, groups, type Shown } from "./scenes.ts";

const root = join(import.meta.dirname, "../..");
export const recordFile = "reports/needs.json";

/** In which ways a run may be worse, what weighs most first. */
const kinds = ["back-off", "verdicts", "words", "requests", "time"] as const;
type Kind = (typeof kinds)[number];

/** The runs of a group by the names of their scenes; undefined for one that did not end. */
type Played = ReadonlyMap<string, Shown | undefined>;

/** A server on which a run comes to something else without the mechanism. */
interface Changed {
  readonly scene: string;
  readonly kind: Kind;
  readonly how: string;
}

function changesBetween(was: Played, is: Played): readonly Changed[] {
  return [...was].flatMap(([scene, before]) => {
    const after = is.get(scene);
    if (before === undefined || !is.has(scene)) return [];
    if (after === undefined) return [{ scene, kind: "verdicts", how: "it does not end" }];
    const found = kinds.find((kind) => isWorse[kind](before, after));
    return found === undefined ? [] : [{ scene, kind: found, how: howOf(before, after) }];
  });
}

/** Of so many verdicts some differ by chance where another order is another run. */
const byChance = 3;

const isWorse: Readonly<Record<Kind, (was: Shown, is: Shown) => boolean>> = {
  "back-off": (was, is) => is.rude > was.rude,
  verdicts: (was, is) =>
    was.outcome !== is.outcome ||
    (was.isSteady
      ? was.failed.join() !== is.failed.join() || was.passed.join() !== is.passed.join()
      : is.failed.length >= was.failed.length + byChance || is.passed.length <= was.passed.length - byChance),
  words: (was, is) => was.isSteady && was.said !== is.said,
  // A tenth more than before, and not by a request or a moment.
  requests: (was, is) => is.requests > 1.1 * was.requests + 3,
  time: (was, is) => is.ms > 1.1 * was.ms + 100,
};

function howOf(was: Shown, is: Shown): string {
  const less = (all: readonly string[], others: readonly string[]) =>
    all.filter((id) => !others.includes(id)).join(" ");
  return [
    was.outcome === is.outcome ? was.outcome : `${was.outcome} -> ${is.outcome}`,
    `fails ${less(is.failed, was.failed)}, and no more ${less(was.failed, is.failed)}`,
    `passes ${less(is.passed, was.passed)}, and no more ${less(was.passed, is.passed)}`,
    `${was.requests} -> ${is.requests} requests, ${was.rude} -> ${is.rude} in a back-off, ${was.ms} -> ${is.ms} ms`,
  ].join("; ");
}

/** No run of a scene takes as long, on whatever machine. */
const longestSceneMs = 300_000;

/** What the process of a group reports as a scene begins, without `shown`, and as it ends: null where it threw. */
interface Reported {
  readonly scene: string;
  readonly shown?: Shown | null;
}

/** The runs of a group with a mechanism replaced. One that does not end, or ends the process, has changed, and is the last. */
async function playGroup(group: Group, name: string): Promise<Played> {
  const played = new Map<string, Shown | undefined>();
  const child = fork(join(import.meta.dirname, "play-group.ts"), [group, name]);
  const watch = setTimeout(() => child.kill("SIGKILL"), longestSceneMs);
  child.on("message", ({ scene, shown }: Reported) => {
    watch.refresh();
    played.set(scene, shown ?? undefined);
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on("exit", resolve);
  const code = await promise;
  clearTimeout(watch);
  if (code !== 0 && (name === "" || played.size === 0))
    throw new Error(`${name}: what plays ${group} ended with ${code}`);
  return played;
}

const asBefore = new Map<Group, Promise<Played>>();

/** Group by group, until one has a server that needs it. */
export async function changedWithout({ name, from }: Mechanism): Promise<readonly Changed[]> {
  const changed: Changed[] = [];
  for (const group of groups) {
    if (from?.includes(group) === false) continue;
    const before = asBefore.get(group) ?? playGroup(group, "");
    asBefore.set(group, before);
    changed.push(...changesBetween(await before, await playGroup(group, name)));
    if (changed.length > 0) break;
  }
  return changed;
}

export async function committed(): Promise<Needs> {
  return JSON.parse(await readFile(join(root, recordFile), "utf8").catch(() => "{}"));
}

/** Those whose code, or whose simplest form, is not what was played. */
export function stale(record: Needs): readonly Mechanism[] {
  return mechanisms.filter(({ name, replaced }) => record[name]?.of !== hashOf(replaced));
}

export function filesOfNeeds(record: Needs): ReadonlyMap<string, string> {
  const rows = mechanisms.flatMap(({ name }) => (record[name] ? [[name, record[name]] as const] : []));
  const lines = rows.map(([name, row]) => `  ${JSON.stringify(name)}: ${JSON.stringify(row)}`);
  return new Map([
    [recordFile, `{\n${lines.join(",\n")}\n}\n`],
    ["reports/needs.md", needsPage(record)],
  ]);
}

/** What was played of a mechanism. */
interface Row {
  /** A hash of what was replaced, and by what. */
  readonly of: string;
  /** The servers whose run comes to something else, each with what weighs most of it. */
  readonly servers: readonly (readonly [scene: string, kind: Kind])[];
}

/** By the names of the mechanisms. */
export type Needs = Readonly<Partial<Record<string, Row>>>;

const mostNamed = 3;

/** The first names of each kind. */
function serversInWords(servers: Row["servers"]): string {
  return kinds
    .flatMap((kind) => {
      const names = servers.flatMap(([scene, own]) => (own === kind ? [scene] : []));
      const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
      return names.length === 0 ? [] : [`${kind}: ${names.slice(0, mostNamed).join("; ")}${more}`];
    })
    .join("<br>");
}

function cellsOf({ name, about, simplest, replaced }: Mechanism, record: Needs): string[] {
  const files = [...new Set(replaced.map((one) => `\`${basename(fileOf(one))}\``))];
  const lines = replaced.reduce((sum, one) => sum + pieceOf(one).split("\n").length, 0);
  const row = record[name];
  const without = row === undefined ? "not played yet" : serversInWords(row.servers) || "**nothing**";
  return [`${about} (\`${name}\`)`, files.join(", "), String(lines), simplest, without];
}

function needsPage(record: Needs): string {
  const rows = mechanisms.map((mechanism) => cellsOf(mechanism, record));
  return `# What needs each mechanism of the engine

Each mechanism is replaced by its simplest form, and servers are played: the guarded runs, the servers that answer everything alike,
runs with options, the variants of the bed, simulated rate limiters, and every sixteenth fault, group by group until one has a server
on which verdicts or words are others, or the run is less polite, or takes a tenth more requests or time. What nothing here needs is a
candidate to go, once the whole proof in \`thorough\` says the same: some orders are needed there alone.

\`npm run needs\` plays those whose code has changed since, and \`npm run needs -- --all\` all of them, which takes some fifteen minutes on two
idle cores; \`npm run needs -- NAME\` prints what changes without one of them. \`scripts/needs/\` has the table.

${markdownTable(["mechanism", "file", "lines replaced", "simplest form", "changes without it"], rows)}`;
}
