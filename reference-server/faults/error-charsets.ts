import { servers } from "../bed-server.ts";
import type { Hooks } from "../hooks/hooks.ts";

/** The body of every answer that `isMeant` names, in Latin-1. */
function inLatin1(isMeant: (status: number) => boolean, message?: string) {
  return (correct: Hooks): Partial<Hooks> => ({
    errorResponse: (status, text, call, headers) => {
      const response = correct.errorResponse(status, message ?? text, call, headers);
      if (!isMeant(status)) return correct.errorResponse(status, text, call, headers);
      return { ...response, body: Buffer.from(Buffer.from(response.body).toString("utf8"), "latin1") };
    },
  });
}

/** What was sent and is no status, as a message repeats it. */
const unknownStatus = /(?:status=|"status":\s*")([^"&]*)/;

export default servers({
  "errors-in-latin-1": {
    title: "writes its messages in Latin-1",
    fails: ["ERR-5"],
    warns: ["ERR-6"],
    idiom: "source file and messages in ISO 8859-1",
    hooks: inLatin1(() => true, "Requête refusée."),
  },
  "not-found-in-latin-1": {
    title: "writes the message of a 404 in Latin-1, and says so",
    fails: ["ERR-5"],
    warns: ["ERR-6"],
    idiom: "messages translated after the rest",
    hooks: (correct) => ({
      petNotFound: (call) => {
        const { body, ...response } = correct.errorResponse(404, "Animal non trouvé.", call, []);
        return {
          ...response,
          headers: [["Content-Type", "application/json; charset=iso-8859-1"]],
          body: Buffer.from(Buffer.from(body).toString("utf8"), "latin1"),
        };
      },
    }),
  },
  "repeats-in-latin-1": {
    title: "repeats an unknown status in Latin-1",
    fails: ["ERR-5"],
    idiom: "default charset of the platform",
    hooks: (correct) => ({
      refused: (refusal, call) => {
        const sent = `${decodeURIComponent(call.request.target)} ${Buffer.from(call.request.body).toString("utf8")}`;
        const [, value] = unknownStatus.exec(sent) ?? [];
        if (refusal.status !== 400 || value === undefined) return correct.refused(refusal, call);
        const response = correct.errorResponse(400, `${value} is no status.`, call, []);
        return { ...response, body: Buffer.from(Buffer.from(response.body).toString("utf8"), "latin1") };
      },
    }),
  },
  "unknown-status-beyond-ascii-500": {
    title: "fails with 500 where a body's status has letters beyond ASCII",
    fails: ["CREATE-7", "HTTP-2"],
    idiom: "message encoded as ASCII",
    hooks: (correct) => ({
      validateStatus: (value, call) => {
        if (typeof value === "string" && /[^\x20-\x7e]/.test(value)) throw new Error("UnicodeEncodeError");
        return correct.validateStatus(value, call);
      },
    }),
  },
});
