import { alike } from "#reference-server/bed-server.ts";
import { after, before, instead } from "#reference-server/fault-parts.ts";
import { headerValue } from "#reference-server/message.ts";

export default alike({ fails: ["CREATE-17"] })({
  "names-in-latin-1": {
    title: "stores characters beyond Latin-1 as question marks",
    warns: ["CREATE-18"],
    idiom: "column in Latin-1",
    hooks: after("validateName", (name) => name.replace(/[\u0100-\u{10ffff}]/gu, "?")),
  },
  "names-in-ascii": {
    title: "drops every character beyond ASCII from names",
    warns: ["CREATE-18"],
    idiom: "encode('ascii', 'ignore')",
    hooks: after("validateName", (name) => name.replace(/[^ -~]/g, "") || "pet"),
  },
  "names-without-accents": {
    title: "removes the accents from names",
    warns: ["CREATE-18"],
    hooks: after("validateName", (name) => name.normalize("NFD").replace(/\p{Mn}/gu, "")),
  },
  "names-double-encoded": {
    title: "reads the UTF-8 of names as Latin-1",
    warns: ["CREATE-11", "CREATE-18"],
    idiom: "bytes decoded twice",
    hooks: () => ({ decodeBody: (body) => Buffer.from(body).toString("latin1") }),
  },
  "names-without-astral": {
    title: "drops characters beyond the basic plane from names",
    idiom: "MySQL's three-byte utf8 without strict mode",
    hooks: after("validateName", (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, "")),
  },
  "names-html-escaped": {
    title: "escapes names for HTML before it stores them",
    idiom: "htmlspecialchars on input",
    hooks: after("validateName", (name) =>
      name
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&#39;"),
    ),
  },
  "names-interpolated": {
    title: "treats a dollar sign and braces in a name as a placeholder",
    idiom: "name rendered as a template",
    hooks: after("validateName", (name) => name.replace(/\$\{[^}]*\}/g, "")),
  },
  "names-as-templates": {
    title: "treats doubled braces in a name as a placeholder",
    profile: "thorough",
    idiom: "name rendered by Mustache or Jinja",
    hooks: after("validateName", (name) => name.replace(/\{\{[^}]*\}\}/g, "")),
  },
  "names-without-backslashes": {
    title: "drops backslashes from names",
    idiom: "stripslashes",
    hooks: after("validateName", (name) => name.replaceAll("\\", "")),
  },
  "names-plus-as-blank": {
    title: "reads names as form data, with plus as a space and percent codes",
    fails: ["CREATE-17", "CREATE-4"],
    idiom: "urldecode on JSON",
    hooks: after("validateName", (name) =>
      name
        .replaceAll("+", " ")
        .replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    ),
  },
  "names-with-single-blanks": {
    title: "replaces several spaces in a name with one",
    idiom: "squish on input",
    hooks: after("validateName", (name) => name.replace(/ {2,}/g, " ")),
  },
  "names-typeset": {
    title: "turns straight quotes, dashes and dots in names into typographic ones",
    idiom: "smart punctuation",
    profile: "thorough",
    hooks: after("validateName", (name) =>
      name
        .replace(/(\s)"(.+?)"/g, "$1\u201c$2\u201d")
        .replaceAll(" -- ", " \u2014 ")
        .replaceAll("...", "\u2026"),
    ),
  },
  "names-with-plain-blanks": {
    title: "replaces no-break spaces in names with ordinary ones",
    idiom: "replacement of U+00A0",
    profile: "thorough",
    hooks: after("validateName", (name) => name.replaceAll("\u00a0", " ")),
  },
  "names-normalised": {
    title: "stores names in Unicode's composed form",
    fails: [],
    warns: ["CREATE-18"],
    profile: "thorough",
    hooks: after("validateName", (name) => name.normalize("NFC")),
  },
  "names-decoded": {
    title: "decodes character references in names",
    idiom: "html_entity_decode on input",
    hooks: after("validateName", (name) =>
      name.replace(/&#(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code))),
    ),
  },
  "names-unescaped-twice": {
    title: "reads escapes in names a second time",
    idiom: "stripcslashes",
    hooks: after("validateName", (name) => name.replaceAll("\\n", "\n")),
  },
  "names-formatted": {
    title: "treats names as format strings",
    idiom: "printf(name)",
    hooks: after("validateName", (name) => name.replaceAll("%s", "undefined")),
  },
  "names-without-joiners": {
    title: "drops zero-width characters from names",
    idiom: "protection against invisible text",
    hooks: after("validateName", (name) => name.replace(/[\u200b-\u200f]/g, "")),
  },
  "names-case-folded": {
    title: "writes a letter that has no capital, such as ß, as two",
    idiom: "case folding of what is stored",
    profile: "thorough",
    hooks: after("validateName", (name) => name.replaceAll("ß", "ss")),
  },
  "names-without-flags": {
    title: "drops the letters of flags from names",
    idiom: "emoji filtered by a table",
    hooks: after("validateName", (name) => name.replace(/[\u{1f1e6}-\u{1f1ff}]/gu, "")),
  },
  "name-signs-stripped": {
    title: "strips brackets, stars, number signs and the like from names",
    fails: ["CREATE-4", "CREATE-17"],
    idiom: "home-made protection against injection",
    hooks: after("validateName", (name) => name.replace(/[()[\]!?@#=*|^~]/g, "")),
  },
  "escaped-pairs-lost": {
    title: "reads a character that is escaped as a surrogate pair as two that it does not know",
    idiom: "home-made JSON reader",
    hooks: before("parseBody", (text) =>
      text.replace(/\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi, "\\ufffd\\ufffd"),
    ),
  },
  "charset-misread": {
    title: "reads a body as Latin-1 where its Content-Type has a charset",
    idiom: "charset assumed from its presence",
    hooks: instead("decodeBody", (body, { request }) =>
      /charset/i.test(headerValue(request, "content-type") ?? "")
        ? Buffer.from(body).toString("latin1")
        : undefined,
    ),
  },
  "names-with-placeholders": {
    title: "fills in a question mark in a name as if it were a placeholder",
    idiom: "values written into the text of a query that is prepared afterwards",
    hooks: after("validateName", (name) => name.replaceAll("?", "NULL")),
  },
});
