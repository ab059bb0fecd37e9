import { expect, test } from "vitest";
import { EvidenceError } from "#certificate/judge-evidence.ts";
import { fieldsIn, withChanged } from "#testing/certificate/changed-fields.ts";
import {
  certificateOf,
  certified,
  recordedLines,
  recordingOf,
  statementIn,
  verified,
} from "#testing/certificate/sample-certificate.ts";

// What the one who signs can change in the recording before it is signed. Everything else is found, or stands in the
// certificate then.

const lines = await recordedLines({ seed: 5 });
const asked = { name: "Sample 1.0" };

/** What the certificate says, but for the digest of the recording. */
const said = (certificate: Buffer) =>
  JSON.stringify(statementIn(certificate), (_, value) => (value?.name === "recording" ? undefined : value));
const truth = said(await certificateOf(recordingOf(lines)));

async function isUnnoticed(changed: readonly string[]): Promise<boolean> {
  const recording = recordingOf(changed);
  try {
    const made = await certified(recording, asked);
    if ("obstacles" in made) return false;
    const certificate = Buffer.from(made.text);
    return (await verified(certificate, recording)).problems.length === 0 && said(certificate) === truth;
  } catch (error) {
    if (error instanceof EvidenceError) return false;
    throw error;
  }
}

/** By the clauses of `restsOnTheSigner`. */
const onTheSignersWord: Readonly<Record<string, readonly RegExp[]>> = {
  "the answers": [/^exchange\.exchange\.outcome\.answer\./],
  "how connections were used": [/\.(?:reusedConnection|inFlight)$/],
  "what it says of its own files and counts": [
    /^start\.judgedBy\.document\.source$/,
    /^start\.start\.(?:keyHasCase|target)$/,
    /^end\.end\.(?:endedBy$|played\[\])/,
  ],
};

test("what can change before it is signed is what certificate and page name as resting on the signer's word", async () => {
  const first = [...Map.groupBy(fieldsIn(lines), ({ place }) => place).values()].flatMap((all) => [
    // Of each kind of field one; of statuses all.
    ...(all[0]?.place.endsWith(".answer.status") === true ? all : all.slice(0, 1)),
  ]);
  const unnoticed = new Set<string>();
  for (const field of first) if (await isUnnoticed(withChanged(lines, field))) unnoticed.add(field.place);
  const unnamed = [...unnoticed].filter(
    (place) =>
      !Object.values(onTheSignersWord)
        .flat()
        .some((pattern) => pattern.test(place)),
  );
  expect(unnamed).toEqual([]);
  expect(unnoticed.size).toBeGreaterThan(5);
});
