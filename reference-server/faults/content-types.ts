import { servers } from "../bed-server.ts";
import { leadsTo } from "../hooks/call.ts";
import { withHeader } from "../message.ts";

export default servers({
  "list-as-text": {
    title: "sends the list as text/plain",
    fails: ["HTTP-3"],
    idiom: "send(JSON.stringify(pets))",
    hooks: (correct) => ({
      contentType: (call) => (leadsTo(call, "listPets") ? "text/plain" : correct.contentType(call)),
    }),
  },
  "created-as-html": {
    title: "sends a created pet as text/html",
    fails: ["HTTP-3"],
    idiom: "default type of a PHP script",
    hooks: (correct) => ({
      contentType: (call) =>
        leadsTo(call, "createPet") ? "text/html; charset=utf-8" : correct.contentType(call),
    }),
  },
  "pet-as-octets": {
    title: "sends one pet as application/octet-stream",
    fails: ["HTTP-3"],
    hooks: (correct) => ({
      contentType: (call) =>
        leadsTo(call, "getPet") ? "application/octet-stream" : correct.contentType(call),
    }),
  },
  "list-without-content-type": {
    title: "sends the list without a Content-Type",
    fails: ["HTTP-3", "ERR-5"],
    hooks: () => ({
      respond: (response, call) =>
        leadsTo(call, "listPets") ? withHeader(response, "content-type", undefined) : response,
    }),
  },
  "error-as-problem": {
    title: "sends errors as application/problem+json",
    fails: ["ERR-5"],
    warns: ["ERR-6"],
    idiom: "RFC 9457 label from the framework",
    hooks: () => ({ errorContentType: () => "application/problem+json" }),
  },
  "error-as-text": {
    title: "sends errors as text/plain",
    fails: ["ERR-5"],
    warns: ["ERR-6"],
    idiom: "http.Error sets the type after it was set",
    hooks: () => ({ errorContentType: () => "text/plain; charset=utf-8" }),
  },
  "not-found-as-html": {
    title: "sends the Error of a 404 as text/html",
    fails: ["ERR-5"],
    warns: ["ERR-6"],
    hooks: (correct) => ({
      errorContentType: (status, call) =>
        status === 404 ? "text/html" : correct.errorContentType(status, call),
    }),
  },
  "unauthorized-without-content-type": {
    title: "sends a 401 without a Content-Type",
    fails: ["ERR-5"],
    hooks: (correct) => ({
      unauthorized: (call) => withHeader(correct.unauthorized(call), "content-type", undefined),
    }),
  },
});
