import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import { prepareExam } from "#assembly/exam.ts";
import { shownByExam, shownByRun } from "#cli/commands/impact/judged-twice.ts";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { judgeAgain } from "#core/recording/judge-again.ts";
import { readRecording } from "#core/recording/recording.ts";
import { readExamRecording } from "#exam/exam-recording.ts";
import { playClient } from "#exam/proof/play-client.ts";
import { play } from "#proof/play.ts";
import type { ShownVerdict } from "#revisions/impact.ts";
import { loadClients } from "#suites/client-registry.ts";
import { runOf } from "#suites/clients/reference-client/client.ts";
import { examRecording } from "#testing/certificate/certified-clients.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { servers } from "#testing/proof/bed.ts";
import { recordedPlay } from "#testing/run/recorded-play.ts";

// What a recording shows by another revision is what a run, or an exam, by that revision finds.

const folder = temporaryFolder();

const embedded = embeddedText("suites/petstore/openapi.yaml");
const newPet = "        name: { type: string, description: What the animal is called. }\n";
const edits: Readonly<Record<string, (text: string) => string>> = {
  "a smaller maximum": (text) => text.replace("maximum: 100", "maximum: 50"),
  "a fourth status and a smaller default": (text) =>
    text
      .replace("[available, pending, sold]", "[available, pending, sold, reserved]")
      .replace("default: 20", "default: 10"),
  "a new required field": (text) =>
    text
      .replace("[name, categoryId]", "[name, categoryId, ownerId]")
      .replace(newPet, `${newPet}        ownerId: { type: integer }\n`),
  "a bounded name, and numbers as codes": (text) =>
    text
      .replace("name: { type: string,", "name: { type: string, maxLength: 120,")
      .replace("code: { type: string", "code: { type: integer"),
  "getPet gone": (text) => text.replace(/ {2}\/pets\/\{petId\}:[\s\S]*?(?= {2}\/store)/, ""),
};

const revisions = await Promise.all(
  Object.entries(edits).map(async ([name, edit], index) => {
    const spec = join(folder, `${index}.yaml`);
    writeFileSync(spec, edit(embedded));
    return { name, prepared: await prepare({ spec }), preparedExam: await prepareExam(spec) };
  }),
);

const contraries: Readonly<Partial<Record<ShownVerdict["state"], string>>> = {
  conforms: "fail",
  breaks: "pass",
};

/** What each verdict of an exam is to the evidence of it. */
const expectedStates: Readonly<Record<string, ShownVerdict["state"]>> = {
  pass: "conforms",
  fail: "breaks",
  untested: "unknown",
  inconclusive: "unknown",
  "not-applicable": "none",
  skipped: "none",
};

/** Only a run sends the new status, which is a second mistake to a server that does not know it. */
function isExplained(server: string, requirement: string): boolean {
  return server.startsWith("two-faults-") && (requirement === "CREATE-6" || requirement === "CREATE-8");
}

const clients = Object.entries(await loadClients());
// The same of the clients.
const examined = clients.filter((_, index) => index % Math.floor(clients.length / 20) === 0).slice(0, 20);

describe.each(examined)("a client: %s", (_, entry) => {
  const recorded = examRecording(entry).then((packed) =>
    readExamRecording(gunzipSync(packed).toString().trimEnd().split("\n")),
  );

  test.each(revisions)("by $name", async ({ preparedExam }) => {
    const shown = shownByExam(await recorded, preparedExam);
    const real = await playClient(runOf(entry.hooks), preparedExam);
    const found = new Map<string, string>(real.verdicts.map(({ id, verdict }) => [id, verdict]));
    expect(shown.some(({ state }) => state === "conforms" || state === "breaks")).toBe(true);
    const contradicted = shown
      .filter(({ id, state }) => state !== expectedStates[found.get(id) ?? ""])
      .map(({ id, state }) => `${id} ${state}, and in an exam ${found.get(id)}`);
    expect(contradicted).toEqual([]);
  });
});

// A part of the bed, faults and variants as they come.
const played = servers.filter((_, index) => index % 34 === 3).slice(0, 20);

describe.each(played.map((server) => [server.id, server] as const))("%s", (_, server) => {
  const recorded = recordedPlay(server, { profile: "standard" }).then(({ lines, run }) => ({
    recording: readRecording(lines),
    run,
  }));

  test.each(revisions)("by $name", async ({ prepared: other }) => {
    const { recording, run } = await recorded;
    const { options } = recording.start;
    const again = await judgeAgain(recording, { ...other, options, isCut: false });
    const real = await play(server, { ...other, options: { profile: "standard" } });
    const found = new Map<string, string>(real.verdicts.map(({ id, verdict }) => [id, verdict]));
    // A server that broke it already, or is declared to, may break it seldom, and not in every run.
    const failed = run.verdicts.flatMap(({ id, verdict }) => (verdict === "fail" ? id : []));
    const broke = new Set<string>([...failed, ...(server.fails ?? [])]);
    const shown = shownByRun(again, other.suite);
    expect(shown.some(({ state }) => state === "conforms" || state === "breaks")).toBe(true);
    const contradicted = shown
      .filter(({ id, level }) => level === "must" && !broke.has(id))
      .filter(({ id, state }) => found.get(id) === contraries[state] && !isExplained(server.id, id))
      .map(({ id, state }) => `${id} ${state}, and in a run ${found.get(id)}`);
    expect(contradicted).toEqual([]);
  });
});
