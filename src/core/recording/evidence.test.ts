import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { correct, prepared, servers } from "#testing/proof/bed.ts";
import { differingReports, formsKept, recordedPlay, sampleOfBed } from "#testing/run/recorded-play.ts";
import { integerBetween, seededRandom } from "../check/inputs/random.ts";
import { isPlainText } from "../json/escape.ts";
import { keepEntry, readKept } from "../run/journal/journal.ts";
import { Secrets } from "../secrets/secrets.ts";
import { judgeAgain } from "./judge-again.ts";
import schema from "./recording.schema.json" with { type: "json" };
import { judgedBy, lineOf, readRecording, verdictLine } from "./recording.ts";
import { openLines, readLines } from "./recording-file.ts";

const { run, lines: recorded } = await recordedPlay(correct);
const lines = [...recorded, verdictLine(run)];
const again = (texts: readonly string[], changed: object = {}, suite = prepared) => {
  const recording = readRecording(texts);
  const options = { ...recording.start.options, ...changed };
  return judgeAgain(recording, { ...suite, options, isCut: false });
};

describe("a recorded run, judged again", () => {
  // testing/long/proof/bed.test.ts has more of the bed.
  test.each(sampleOfBed(servers, 0, 3))("has the same reports, and no secret: %s", async (_, server) => {
    const played = await recordedPlay(server);
    expect(formsKept(played)).toEqual([]);
    expect(await differingReports(played)).toEqual([]);
  });

  test("has the same reports over several rounds", async () => {
    const played = await recordedPlay(correct, { rounds: 2 });
    expect(played.run.rounds?.played).toHaveLength(2);
    expect(await differingReports(played)).toEqual([]);
  });

  test("changes no verdict with the same declarations, and reports which with others", async () => {
    expect(await again(lines)).toMatchObject({ changes: [], differences: [] });
    const { differences, changes } = await again(lines, { declared: { plan: "custom=600" } });
    expect(differences).toEqual(["--plan"]);
    expect(changes).toMatchObject([{ id: "RATE-9", before: "not-applicable", now: "fail" }]);
  });

  test("names the setting that changes what requirements say, and not the catalogue too", async () => {
    const declared = { removalDate: "2031-01-02" };
    const { differences } = await again(lines, { declared }, await prepare({ declared }));
    expect(differences).toEqual(["--removal-date"]);
  });

  test("names as untested what was never sent, where the suite is another", async () => {
    const older = lines.map((line, at) =>
      at === 0
        ? line.replace(/"version":"[^"]*"/, '"version":"0.0.1"')
        : line.replace('"step":"limit/101"', '"step":"as/it/was/then"'),
    );
    const { run: now, differences } = await again(older);
    expect(differences).toEqual([expect.stringContaining("the suite, 0.0.1 then")]);
    expect(now.verdicts.map(({ reason }) => reason)).toContainEqual({
      kind: "not-in-recording",
      step: "limit 101",
    });
  });
});

describe("a recording", () => {
  test("has the published form", () => {
    const validate = new Ajv2020({ strict: false }).compile(schema);
    for (const line of lines) {
      validate(JSON.parse(line));
      expect(validate.errors ?? []).toEqual([]);
    }
    expect(validate({ kind: "exchange" })).toBe(false);
  });

  test.each(["run.ndjson", "run.ndjson.gz", "run.ndjson.zst"])(
    "is read up to its last whole line: %s",
    async (name) => {
      const path = join(temporaryFolder(), name);
      const file = openLines(path);
      const ends = lines.map((line) => {
        file.write(line);
        return readFileSync(path).length;
      });
      file.close();
      const bytes = readFileSync(path);
      expect(await readLines(bytes)).toEqual({ lines, isCut: false });
      const random = seededRandom(2, name);
      for (let i = 0; i < 20; i += 1) {
        const cut = integerBetween(random, ends[0] ?? 0, bytes.length - 1);
        const whole = ends.filter((end) => end <= cut).length;
        const found = await readLines(bytes.subarray(0, cut));
        expect(found.lines.slice(0, whole)).toEqual(lines.slice(0, whole));
        expect(found.lines).toEqual(lines.slice(0, found.lines.length));
        expect(found.isCut || ends.includes(cut)).toBe(true);
      }
    },
  );

  test("that ends anywhere gives a partial run with all its exchanges", async () => {
    for (const end of [1, 2, 20, Math.floor(lines.length / 2), lines.length - 2]) {
      const part = lines.slice(0, end);
      const { run: found } = await again(part);
      expect(found).toMatchObject({ partial: true, reason: "interrupted", suiteErrors: [] });
      expect(found.exchanges).toHaveLength(
        part.filter((line) => line.startsWith('{"kind":"exchange"')).length,
      );
    }
  });

  test("keeps bytes that are no text, and every digit, and holds nothing that a terminal would interpret", () => {
    const body = '{"id":9007199254740993,"name":"\ufeff\u009b\u202e"}';
    const binary = Buffer.from([0xff, 0, 0x22]);
    const sent = sampleExchange({
      request: { method: "POST", body: { bytes: binary, contentType: undefined } },
      body,
    });
    const by = judgedBy(prepared.contract, prepared.requirements);
    const line = lineOf(keepEntry({ kind: "exchange", exchange: sent }, new Secrets()), by);
    expect(isPlainText(line)).toBe(true);
    const [entry] = readKept(readRecording([lines[0] ?? "", line]).kept).entries;
    const exchange = entry?.kind === "exchange" ? entry.exchange : undefined;
    expect(Buffer.from(exchange?.request.body?.bytes ?? [])).toEqual(binary);
    expect(exchange?.outcome).toMatchObject({
      answer: { body: { text: body, json: { ok: true } } },
    });
  });

  test("of another form, or no recording at all, is refused with what to do", () => {
    expect(() => readRecording(["{}"])).toThrow("give a file that `run --record` wrote");
    const newer = (lines[0] ?? "").replace('"version":4,', '"version":5,');
    expect(() => readRecording([newer])).toThrow("it has form 5, and this version reads form 4");
    expect(() => readRecording([lines[0] ?? "", "{"])).toThrow("line 2 is not JSON");
  });
});
