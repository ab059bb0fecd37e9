import { expect, test } from "vitest";
import { fieldsIn, withChanged } from "#testing/certificate/changed-fields.ts";
import {
  certificateOf,
  certified,
  kindsIn,
  recordedLines,
  recordingOf,
  verified,
} from "#testing/certificate/sample-certificate.ts";

const lines = await recordedLines();
const recording = recordingOf(lines);
const certificate = await certificateOf(recording);

test("under a certificate, no field of the evidence changes without a word", async () => {
  const places = [...Map.groupBy(fieldsIn(lines), ({ place }) => place).values()];
  expect(places.length).toBeGreaterThan(70);
  // Of each kind of field the first and the last.
  const fields = places.flatMap((all) => [...new Set([...all.slice(0, 1), ...all.slice(-1)])]);
  const unnoticed: string[] = [];
  for (const field of fields) {
    const found = await verified(certificate, recordingOf(withChanged(lines, field)));
    if (kindsIn(found)[0] !== "other-evidence") unnoticed.push(field.place);
  }
  expect(unnoticed).toEqual([]);
});

test("nor does a byte of the file, or how it is compressed", async () => {
  const changed = (at: number) => recording.map((byte, index) => (index === at ? byte ^ 1 : byte));
  const files = [
    ...Array.from({ length: 64 }, (_, nth) => changed(Math.floor((nth * recording.length) / 64))),
    Buffer.concat([recording, Buffer.from([0])]),
    recording.subarray(0, -1),
    Buffer.from(`${lines.join("\n")}\n`),
  ];
  for (const file of files)
    expect(kindsIn(await verified(certificate, Buffer.from(file)))).toEqual(["other-evidence"]);
});

test("one status that was changed before it was certified is no certificate: the run named its verdicts", async () => {
  const refusals = fieldsIn(lines).filter(({ place }) => place === "exchange.exchange.outcome.answer.status");
  const [status] = refusals.slice(-3);
  const changed = recordingOf(withChanged(lines, status ?? expect.fail("no status"), () => 418));
  expect(await certified(changed, { name: "Sample 1.0" })).toHaveProperty("obstacles");
  const [verdict = expect.fail("no verdict")] = fieldsIn(lines).filter(
    ({ place }) => place === "verdicts.verdicts[].verdict",
  );
  const made = await certified(recordingOf(withChanged(lines, verdict, () => "fail")), {
    name: "Sample 1.0",
  });
  expect("obstacles" in made && made.obstacles).toEqual([
    expect.stringMatching(/^Its recording gives other verdicts than the run did: \w+-\d+\.$/),
  ]);
});
