import { alike } from "#reference-server/bed-server.ts";
import { after, around, instead, replaced } from "#reference-server/fault-parts.ts";
import { leadsTo } from "#reference-server/hooks/call.ts";
import { type ServerResponse, withHeader } from "#reference-server/message.ts";

function inLatin1(response: ServerResponse): ServerResponse {
  return { ...response, body: Buffer.from(Buffer.from(response.body).toString("utf8"), "latin1") };
}

/** An invalid status that was sent, as a message repeats it. */
const unknownStatus = /(?:status=|"status":\s*")([^"&]*)/;

export default alike({ fails: ["ERR-5"], warns: ["ERR-6"] })({
  "errors-in-latin-1": {
    title: "writes its messages in Latin-1",
    idiom: "source file and messages in ISO 8859-1",
    hooks: around("errorResponse", (correctly, status, _message, call, headers) =>
      inLatin1(correctly(status, "Requête refusée.", call, headers)),
    ),
  },
  "not-found-in-latin-1": {
    title: "writes the message of a 404 in Latin-1, and says so",
    idiom: "messages translated after the rest",
    hooks: replaced("petNotFound", (call) => ({
      ...inLatin1(call.hooks.errorResponse(404, "Animal non trouvé.", call, [])),
      headers: [["Content-Type", "application/json; charset=iso-8859-1"]],
    })),
  },
  "repeats-in-latin-1": {
    title: "repeats an unknown status in Latin-1",
    warns: [],
    idiom: "default charset of the platform",
    hooks: instead("refused", ({ status }, call) => {
      const sent = `${decodeURIComponent(call.request.target)} ${Buffer.from(call.request.body).toString("utf8")}`;
      const [, value] = unknownStatus.exec(sent) ?? [];
      if (status !== 400 || value === undefined) return undefined;
      return inLatin1(call.hooks.errorResponse(400, `${value} is no status.`, call, []));
    }),
  },
  "everything-as-html": {
    title: "sends every body as text/html",
    fails: ["HTTP-3", "ERR-5"],
    idiom: "default type of PHP and CGI",
    hooks: replaced("respond", (response) =>
      withHeader(response, "content-type", "text/html; charset=UTF-8"),
    ),
  },
  "list-without-content-type": {
    title: "sends the list without a Content-Type",
    warns: [],
    fails: ["HTTP-3", "ERR-5"],
    hooks: replaced("respond", (response, call) =>
      leadsTo(call, "listPets") ? withHeader(response, "content-type", undefined) : response,
    ),
  },
  "error-as-problem": {
    title: "sends errors as application/problem+json",
    idiom: "RFC 9457 label from the framework",
    hooks: () => ({ errorContentType: () => "application/problem+json" }),
  },
  "error-as-text": {
    title: "sends errors as text/plain",
    idiom: "http.Error sets the type after it was set",
    hooks: () => ({ errorContentType: () => "text/plain; charset=utf-8" }),
  },
  "not-found-as-html": {
    title: "sends the Error of a 404 as text/html",
    hooks: after("errorContentType", (right, status) => (status === 404 ? "text/html" : right)),
  },
  "unauthorized-without-content-type": {
    title: "sends a 401 without a Content-Type",
    warns: [],
    hooks: after("unauthorized", (answer) => withHeader(answer, "content-type", undefined)),
  },
});
