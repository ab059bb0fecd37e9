import { servers } from "../bed-server.ts";
import { leadsTo } from "../hooks/call.ts";

export default servers({
  "byte-order-mark": {
    title: "begins every body with a byte order mark",
    warns: ["HTTP-4"],
    idiom: "editor's or framework's UTF-8 with signature",
    hooks: (correct) => ({ encodeJson: (value, call) => `\ufeff${correct.encodeJson(value, call)}` }),
  },
  "name-twice": {
    title: "has the field `name` twice in each pet",
    warns: ["HTTP-4"],
    idiom: "base class and subclass both write it",
    hooks: (correct) => ({
      encodeJson: (value, call) => correct.encodeJson(value, call).replaceAll('"name":', '"name":"","name":'),
    }),
  },
  "error-code-twice": {
    title: "names the code of an Error twice",
    warns: ["HTTP-4"],
    hooks: (correct) => ({
      encodeJson: (value, call) =>
        correct.encodeJson(value, call).replace('{"code":', '{"code":"error","code":'),
    }),
  },
  "list-with-trailing-comma": {
    title: "writes a comma behind the last listed pet",
    fails: ["LIST-1"],
    idiom: "JSON written by a template",
    hooks: (correct) => ({
      encodeJson: (value, call) => correct.encodeJson(value, call).replace(/\}\]$/, "},]"),
    }),
  },
  "list-as-json-lines": {
    title: "writes one pet a line without an array",
    fails: ["LIST-1"],
    idiom: "stream of records",
    hooks: (correct) => ({
      encodeJson: (value, call) =>
        Array.isArray(value) && leadsTo(call, "listPets")
          ? value.map((pet) => correct.encodeJson(pet, call)).join("\n")
          : correct.encodeJson(value, call),
    }),
  },
  "names-not-escaped": {
    title: "writes quotation marks in names without escaping them",
    fails: ["LIST-1", "CREATE-2"],
    idiom: "JSON written by a template",
    hooks: (correct) => ({
      encodeJson: (value, call) => correct.encodeJson(value, call).replaceAll('\\"', '"'),
    }),
  },
});
