import { escapeLevels } from "./looks.ts";

/** A text by which a secret is found, and how much of it in a row is enough. */
export interface SecretForm {
  readonly text: string;
  readonly least: number;
  /** In base64 the neighbours of the first and the last character may hold some bits of the secret, too. */
  readonly sharesFirst: boolean;
  readonly sharesLast: boolean;
}

/** A shorter part of a secret would turn up by chance. */
export const shortestPart = 8;

/** So much of a long secret is enough, even if it is less than half of it. */
const longestLeast = 32;

/** A base64 run shorter than this says too little to be looked for. */
const shortestBase64 = 4;

/**
 * The forms in which a service, a proxy or a report writer is known to repeat a secret, without their escapes, which
 * `looksAt` undoes, and in any letter case: as it is, backwards, its bytes in hex, in base64 behind any other bytes, and its
 * UTF-8 read as Latin-1. Its bytes are those of UTF-8 or UTF-16 (of either order: the bytes within are the same).
 */
export function formsOf(secret: string): readonly SecretForm[] {
  const bytes = Buffer.from(secret, "utf8");
  // A part of a short secret might turn up by chance: one of less than 16 characters must occur whole.
  const plain = secret.length < 2 * shortestPart ? secret.length : shortestPart;
  const asLatin1 = [secret, secret.toLowerCase(), secret.toUpperCase()].map((text) =>
    Buffer.from(text, "utf8").toString("latin1"),
  );
  return [
    ...escapeLevels(secret).map((text) => formOf(text, plain)),
    ...(bytes.length === secret.length ? [] : asLatin1.map((text) => formOf(text, plain))),
    formOf([...secret].reverse().join(""), shortestPart),
    ...[bytes, Buffer.from(secret, "utf16le")].flatMap((encoded) => [
      formOf(encoded.toString("hex"), 2 * shortestPart),
      ...[0, 1, 2].flatMap((before) => base64Form(encoded, before)),
    ]),
  ].filter(({ text }) => text !== "");
}

function formOf(text: string, shortest: number): SecretForm {
  const half = Math.min(longestLeast, Math.ceil(text.length / 2));
  const least = Math.min(text.length, Math.max(shortest, half));
  return { text, least, sharesFirst: false, sharesLast: false };
}

/** The characters of a base64 text (RFC 4648) that these bytes alone decide when `before` bytes (modulo 3) stand in front of them. */
function base64Form(bytes: Buffer, before: number): SecretForm[] {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const from = Math.ceil((before * 8) / 6);
  const to = Math.floor(((before + bytes.length) * 8) / 6);
  if (to - from < shortestBase64) return [];
  const form = formOf(text.slice(from, to), shortestPart);
  return [{ ...form, sharesFirst: from > 0, sharesLast: to < text.length }];
}
