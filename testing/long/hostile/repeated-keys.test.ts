import { describe, expect, test } from "vitest";
import type { ReferenceServerOptions } from "#reference-server/server.ts";
import { judgedFromRecording, recordedPlay } from "#testing/evidence/recorded-play.ts";
import { formsFound } from "#testing/hostile/key-forms.ts";
import { correct, prepared } from "#testing/proof/bed.ts";
import { answersOf, bodyOf, withBody } from "#testing/reference-server/handlers.ts";

/** With how many of the places. */
const keys = {
  "a text": ["conformance-key-5f2c9a7d41", 8],
  "a number": ["41234567890123", 5],
  "a number beyond 64 bits": ["9641753086429753197", 1],
  "JSON text": ['{"a":["bcdefgh",true,12345678]}', 5],
} as const;

// Servers that repeat the key where it matters to judging: their recordings have none of it, and show nothing else.

const listed = (text: string, to: string) => text.replace(/"id":\d+/, () => `"id":${to}`);
const error = (text: string, member: string, to: string) =>
  text.replace(new RegExp(`"${member}":(?:"[^"]*"|\\d+)`), () => `"${member}":${to}`);

const places: Readonly<Record<string, (text: string, key: string) => string>> = {
  "the id of a pet": (text, key) => listed(text, key),
  "the status of an Error": (text, key) => error(text, "status", key),
  "the message of an Error": (text, key) => error(text, "message", key),
  "a text, as the code of an Error": (text, key) => error(text, "code", JSON.stringify(key)),
  "a text, where a number is due": (text, key) => listed(text, JSON.stringify(key)),
  "the name of a member, in two forms": (text, key) =>
    text.replace("{", () => `{${JSON.stringify(key)}:1,${JSON.stringify(key.toUpperCase())}:2,`),
  "the name of a pet, escaped": (text, key) =>
    text.replace(/"name":"[^"]*"/, () => `"name":"${key.replaceAll(/./g, escaped)}"`),
  "the name of a pet, in base64": (text, key) =>
    text.replace(/"name":"[^"]*"/, () => `"name":"${Buffer.from(key).toString("base64")}"`),
};

/** The correct server, each body edited. */
const editing = (edit: (text: string) => string) => (options: ReferenceServerOptions) =>
  answersOf(options, (answer) => withBody(answer, edit(bodyOf(answer))));

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

describe.each(Object.entries(keys))("a key that is %s, repeated as", (_, [key, count]) => {
  test.each(Object.entries(places).slice(0, count))("%s", async (_, edit) => {
    const serve = editing((text) => edit(text, key));
    const played = await recordedPlay(correct, prepared, { serve, key, profile: "quick" });
    expect(formsFound(played.lines.join("\n"), key)).toEqual([]);
    const { unlike, redacted } = await judgedFromRecording(played, prepared);
    expect(unlike).toEqual([]);
    expect(redacted).toBeGreaterThan(0);
  });
});
