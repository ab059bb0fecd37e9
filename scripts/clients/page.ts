import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Verdict } from "#core/check/results/verdict.ts";
import { type Client, clientsFolder, languages, programOf, type Setup } from "#scripts/clients/install.ts";

/** What the page reads of an exam's JSON report. */
export interface Examined {
  readonly client: Client;
  readonly setup: Setup;
  /** `axios 1.21.1, axios-retry 4.5.0`. */
  readonly versions: string;
  /** Over all plays. */
  readonly verdicts: readonly PlayedVerdict[];
}

export function clientsPage(examined: readonly Examined[]): string {
  const [first] = examined;
  if (first === undefined) return "";
  const verdicts = first.verdicts;
  const plays = verdicts[0]?.plays ?? 0;
  const passedByAll = verdicts.filter(({ id }) => examined.every((one) => cellOf(one, id) === cells.pass));
  const columns = verdicts.filter((verdict) => !passedByAll.includes(verdict));
  const sections = [...new Set(examined.map(({ client }) => client))].map((client) =>
    section(examined.filter((one) => one.client === client)),
  );
  return `# What real clients do

Written by \`npm run clients\`. Each client went through \`exam\` ${plays} times as its documentation sets it up, and ${plays} times
with the configuration that makes it right. The programs are in \`testing/clients/\`. They list, filter, create and read
pets, and when a request was refused for good, they report it and go on with the next one. So a client that gives up after a
429 does not wait: the program's next request follows at once, with the same key.

${totals(examined)}

${table(examined, columns)}

✓ passed, ✗ failed (must), ! failed (should), ~ failed now and then, in less than half of the plays, – not tested, because the
client never came to it. In bold: with the configuration that its section below shows. All pass ${passedByAll.map(({ id }) => id).join(", ")}.

${columns.map(({ id, level, slug, text }) => `- ${numberOf(id)}: ${id} \`${slug}\` (${level}). ${text}`).join("\n")}

In JavaScript, this is left to the program; the configurations below use it:

\`\`\`js
${readFileSync(join(clientsFolder, "javascript/by-hand.js"), "utf8")
  .replace(/^\/\/.*\n\n/, "")
  .trimEnd()}
\`\`\`

${sections.join("\n")}`;
}

function totals(examined: readonly Examined[]): string {
  const documented = examined.filter(({ client, setup }) => setup !== client.configured);
  const configured = examined.filter(({ client, setup }) => setup === client.configured);
  const right = (some: readonly Examined[]) =>
    some.filter(({ verdicts }) => verdicts.every(({ verdict }) => verdict !== "fail")).length;
  const some = (count: number, of: number): string =>
    `${count === 0 ? "none" : count === of ? "all" : count} of ${of}`;
  return `As documented, ${some(right(documented), documented.length)} set-ups pass everything; with the configuration, ${some(right(configured), configured.length)} do.`;
}

const cells = { pass: "✓", must: "✗", should: "!", seldom: "~", untested: "–" } as const;

function cellOf({ verdicts }: Examined, id: string): string {
  const verdict = verdicts.find((one) => one.id === id);
  return verdict === undefined ? cells.untested : symbolOf(verdict);
}

function symbolOf({ verdict, level, failedIn }: PlayedVerdict): string {
  if (verdict === "fail") return level === "must" ? cells.must : cells.should;
  if (failedIn > 0) return cells.seldom;
  return verdict === "pass" ? cells.pass : cells.untested;
}

const numberOf = (id: string): string => id.slice(id.lastIndexOf("-") + 1);

function table(examined: readonly Examined[], columns: readonly PlayedVerdict[]): string {
  const head = ["client", "set-up", ...columns.map(({ id }) => numberOf(id))];
  const rows = examined.map((one) => {
    const { client, setup } = one;
    const says = setup === client.configured ? `**${setup.says}**` : setup.says;
    return [client.name, says, ...columns.map(({ id }) => cellOf(one, id))];
  });
  const rule = head.map((_, index) => (index < 2 ? "---" : ":-:"));
  return [head, rule, ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function section(examined: readonly Examined[]): string {
  const [first] = examined;
  if (first === undefined) return "";
  const { client, versions } = first;
  const parts = examined.map((one) => {
    const failed = one.verdicts.filter(({ failedIn }) => failedIn > 0);
    const isConfigured = one.setup === client.configured;
    const title = `${isConfigured ? "With the configuration below" : one.setup.says}:`;
    if (failed.length === 0) return `${title} nothing fails.`;
    return `${title}\n\n${failed.map(line).join("\n")}`;
  });
  return `## ${client.name}

${versions}.

${parts.join("\n\n")}

\`\`\`${languages[client.language].fence}
${configurationOf(client)}
\`\`\`
`;
}

function line(verdict: PlayedVerdict): string {
  const { id, slug, findings, failedIn, plays } = verdict;
  const [finding] = findings;
  const what = finding === undefined ? "" : `: expected ${finding.expected}; got ${finding.seen}`;
  const often = failedIn === plays ? "" : ` (${failedIn} of ${plays} times)`;
  return `- ${symbolOf(verdict)} ${id} \`${slug}\`${what}${often}`;
}

/** The lines that the program marks as its configuration, without the indentation that they share. */
export function configurationOf(client: Client): string {
  const path = programOf(client, client.configured);
  const text = readFileSync(join(clientsFolder, path), "utf8");
  const [, region] = /^[^\n]*#region configuration\n(.*?)^[^\n]*#endregion/ms.exec(text) ?? [];
  if (region === undefined) throw new Error(`${path} marks no region named configuration`);
  const lines = region.trimEnd().split("\n");
  const indents = lines.filter((one) => one !== "").map((one) => /^\s*/.exec(one)?.[0].length ?? 0);
  return lines.map((one) => one.slice(Math.min(...indents))).join("\n");
}

/** A requirement over all plays of one set-up. */
export interface PlayedVerdict extends Verdict {
  /** In how many of the plays it failed. */
  readonly failedIn: number;
  readonly plays: number;
}

/**
 * One verdict on each requirement: failed where it failed in most plays, since one failure may be the machine's; else
 * kept where it was tested in one. The findings are those of the first play that had some.
 */
export function foldPlays(plays: readonly (readonly Verdict[])[]): readonly PlayedVerdict[] {
  const [first = []] = plays;
  return first.map((verdict) => {
    const all = plays.flatMap((verdicts) => verdicts.filter(({ id }) => id === verdict.id));
    const failed = all.filter((one) => one.verdict === "fail");
    const passed = all.find((one) => one.verdict === "pass");
    const isFailed = failed.length * 2 > plays.length;
    const shown = (isFailed ? failed[0] : passed) ?? all.find((one) => one.verdict !== "fail") ?? verdict;
    const findings = failed[0]?.findings ?? [];
    return { ...shown, findings, failedIn: failed.length, plays: plays.length };
  });
}
