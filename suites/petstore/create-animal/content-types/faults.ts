import { servers } from "#reference-server/bed-server.ts";
import { around, crashing, instead } from "#reference-server/fault-parts.ts";
import { emptyResponse, headerValue, type ServerResponse } from "#reference-server/message.ts";

const isPlainJson = (label: string | undefined) => /^application\/json *(;|$)/i.test(label ?? "");

/** Answers so to a create with another Content-Type. */
const onOther = (answer: ServerResponse) =>
  instead("createPet", ({ request }) =>
    isPlainJson(headerValue(request, "content-type")) ? undefined : answer,
  );

export default servers({
  "other-label-500": {
    title: "fails with 500 on a body with another Content-Type",
    fails: ["CREATE-12", "HTTP-2"],
    idiom: "req.body is undefined",
    hooks: crashing("isJsonContentType", (label) => !isPlainJson(label)),
  },
  "no-label-500": {
    title: "fails with 500 on a body without a Content-Type",
    fails: ["CREATE-12", "HTTP-2"],
    idiom: "contentType.split on null",
    hooks: crashing("isJsonContentType", (label) => label === undefined),
  },
  "other-label-204": {
    title: "answers 204 to a body with another Content-Type and stores nothing",
    fails: ["CREATE-12"],
    hooks: onOther(emptyResponse(204)),
  },
  "other-label-redirects": {
    title: "redirects where the Content-Type is another",
    fails: ["CREATE-12"],
    hooks: onOther(emptyResponse(302, [["Location", "/v1/pets"]])),
  },
  "no-body-stored": {
    title: "stores a pet of defaults where a create has neither a body nor a Content-Type",
    fails: ["CREATE-12"],
    idiom: "a body that is validated only if its Content-Type is JSON",
    hooks: around("createPet", (correctly, call) => {
      const { headers, body } = call.request;
      if (body.length > 0 || headerValue(call.request, "content-type") !== undefined) return correctly(call);
      const json: readonly [string, string] = ["Content-Type", "application/json"];
      const filled = new TextEncoder().encode('{"name":"unnamed","categoryId":1}');
      return correctly({ ...call, request: { ...call.request, headers: [...headers, json], body: filled } });
    }),
  },
  "refuses-charset": {
    title: "rejects application/json with a charset",
    warns: ["CREATE-13"],
    idiom: "contentType === 'application/json'",
    hooks: () => ({ isJsonContentType: (label) => label?.toLowerCase() === "application/json" }),
  },
  "refuses-capitals": {
    title: "rejects Application/JSON",
    warns: ["CREATE-13"],
    profile: "thorough",
    idiom: "comparison of labels by bytes",
    hooks: () => ({ isJsonContentType: (label) => /^application\/json *(;|$)/.test(label ?? "") }),
  },
  "multipart-label-500": {
    title: "fails with 500 on a body with the Content-Type multipart/form-data",
    fails: ["CREATE-12", "HTTP-2"],
    profile: "thorough",
    idiom: "boundary not found",
    hooks: crashing("isJsonContentType", (label) => label?.startsWith("multipart/") === true),
  },
});
