import { describe, expect, test } from "vitest";
import { jsonText } from "#core/json/escape.ts";
import {
  certificateOf,
  dayMs,
  passedOff,
  recordedLines,
  recordingOf,
  statementIn,
} from "#testing/certificate/sample-certificate.ts";

// Recordings that their owner changed, with certificates that fit them in everything that a file can show by itself: the
// digest, the verdicts, the signature with the owner's own key.

interface ForgedLine {
  readonly kind: string;
  readonly start?: { readonly options: object };
  readonly limits?: object;
  readonly end?: object;
  readonly exchange?: ForgedExchange;
}

interface ForgedExchange {
  id: number;
  readonly label: string;
  readonly part?: { readonly input: readonly number[] };
  readonly endedAtMs: number;
  readonly request: object;
}

type Change = (lines: readonly ForgedLine[]) => readonly ForgedLine[] | undefined;

const parsed = (lines: readonly string[]) => lines.map((line): ForgedLine => JSON.parse(line));
/** A run as it was, and what its certificate says. */
async function honest(options: Parameters<typeof recordedLines>[0]) {
  const lines = parsed(await recordedLines(options));
  const recording = recordingOf(lines.map((line) => jsonText(line)));
  return { lines, template: statementIn(await certificateOf(recording)) };
}

const standard = await honest({ seed: 5 });
const thorough = await honest({ seed: 5, profile: "thorough" });

/** A certificate for the changed lines that says what the true one says. */
async function forged(change: Change, claims: object = {}, { lines: all, template } = standard) {
  const lines = structuredClone(all);
  const recording = recordingOf((change(lines) ?? lines).map((line) => jsonText(line)));
  const { predicate } = template;
  const [, , , options] = predicate.configuration;
  const annotations = { ...options?.annotations, ...claims };
  const configuration = [...predicate.configuration.slice(0, 3), { ...options, annotations }];
  return passedOff(template, recording, { configuration });
}

const isOf = (label: string) => (line: ForgedLine) => line.exchange?.label === label;
const without = (lines: readonly ForgedLine[], label: string) => lines.filter((line) => !isOf(label)(line));

function exchangeOf(lines: readonly ForgedLine[], label: string): ForgedExchange {
  return lines.find(isOf(label))?.exchange ?? expect.fail(`${label} was not sent`);
}

/** Before the last two, which end the run. */
function withLine(lines: readonly ForgedLine[], line: unknown): readonly ForgedLine[] {
  const text = JSON.stringify(line);
  return [...lines.slice(0, -2), JSON.parse(text), ...lines.slice(-2)];
}

/** As if what is left were all that was sent. */
function renumbered(lines: readonly ForgedLine[]): readonly ForgedLine[] {
  const exchanges = lines.flatMap(({ exchange }) => exchange ?? []);
  const ids = exchanges.map(({ id }) => id).sort((a, b) => a - b);
  for (const exchange of exchanges) exchange.id = ids.indexOf(exchange.id) + 1;
  return lines;
}

function later(lines: readonly ForgedLine[], byMs: number): undefined {
  for (const { start, exchange, end } of lines) {
    const holder = start ?? exchange ?? end ?? {};
    for (const [name, value] of Object.entries(holder))
      if (name.endsWith("AtMs")) change(holder, { [name]: value + byMs });
  }
}

function change(object: object | undefined, members: object): undefined {
  if (object === undefined) throw new Error("there is nothing to change");
  Object.assign(object, members);
}

test("what is not changed holds", async () => {
  expect((await forged(() => undefined)).problems).toEqual([]);
});

describe("the replay of the plan catches", () => {
  test.each<[string, Change, string, object?]>([
    [
      "a seed that was written in afterwards, to answer a challenge",
      ([first]) => change(first?.start?.options, { seed: 77 }),
      "is not the one that follows from the seed",
      { seed: 77 },
    ],
    [
      "an answer that was taken out, and the others numbered anew",
      (lines) => renumbered(without(lines, "limit 101")),
      '"limit 101": the plan has it, and it was not sent',
    ],
    [
      "an answer in whose place nothing is said to have been sent",
      (lines) =>
        withLine(renumbered(without(lines, "limit 101")), {
          ...{ kind: "not-sent", step: "limit/101" },
          why: { kind: "untested", reason: "no time" },
        }),
      '"limit 101": the plan has it, and it was not sent',
    ],
    [
      "an answer that is said not to be judged",
      (lines) => withLine(lines, { kind: "set-aside", exchange: exchangeOf(lines, "limit 101").id }),
      "nothing keeps its answer from being judged",
    ],
    [
      "an answer after which the same was asked again",
      (lines) => {
        const answered = exchangeOf(lines, "limit 101");
        return renumbered(
          withLine(lines, { kind: "exchange", exchange: { ...answered, id: answered.id + 0.5 } }),
        );
      },
      '"limit 101": it was sent again, though it was answered',
    ],
    [
      "an answer that is passed off as that to an experiment, which is not judged",
      (lines) => {
        const { id, label, ...answered } = exchangeOf(lines, "limit 101");
        const experiment = { requirement: "LIST-4", of: id, asks: "alone" };
        const exchange = { ...answered, id: id + 0.5, label, recheck: "experiment", experiment };
        change(exchange, { step: undefined });
        return renumbered(withLine(lines, { kind: "exchange", exchange }));
      },
      '"limit 101": only a run that fails makes experiments',
    ],
    [
      "a request of another kind",
      (lines) => change(exchangeOf(lines, "limit 101").request, { query: [["limit", "100"]] }),
      '"limit 101": its request is not the one',
    ],
    [
      "a budget that leaves less to send",
      (lines) => change(lines.find(({ kind }) => kind === "plan")?.limits, { maxCreates: 3 }),
      "its limits are not those of the options",
    ],
    [
      "an answer that came after what rests on it",
      (lines) => {
        const create = exchangeOf(lines, "create");
        return change(create, { endedAtMs: create.endedAtMs + 20_000 });
      },
      "it was sent before the answers that it rests on",
    ],
    [
      "a run of last year, dated anew",
      (lines) => later(lines, 300 * dayMs),
      "their Date is more than a day from the run's clock",
    ],
    [
      "a request numbered as if it had been sent before the answers that it rests on",
      (lines) => {
        const [create, read] = [exchangeOf(lines, "create"), exchangeOf(lines, "get the created pet")];
        [create.id, read.id] = [read.id, create.id];
        return undefined;
      },
      "it was sent before the answers that it rests on",
    ],
    [
      "rate limits that are declared off afterwards, and their probe taken out",
      (lines) => {
        change(lines[0]?.start?.options, { rateLimit: "off" });
        return renumbered(without(lines, "over-limit probe"));
      },
      "its limits are not those of the options",
      { rateLimit: "off" },
    ],
  ])("%s", async (_, changed, sentence, claims) => {
    const { problems } = await forged(changed, claims);
    expect(problems.find(({ kind }) => kind === "evidence-not-planned")?.detail).toContain(sentence);
  });
});

/** The last of the inputs that the seed drew for one step. */
function lastInput(lines: readonly ForgedLine[]): ForgedExchange {
  return lines.findLast(({ exchange }) => exchange?.part)?.exchange ?? expect.fail("no input was drawn");
}

test.each<[string, Change, string]>([
  [
    "taken out",
    (lines) => renumbered(lines.filter(({ exchange }) => exchange?.id !== lastInput(lines).id)),
    "an input that the seed draws was not sent",
  ],
  [
    "chosen by hand",
    (lines) => change(lastInput(lines).request, { path: "/pets/1" }),
    "is not the one that the seed draws",
  ],
  [
    "added",
    (lines) => {
      const last = lastInput(lines);
      const exchange = { ...last, id: last.id + 0.5, part: { input: [9999] } };
      return renumbered(withLine(lines, { kind: "exchange", exchange }));
    },
    "inputs were sent that the seed does not draw",
  ],
])("of the inputs that a seed draws, the replay catches one that was %s", async (_, changed, sentence) => {
  const { problems } = await forged(changed, {}, thorough);
  expect(problems.find(({ kind }) => kind === "evidence-not-planned")?.detail).toContain(sentence);
});

const twice = "is missing, or there twice";

test.each<[string, Change, string]>([
  ["lacks an exchange", (lines) => without(lines, "limit 101"), twice],
  ["has an exchange twice", (lines) => withLine(lines, lines.find(isOf("limit 101"))), twice],
  ["begins twice", (lines) => withLine(lines, lines[0]), "begins or ends more than once"],
  ["ends twice", (lines) => [...lines, ...lines.slice(-1)], "begins or ends more than once"],
  ["has no id", ([first]) => change(first?.start?.options, { runId: "(a+)+$" }), "not 20 hex digits"],
])("a recording that %s is refused in a sentence", async (_, changed, sentence) => {
  const [problem] = (await forged(changed)).problems;
  expect(problem?.kind).toBe("evidence-unreadable");
  expect(problem?.detail).toContain(sentence);
});
