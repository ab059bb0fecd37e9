import { servers } from "#reference-server/bed-server.ts";
import { after, around, asks, failing, made } from "#reference-server/fault-parts.ts";
import { jsonResponse } from "#reference-server/hooks/answers.ts";
import { leadsTo } from "#reference-server/hooks/call.ts";
import { Refusal } from "#reference-server/refusal.ts";

export default servers({
  "list-with-206": {
    title: "answers a list that is not the whole with 206",
    fails: ["HTTP-2", "LIST-1", "STATUS-1"],
    idiom: "partial content taken for paging",
    stage: { seedPets: 40 },
    hooks: after("listPets", (response, call) =>
      call.query.has("limit") || response.status !== 200 ? response : { ...response, status: 206 },
    ),
  },
  "empty-list-with-204": {
    title: "answers an empty list with 204",
    fails: ["HTTP-2", "LIST-1", "LIST-12"],
    idiom: "no rows means no content",
    stage: { seedPets: 0 },
    hooks: around("respond", (correctly, response, call) =>
      leadsTo(call, "listPets") && response.status === 200 && response.body.length === 2
        ? { ...response, status: 204, body: new Uint8Array() }
        : correctly(response, call),
    ),
  },
  "empty-list-with-404": {
    title: "answers an empty list with 404",
    fails: ["HTTP-2", "LIST-1", "LIST-12"],
    idiom: "no rows means not found",
    stage: { seedPets: 0 },
    hooks: failing("page", new Refusal(404, "No animals were found."), (pets) => pets.length === 0),
  },
  "list-with-trailing-comma": {
    title: "writes a comma after the last listed pet",
    fails: ["LIST-1"],
    idiom: "JSON written by a template",
    hooks: after("encodeJson", (text) => text.replace(/\}\]$/, "},]")),
  },
  "list-as-json-lines": {
    title: "writes one pet a line without an array",
    fails: ["LIST-1"],
    idiom: "stream of records",
    hooks: around("encodeJson", (correctly, value, call) =>
      Array.isArray(value) && leadsTo(call, "listPets")
        ? value.map((pet) => correctly(pet, call)).join("\n")
        : correctly(value, call),
    ),
  },
  "names-not-escaped": {
    title: "writes quotation marks in names without escaping them",
    fails: ["LIST-1", "CREATE-2"],
    idiom: "JSON written by a template",
    hooks: after("encodeJson", (text) => text.replaceAll('\\"', '"')),
  },
  "list-again-as-text": {
    title: "answers a list without parameters that was asked for before with a string of JSON",
    fails: ["LIST-1"],
    idiom: "cache of texts that are written as JSON again",
    hooks: made("listPets", (correct) => {
      let cached: string | undefined;
      return (call) => {
        if (!asks(call)) return correct.listPets(call);
        if (cached !== undefined) return jsonResponse(200, cached, call);
        const answer = correct.listPets(call);
        cached = new TextDecoder().decode(answer.body);
        return answer;
      };
    }),
  },
  "nan-for-no-status": {
    title: "writes NaN as the status of listed pets that have none",
    fails: ["LIST-1"],
    idiom: "to_json of a data frame",
    hooks: after("encodeJson", (text, value) =>
      Array.isArray(value) ? text.replace(/("categoryId":-?\d+)\}/g, '$1,"status":NaN}') : text,
    ),
  },
});
