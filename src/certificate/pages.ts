import type { ComponentChild } from "preact";
import { escapeForTerminal, escapeForXml } from "#core/json/escape.ts";
import type { Run } from "#core/run/result.ts";
import { quoted } from "#report/curl.ts";
import { type Cell, h, type PageParts, row, shown, table } from "#report/html/element.ts";
import { page } from "#report/html/html.ts";
import { capitalised } from "#report/words/sentences.ts";
import { casesInWords, extents, headline, mustsInWords, restsOnTheSigner, runInWords } from "./in-words.ts";
import { problemKinds } from "./problems.ts";
import { configured, isOfClient, isWholeLevel } from "./statement/statement.ts";
import type { Verification } from "./verify.ts";

export interface VerifiedFile {
  readonly file: string;
  /** The recording beside it, where there is one. */
  readonly evidence: string | undefined;
  readonly verification: Verification;
}

const longestName = 200;

/**
 * Level, musts and cases tested and day of the run where the certificate holds; else that it is refused.
 * @param name what the interface is called: `thing store`
 */
export function certificateBadge({ problems, statement, checked }: Verification, name: string): string {
  const label = `${name} interface`;
  if (problems.length > 0 || statement === undefined)
    return badge(label, "certificate refused", colours["non-conforming"]);
  const { level, musts, cases, run } = statement.predicate;
  const what = `${level}, ${mustsInWords(musts)}${casesInWords(cases)}, ${run.endedAt.slice(0, 10)}`;
  const isWhole = checked === "everything" && isWholeLevel(level);
  const colour = isWhole ? colours.conforming : colours.inconclusive;
  return badge(label, what + extents[checked].unchecked, colour);
}

/** With the sentences of the requirements, by their ids. */
type WordedFile = VerifiedFile & { readonly texts: ReadonlyMap<string, string> };

export function certificateView({ file, evidence, verification, texts }: WordedFile, checkedAt: Date) {
  const { problems, notes, statement, signer } = verification;
  const name = shown(statement?.subject[0]?.name ?? file, longestName);
  const title = problems.length > 0 ? `Refused: ${name}` : `Certificate of ${name}`;
  const says =
    statement && shown(capitalised(`${problems.length > 0 ? "It says: " : ""}${headline(statement)}`));
  const parts: PageParts = [
    ...problems.map(({ kind, detail }) =>
      h("p.cause", h("strong", `${capitalised(problemKinds[kind].title)}. `), shown(detail)),
    ),
    says === undefined ? null : h("p", stateTag(verification), " ", h("strong", says)),
    signer === undefined
      ? null
      : h("p", "Signed by ", h("strong", shown(signer.name)), ", key id ", h("code", signer.keyid)),
    notes.map((note) => h("p.cause", shown(note))),
    statement === undefined || signer === undefined
      ? null
      : h("p", restsOnTheSigner(statement, verification.checked)),
    ...statementParts(verification, texts),
    h("h2", "How to check it yourself"),
    h("pre", h("code", commandFor(file, evidence, verification))),
    h(
      "p.soft.small",
      `Checked on ${checkedAt.toISOString().slice(0, 10)}. The page says what was found then; the certificate and its recording are what counts.`,
    ),
  ];
  return { title, parts };
}

function stateTag({ problems, checked }: Verification): ComponentChild {
  if (problems.length > 0) return h("span.tag.failed", "✗ refused");
  return h(`span.tag.${checked === "everything" ? "passed" : "untested"}`, extents[checked].tag);
}

/** It works as it stands, since the key is in it: the reader compares its id, above, with what the signer says. */
function commandFor(file: string, evidence: string | undefined, { signer, statement }: Verification): string {
  const word = (text: string) => quoted(escapeForTerminal(text));
  const recording = evidence === undefined ? "" : ` --evidence ${word(evidence)}`;
  const self = statement?.predicate.run.clock === "virtual" ? " --allow-self" : "";
  const verify = (trust: string) =>
    `npx --no -- petstore-conformance verify ${word(file)} --trust ${trust}${recording}${self}`;
  if (signer === undefined) return verify("trust.json");
  const key = String(signer.publicKey.export({ type: "spki", format: "pem" }));
  return `cat > signer.pub.pem <<'END'\n${key}END\n${verify("signer.pub.pem")}`;
}

function statementParts({ statement, origin }: Verification, texts: ReadonlyMap<string, string>) {
  if (statement === undefined) return [];
  const { subject, predicate } = statement;
  const { untested, warnedTests, passedTests, expiresAt, rateLimits, advice } = predicate;
  const { recording } = configured(statement);
  const isClient = isOfClient(statement);
  const named = (id: string) => [h("strong", shown(id)), ` ${shown(texts.get(id) ?? "")}`];
  const section = (title: string, head: readonly string[], rows: readonly (readonly Cell[])[]) =>
    rows.length === 0 ? [] : [h("h2", title), table(title, head, rows, "scroll stacked")];
  const listed = (title: string, ids: readonly string[]) =>
    section(
      title,
      ["Requirement"],
      ids.map((id) => [named(id)]),
    );
  const gaps = untested.map(({ id, level, verdict, reason }) => [named(id), level, verdict, shown(reason)]);
  return [
    ...section("Not tested", ["Requirement", "Level", "Verdict", "Why"], gaps),
    ...listed("Warnings", warnedTests),
    h("h2", "What it is about"),
    h(
      "div.about",
      h("dl", [
        ...row(isClient ? "Client" : "Service", shown(subject[0]?.name ?? "")),
        ...(isClient
          ? row("Commit", h("code", shown(subject[0]?.digest?.gitCommit ?? "")))
          : row("Address", origin === undefined ? "only in the recording" : h("code", shown(origin)))),
        ...row("Document", [
          `${shown((subject[1]?.name ?? "").replace(/^OpenAPI document: /, ""))}, SHA-256 `,
          h("code", shown(subject[1]?.digest?.sha256 ?? "")),
        ]),
        ...(rateLimits === undefined ? [] : row("Rate limits", rateLimits)),
        ...row("Tested", shown(runInWords(statement))),
        ...row("Holds until", expiresAt),
        ...row("Recording", ["SHA-256 ", h("code", recording)]),
        ...row("For its owner", shown(advice)),
      ]),
    ),
    ...listed("Passed", passedTests),
  ];
}

/** The one page of all certificates that were checked: a table of them, and each with all that it says. */
export function directoryPage(certificates: readonly WordedFile[], checkedAt: Date): string {
  const views = certificates.map((one) => certificateView(one, checkedAt));
  const [first] = views;
  if (first !== undefined && views.length === 1) return page(first.title, first.parts);
  return page("Certificates of conformance", [
    h("p.soft", `As found on ${checkedAt.toISOString().slice(0, 10)}. ${statesExplained}`),
    table("Certificates", heads, certificates.map(directoryRow), "scroll stacked"),
    views.map(({ title, parts }, at) => h("section", { id: anchorOf(at) }, h("h2", title), parts)),
  ]);
}

/** By its place: names are those of others, and may be the same. */
function anchorOf(at: number): string {
  return `certificate-${at + 1}`;
}

const statesExplained =
  "Verified: the verdicts were reached again from the recording, and the requests are the suite's. Partly verified: the requests are those of another version, and were not checked. Signed: there is no recording, and it is the word of the one who signed.";

const heads = [
  "Service or client",
  "State",
  "Tested",
  "Level",
  "Musts tested",
  "What it says, or why it is refused",
];

function directoryRow({ file, verification }: VerifiedFile, at: number): readonly Cell[] {
  const { problems, statement } = verification;
  const [first] = problems;
  return [
    [
      h("a", { href: `#${anchorOf(at)}` }, shown(statement?.subject[0]?.name ?? file, longestName)),
      h("div.soft.small", shown(file, longestName)),
    ],
    stateTag(verification),
    statement?.predicate.run.endedAt.slice(0, 10),
    statement?.predicate.level,
    statement && mustsInWords(statement.predicate.musts),
    first !== undefined
      ? capitalised(problemKinds[first.kind].title)
      : statement && shown(capitalised(headline(statement))),
  ];
}

/** White text has a contrast of at least 4.5 to 1 on each. */
const colours: Readonly<Record<Run["outcome"], string>> = {
  conforming: "#17692f",
  "non-conforming": "#b3261e",
  inconclusive: "#6f3fae",
};

/** Approximate width of a character of Verdana or a similar font at 11 px; the text is fitted to it. */
const characterWidth = 6.6;

/** A badge as SVG, without external script, font or image. Its colour must be dark enough for white text. */
function badge(label: string, message: string, colour: string): string {
  const [left, right] = [widthOf(label), widthOf(message)];
  const text = (words: string, from: number, width: number): string =>
    `<text x="${from + width / 2}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${escapeForXml(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escapeForXml(`${label}: ${message}`)}">`,
    `<title>${escapeForXml(`${label}: ${message}`)}</title>`,
    `<rect width="${left}" height="20" fill="#3d4450"/><rect x="${left}" width="${right}" height="20" fill="${colour}"/>`,
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(label, 0, left)}${text(message, left, right)}</g>`,
    "</svg>\n",
  ].join("\n");
}

function widthOf(text: string): number {
  return Math.round(text.length * characterWidth) + 12;
}
