import { servers } from "../bed-server.ts";
import { Refusal } from "../refusal.ts";

export default servers({
  "names-in-latin-1": {
    title: "stores characters beyond Latin-1 as question marks",
    fails: ["CREATE-17"],
    warns: ["CREATE-18"],
    idiom: "column in Latin-1",
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).replace(/[\u0100-\u{10ffff}]/gu, "?"),
    }),
  },
  "names-in-ascii": {
    title: "drops every character beyond ASCII from names",
    fails: ["CREATE-17"],
    warns: ["CREATE-18"],
    idiom: "encode('ascii', 'ignore')",
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).replace(/[^ -~]/g, "") || "pet",
    }),
  },
  "names-of-one-character": {
    title: "rejects names of one character",
    fails: ["CREATE-1"],
    profile: "thorough",
    idiom: "minLength: 2",
    hooks: (correct) => ({
      validateName: (value, call) => {
        const name = correct.validateName(value, call);
        if (name.length === 1) throw new Refusal(400, "name is too short.");
        return name;
      },
    }),
  },
  "names-falsy": {
    title: "stores a name that its language takes for false as unknown",
    fails: ["CREATE-4"],
    profile: "thorough",
    idiom: "empty() of PHP",
    hooks: (correct) => ({
      validateName: (value, call) => {
        const name = correct.validateName(value, call);
        return name === "0" ? "unknown" : name;
      },
    }),
  },
  "names-typed-in-lists": {
    title: "lists a name of digits as a number",
    fails: ["LIST-1"],
    profile: "thorough",
    idiom: "store that guesses types, as of CSV or YAML",
    hooks: (correct) => ({
      listBody: (pets, call) =>
        pets.map((pet) => {
          const shown = correct.serialisePet(pet, call);
          return /^\d{1,15}$/.test(pet.name) ? { ...shown, name: BigInt(pet.name) } : shown;
        }),
    }),
  },
  "names-null-in-lists": {
    title: "lists the name null as null",
    fails: ["LIST-1"],
    profile: "thorough",
    idiom: "store that guesses types, as of CSV or YAML",
    hooks: (correct) => ({
      listBody: (pets, call) =>
        pets.map((pet) => {
          const shown = correct.serialisePet(pet, call);
          return pet.name === "null" ? { ...shown, name: null } : shown;
        }),
    }),
  },
  "names-without-leading-zeros": {
    title: "removes zeros before the numbers in names",
    fails: ["CREATE-4"],
    idiom: "words of digits taken for numbers",
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).replace(/ 0+(?=\d)/g, " "),
    }),
  },
  "names-with-short-numbers": {
    title: "removes zeros behind the fractions in names",
    fails: ["CREATE-4"],
    idiom: "words of digits taken for numbers",
    hooks: (correct) => ({
      validateName: (value, call) =>
        correct.validateName(value, call).replace(/ (\d+\.\d+?)0+(?!\d)/g, " $1"),
    }),
  },
  "names-without-accents": {
    title: "removes the accents from names",
    fails: ["CREATE-17"],
    warns: ["CREATE-18"],
    hooks: (correct) => ({
      validateName: (value, call) =>
        correct
          .validateName(value, call)
          .normalize("NFD")
          .replace(/\p{Mn}/gu, ""),
    }),
  },
  "names-double-encoded": {
    title: "reads the UTF-8 of names as Latin-1",
    fails: ["CREATE-17"],
    warns: ["CREATE-11", "CREATE-18"],
    idiom: "bytes decoded twice",
    hooks: () => ({ decodeBody: (body) => Buffer.from(body).toString("latin1") }),
  },
  "names-without-astral": {
    title: "drops characters beyond the basic plane from names",
    fails: ["CREATE-17"],
    idiom: "MySQL's three-byte utf8 without strict mode",
    hooks: (correct) => ({
      validateName: (value, call) =>
        correct.validateName(value, call).replace(/[\u{10000}-\u{10ffff}]/gu, ""),
    }),
  },
  "names-html-escaped": {
    title: "escapes names for HTML before it stores them",
    fails: ["CREATE-17"],
    idiom: "htmlspecialchars on input",
    hooks: (correct) => ({
      validateName: (value, call) =>
        correct
          .validateName(value, call)
          .replaceAll("&", "&amp;")
          .replaceAll("<", "&lt;")
          .replaceAll('"', "&quot;")
          .replaceAll("'", "&#39;"),
    }),
  },
  "names-without-backslashes": {
    title: "drops backslashes from names",
    fails: ["CREATE-17"],
    idiom: "stripslashes",
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).replaceAll("\\", ""),
    }),
  },
  "names-plus-as-blank": {
    title: "reads names as form data, with plus as a space and percent codes",
    fails: ["CREATE-17"],
    idiom: "urldecode on JSON",
    hooks: (correct) => ({
      validateName: (value, call) =>
        correct
          .validateName(value, call)
          .replaceAll("+", " ")
          .replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    }),
  },
  "names-with-single-blanks": {
    title: "makes one space of several in a name",
    fails: ["CREATE-17"],
    idiom: "squish on input",
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).replace(/ {2,}/g, " "),
    }),
  },
  "names-typeset": {
    title: "turns straight quotes, dashes and dots in names into those of a typesetter",
    fails: ["CREATE-17"],
    idiom: "smart punctuation",
    profile: "thorough",
    hooks: (correct) => ({
      validateName: (value, call) =>
        correct
          .validateName(value, call)
          .replace(/(\s)"(.+?)"/g, "$1\u201c$2\u201d")
          .replaceAll(" -- ", " \u2014 ")
          .replaceAll("...", "\u2026"),
    }),
  },
  "names-with-plain-blanks": {
    title: "replaces no-break spaces in names with ordinary ones",
    fails: ["CREATE-17"],
    idiom: "replacement of U+00A0",
    profile: "thorough",
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).replaceAll("\u00a0", " "),
    }),
  },
  "names-normalised": {
    title: "stores names in Unicode's composed form",
    warns: ["CREATE-18"],
    profile: "thorough",
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).normalize("NFC"),
    }),
  },
  "names-decoded": {
    title: "decodes character references in names",
    fails: ["CREATE-17"],
    idiom: "html_entity_decode on input",
    hooks: (correct) => ({
      validateName: (value, call) =>
        correct
          .validateName(value, call)
          .replace(/&#(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code))),
    }),
  },
  "names-unescaped-twice": {
    title: "reads escapes in names a second time",
    fails: ["CREATE-17"],
    idiom: "stripcslashes",
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).replaceAll("\\n", "\n"),
    }),
  },
  "names-formatted": {
    title: "reads names as formats",
    fails: ["CREATE-17"],
    idiom: "printf(name)",
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).replaceAll("%s", "undefined"),
    }),
  },
  "names-without-joiners": {
    title: "drops characters of no width from names",
    fails: ["CREATE-17"],
    idiom: "protection against invisible text",
    profile: "thorough",
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).replace(/[\u200b-\u200f]/g, ""),
    }),
  },
  "names-case-folded": {
    title: "writes letters without a capital as two",
    fails: ["CREATE-17"],
    idiom: "case folding of what is stored",
    profile: "thorough",
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).replaceAll("ß", "ss"),
    }),
  },
  "names-without-flags": {
    title: "drops the letters of flags from names",
    fails: ["CREATE-17"],
    idiom: "emoji filtered by a table",
    profile: "thorough",
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).replace(/[\u{1f1e6}-\u{1f1ff}]/gu, ""),
    }),
  },
});
