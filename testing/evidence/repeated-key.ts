import { expect, test } from "vitest";
import type { ReferenceServerOptions } from "#reference-server/server.ts";
import { formsFound } from "../hostile/key-forms.ts";
import { correct, prepared } from "../proof/bed.ts";
import { answersOf, bodyOf, withBody } from "../reference-server/handlers.ts";
import { judgedFromRecording, recordedPlay } from "./recorded-play.ts";

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

/** The tests of one key in the first of the places. */
export function testRepeatedKey(key: string, count: number): void {
  test.each(Object.entries(places).slice(0, count))("%s", async (_, edit) => {
    const serve = editing((text) => edit(text, key));
    const played = await recordedPlay(correct, prepared, { serve, key, profile: "quick" });
    expect(formsFound(played.lines.join("\n"), key)).toEqual([]);
    const { unlike, redacted } = await judgedFromRecording(played, prepared);
    expect(unlike).toEqual([]);
    expect(redacted).toBeGreaterThan(0);
  });
}
