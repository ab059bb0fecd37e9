import { servers } from "../bed-server.ts";

export default servers({
  "takes-comments": {
    title: "accepts comments in a body",
    warns: ["CREATE-11"],
    profile: "thorough",
    idiom: "JSON5 or a configuration parser",
    hooks: (correct) => ({
      parseBody: (text, call) =>
        correct.parseBody(text.replace(/\/\*.*?\*\/|\/\/[^\n"]*(?=\n|$)/gs, ""), call),
    }),
  },
  "takes-trailing-commas": {
    title: "accepts a comma after the last field",
    warns: ["CREATE-11"],
    profile: "thorough",
    hooks: (correct) => ({
      parseBody: (text, call) => correct.parseBody(text.replace(/,\s*\}\s*$/, "}"), call),
    }),
  },
  "takes-single-quotes": {
    title: "accepts strings in single quotes",
    warns: ["CREATE-11"],
    profile: "thorough",
    idiom: "body read by a YAML parser",
    hooks: (correct) => ({
      parseBody: (text, call) =>
        correct.parseBody(/^\s*\{\s*'/.test(text) ? text.replaceAll("'", '"') : text, call),
    }),
  },
  "takes-nan": {
    title: "accepts NaN and Infinity as numbers",
    warns: ["CREATE-11"],
    profile: "thorough",
    idiom: "Python's json module",
    hooks: (correct) => ({
      parseBody: (text, call) => correct.parseBody(text.replace(/:\s*-?(NaN|Infinity)\b/g, ":0"), call),
    }),
  },
  "takes-leading-zeros": {
    title: "accepts numbers with leading zeros",
    warns: ["CREATE-11"],
    profile: "thorough",
    hooks: (correct) => ({
      parseBody: (text, call) => correct.parseBody(text.replace(/:(\s*)0+(?=\d)/g, ":$1"), call),
    }),
  },
  "takes-text-after": {
    title: "ignores what follows the object",
    warns: ["CREATE-11"],
    profile: "thorough",
    idiom: "streaming decoder that stops after one value",
    hooks: (correct) => ({
      parseBody: (text, call) => correct.parseBody(/^\s*\{[^{}]*\}/.exec(text)?.[0] ?? text, call),
    }),
  },
  "takes-invalid-utf-8": {
    title: "replaces bytes that are not UTF-8",
    warns: ["CREATE-11"],
    profile: "thorough",
    idiom: "default decoder",
    hooks: () => ({ decodeBody: (body) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(body) }),
  },
  "takes-names-in-any-case": {
    title: "accepts field names in any letter case",
    warns: ["CREATE-11"],
    profile: "thorough",
    idiom: "Go's encoding/json",
    hooks: () => ({
      readMember: (body, name) =>
        Object.entries(body).findLast(([member]) => member.toLowerCase() === name.toLowerCase())?.[1],
    }),
  },
  "takes-numbers-that-round": {
    title: "accepts a fractional number that a double rounds to an integer",
    warns: ["CREATE-11"],
    profile: "thorough",
    idiom: "Number.isInteger after JSON.parse",
    hooks: (correct) => ({
      validateCategory: (value, call) =>
        correct.validateCategory(
          typeof value === "number" && Number.isInteger(value) ? BigInt(value) : value,
          call,
        ),
    }),
  },
});
