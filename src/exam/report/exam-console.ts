import { endInWords } from "../../../suites/clients/shared/requests.ts";
import { requirementName } from "../../core/check/requirement.ts";
import type { Session } from "../../core/check/session.ts";
import type { Verdict } from "../../core/check/verdict.ts";
import { escapeForTerminal, shorten } from "../../core/json/escape.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { palette } from "../../report/console/colour.ts";
import { wrap } from "../../report/console/wrap.ts";
import { counted } from "../../report/counted.ts";
import { verdictMark } from "../../report/verdict-mark.ts";
import { whyInWords } from "../../report/why-in-words.ts";
import type { ExamReport } from "../exam-report.ts";
import { examSentence, printedInIt, whereInWords } from "./exam-words.ts";

/** The most characters of one text of the client's. */
const longest = 400;

export interface ExamLook {
  readonly width: number;
  readonly colour: boolean;
  readonly quiet: boolean;
}

/** An exam for people: what failed, each with how to mend it, what was not reached, and the outcome last. */
export function examConsole(report: Redacted<ExamReport>, { width, colour, quiet }: ExamLook): string {
  const paint = palette(colour);
  const hang = (text: string, first = "", rest = "    ") =>
    wrap(escapeForTerminal(text), width, { first, rest });
  const failed = report.verdicts.filter(({ verdict }) => verdict === "fail");
  // Where nothing came, the note says it all.
  const isSilent = report.sessions.every(({ requests }) => requests === 0);
  const untested = report.verdicts.filter(
    ({ verdict, level }) => verdict === "untested" && level !== "open" && !isSilent,
  );
  const never = report.unreached.filter(({ ranOut }) => !ranOut && !isSilent);
  const ranOut = report.unreached.filter((one) => one.ranOut);
  const lines = quiet
    ? []
    : [
        ...failed.flatMap((verdict) => {
          const [head = "", ...rest] = findingLines(verdict, report, hang);
          return [verdict.level === "must" ? paint.bad(head) : paint.warn(head), ...rest, ""];
        }),
        ...(untested.length === 0
          ? []
          : [
              `${counted(untested.length, "requirement")} untested:`,
              ...[...Map.groupBy(untested, reasonOf)].flatMap(([why, some]) =>
                hang(`${some.map(requirementName).join(", ")}: ${why}`, "  ○ ", "      "),
              ),
              "",
            ]),
        ...(never.length === 0
          ? []
          : [
              "Situations that the client never came to, and what it would have to do:",
              ...[...Map.groupBy(never, ({ needs }) => needs)].flatMap(([needs, some]) =>
                hang(
                  `${some.map(({ situation }) => situation).join(", ")}: a client that ${needs}`,
                  "  ○ ",
                  "      ",
                ),
              ),
              "",
            ]),
        ...(ranOut.length === 0
          ? []
          : [
              "Situations whose turn did not come before the exam ended; let the client go on for longer:",
              ...hang(ranOut.map(({ situation }) => situation).join(", "), "  ○ ", "      "),
              "",
            ]),
        ...report.notes.flatMap((note) => hang(note, "note: ", "      ")),
      ];
  const outcome = { conforming: paint.good, "non-conforming": paint.bad, inconclusive: paint.warn }[
    report.outcome
  ];
  return `${[...lines, ...hang(examSentence(report)).map((line) => paint.strong(outcome(line)))].join("\n")}\n`;
}

/** Which situations were chosen is known to who chose them. */
function reasonOf(verdict: Redacted<Verdict>): string {
  const { remedy } = verdict;
  return remedy !== undefined && "options" in remedy
    ? "of situations that were not played"
    : whyInWords(verdict);
}

function findingLines(
  verdict: Redacted<Verdict>,
  report: Redacted<ExamReport>,
  hang: (text: string, first?: string, rest?: string) => string[],
): string[] {
  const { findings, guidance, text } = verdict;
  const [finding, ...more] = findings;
  if (finding === undefined) return [];
  const others = more.length === 0 ? "" : `, ${counted(more.length, "other case")}`;
  const printed = printedInIt(verdict, finding, report);
  return [
    ...hang(`${requirementName(verdict)}: ${text}`, `${verdictMark(verdict).symbol} `),
    ...hang(shorten(finding.expected, longest), "    expected  ", "              "),
    ...hang(shorten(finding.seen, longest), "    got       ", "              "),
    ...hang(`${whereInWords(finding, report)}${others}`, "    where     ", "              "),
    ...(printed === undefined ? [] : hang(shorten(printed, longest), "    printed   ", "              ")),
    ...(guidance === undefined ? [] : hang(guidance.howToFix, "    to fix it ", "              ")),
  ];
}

/** One line when a session has ended. */
export function sessionLine(session: Redacted<Session>): string {
  const name = (session.situation ?? "exam").padEnd(20);
  return escapeForTerminal(
    `${name}  ${counted(session.requests, "request").padEnd(12)}  ${endInWords(session)}`,
  );
}
