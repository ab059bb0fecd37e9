import { expect, test } from "vitest";
import type { MapRow, OperationMap } from "../src/core/run/map/operation-map.ts";
import type { Run } from "../src/core/run/result.ts";
import { play } from "../src/proof/play.ts";
import { formats } from "../src/report/formats/formats.ts";
import { jsonReport } from "../src/report/formats/json.ts";
import { reachOf } from "../src/report/reach.ts";
import { reportOfRun } from "../src/report/run-report.ts";
import { whyInWords } from "../src/report/why-in-words.ts";
import { json, playDescribed } from "./documents/described-service.ts";
import { correct, playOn, prepared } from "./proof/bed.ts";
import { sampleRun } from "./report/sample-run.ts";

const quick = await playOn(correct, { profile: "quick" });
const standard = await playOn(correct);

function mapOf({ map = [] }: Run, operation: string): OperationMap {
  return map.find((one) => one.operation === operation) ?? expect.fail(`no map of ${operation}`);
}

const rowOf = (run: Run, operation: string, place: string, value: string): MapRow | undefined =>
  mapOf(run, operation).rows.find((row) => row.place === place && row.value === value);

const why = (row: MapRow | undefined, { words }: Pick<Run, "words"> = quick): string | undefined =>
  row?.whyNot && whyInWords(row.whyNot, words, "them");

test("each request that was answered is counted once, by credential and state of the store", () => {
  for (const run of [quick, standard]) {
    const answered = run.exchanges.filter(
      ({ outcome }) => outcome.kind === "answer" && outcome.answer.status !== 429,
    );
    const counted = (run.map ?? []).flatMap(({ columns }) => columns.map((column) => column.answered));
    expect(counted.reduce((sum, n) => sum + n, 0)).toBe(answered.length);
  }
});

test("a run whose map nobody reads has none, and the same verdicts", async () => {
  const { map, ...without } = await play(correct, { ...prepared, withoutMap: true });
  expect(map).toBeUndefined();
  expect({ ...without, map: standard.map }).toEqual(standard);
});

test("what quick leaves out is there, with the profile that has it", () => {
  expect(reachOf(quick).kinds.tried).toBeLessThan(reachOf(standard).kinds.tried);
  expect(why(rowOf(quick, "listPets", "limit", "above the maximum"))).toBe(
    "tested only with `--profile standard`",
  );
  expect(rowOf(standard, "listPets", "limit", "above the maximum")?.whyNot).toBeUndefined();
  expect(why(rowOf(standard, "listPets", "limit", "a fraction"))).toBe(
    "tested only with `--profile thorough`",
  );
  expect(why(rowOf(quick, "createPet", "body /name", "null"))).toBe("tested only with `--profile standard`");
});

test("what one option leaves out names it", async () => {
  const readOnly = await playOn(correct, { readOnly: true });
  expect(why(rowOf(readOnly, "createPet", "body /name", "null"))).toMatch(/^no POST is sent in a read-only/);
  const few = await playOn(correct, { maxRequests: 20 });
  expect(why(rowOf(few, "listPets", "limit", "in between"))).toMatch(/--max-requests/);
  const removed = await playOn(correct, { now: "2031-01-01" });
  expect(why(rowOf(removed, "getPet", "petId", "zero"))).toBe("getPet was removed on 2030-12-05");
});

test("the store is as large as the answers show, before a create and after", async () => {
  const columns = (run: Run) =>
    ["listPets", "createPet"].map((operation) =>
      mapOf(run, operation).columns.flatMap(({ state, answered }) =>
        state !== undefined && answered > 0 ? [state] : [],
      ),
    );
  expect(columns(standard)).toEqual([["21 to 100 pets"], ["21 to 100 pets"]]);
  const empty = await playOn({ ...correct, stage: { seedPets: 0 } });
  expect(columns(empty)).toEqual([
    ["empty store", "21 to 100 pets"],
    ["empty store", "1 to 20 pets", "21 to 100 pets"],
  ]);
  const [, , , most] = mapOf(empty, "listPets").columns;
  expect(most?.whyNot && whyInWords(most.whyNot, empty.words)).toMatch(
    /the test needs more than 100; .*--profile thorough/,
  );
});

const described = `
openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get:
      operationId: listThings
      parameters:
        - { name: size, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: "<b>", in: query, schema: { type: string, enum: ["<i>"] } }
      responses:
        "200":
          description: all
          content: { application/json: { schema: { type: array, items: { type: string } } } }
    delete:
      operationId: dropThings
      responses: { "204": { description: gone } }
  /things/{thing}/parts:
    get:
      operationId: listParts
      parameters: [{ name: thing, in: path, required: true, schema: { type: integer, format: int64 } }]
      responses: { "200": { description: all } }
`;

test("the operations of any document are on the map, with why nothing was sent to one", async () => {
  const run = await playDescribed(described, ({ line }) => json(line === "GET /things" ? 200 : 404, []));
  expect(run.map?.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /things",
    "DELETE /things",
    "GET /things/{thing}/parts",
  ]);
  expect(rowOf(run, "listThings", "size", "absent")?.whyNot).toBeUndefined();
  expect(
    mapOf(run, "dropThings").columns.map(({ whyNot }) => whyNot && whyInWords(whyNot, run.words, "them"))[0],
  ).toBe("DELETE is sent only where it is asked for by name; to test them, add `--operations dropThings`");
  expect(why(rowOf(run, "listParts", "thing", "zero"), run)).toMatch(
    /no value is known.*--input thing=VALUE/,
  );
  const looked = sampleRun({ words: run.words, map: run.map ?? [] });
  const written = await formats.html.write(reportOfRun(looked));
  const page = [...written].join("");
  expect(page).toContain("Not looked at: DELETE is sent only where");
  expect(page).toContain("&lt;b>");
  expect(page).not.toContain("<i>");
  const report = JSON.parse([...jsonReport(sampleRun({ words: run.words, map: run.map ?? [] }))].join(""));
  expect(report.map[0].columns[0]).toEqual({ credential: "valid", state: null, answered: 7, whyNot: null });
});

test("where nothing answers, the one cause says why nothing was looked at", async () => {
  const respond = () => ({ status: 503, headers: [], body: new Uint8Array() });
  const run = await playOn({ hooks: () => ({ respond }) });
  expect(run.rootCause).toBeDefined();
  expect(rowOf(run, "getPet", "petId", "zero")?.whyNot?.cause?.kind).toBe("root-cause");
});
