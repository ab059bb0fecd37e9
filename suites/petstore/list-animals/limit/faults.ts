import { alike, servers } from "#reference-server/bed-server.ts";
import { after, around, before, crashing, instead } from "#reference-server/fault-parts.ts";
import { jsonResponse } from "#reference-server/hooks/answers.ts";
import { emptyResponse, textResponse } from "#reference-server/message.ts";
import { answering } from "#reference-server/pet-parts.ts";

/** Reads some texts as limits of its own. */
const limitAs = (read: (text: string | undefined) => number | undefined) => instead("parseLimit", read);

const rightLimits = servers({
  "default-hundred": {
    title: "lists 100 animals where no limit is given",
    fails: ["LIST-2"],
    hooks: before("parseLimit", (text) => text ?? "100"),
  },
  "default-unlimited": {
    title: "lists all animals where no limit is given",
    fails: ["LIST-2", "LIST-5"],
    idiom: "if (limit) query.limit(limit)",
    hooks: limitAs((text) => (text === undefined ? Number.MAX_SAFE_INTEGER : undefined)),
  },
  "default-off-by-one": {
    title: "lists 21 animals where no limit is given",
    fails: ["LIST-2"],
    idiom: "off by one",
    hooks: before("parseLimit", (text) => text ?? "21"),
  },
  "default-of-one": {
    title: "lists one animal where no limit is given",
    warns: ["LIST-7"],
    idiom: "fetchmany() of Python without a size",
    hooks: before("parseLimit", (text) => text ?? "1"),
  },
  "one-more": {
    title: "lists one animal more than the limit",
    fails: ["LIST-2", "LIST-4", "LIST-5", "STATUS-2"],
    idiom: "the extra row that shows whether a page follows",
    hooks: around("page", (correctly, pets, limit, call) => correctly(pets, limit + 1, call)),
  },
  "limit-ignored": {
    title: "lists 20 animals whatever limit is given",
    fails: ["LIST-4", "STATUS-2"],
    warns: ["LIST-10"],
    hooks: after("parseLimit", () => 20),
  },
  "limit-ignored-entirely": {
    title: "lists every animal whatever limit is given",
    fails: ["LIST-2", "LIST-4", "LIST-5", "STATUS-2"],
    idiom: "parameter validated and then forgotten",
    hooks: () => ({ page: (pets) => pets }),
  },
  "limit-at-least-two": {
    title: "lists two animals for a limit of 1",
    fails: ["LIST-4", "STATUS-2"],
    hooks: around("page", (correctly, pets, limit, call) => correctly(pets, Math.max(2, limit), call)),
  },
  "refuses-the-maximum": {
    title: "rejects a limit of 100",
    fails: ["HTTP-2", "LIST-3"],
    idiom: "< in place of <=",
    hooks: before("parseLimit", (text) => (text === "100" ? "101" : text)),
  },
  "refuses-the-minimum": {
    title: "rejects a limit of 1",
    fails: ["HTTP-2", "LIST-3"],
    idiom: "> in place of >=",
    hooks: before("parseLimit", (text) => (text === "1" ? "0" : text)),
  },
  "limit-compared-as-text": {
    title: "compares limits as texts, and so rejects 2, 20 and 99",
    fails: ["HTTP-2", "LIST-3"],
    idiom: "comparison of strings",
    hooks: before("parseLimit", (text) => (text !== undefined && text > "100" ? "101" : text)),
  },
});

const pastTheMaximum = alike({ fails: ["LIST-5", "LIST-6"], stage: { seedPets: 130 } })({
  "zero-means-all": {
    title: "lists every animal for a limit of 0",
    idiom: "if (limit) for zero",
    hooks: limitAs((text) => (text === "0" ? Number.MAX_SAFE_INTEGER : undefined)),
  },
  "negative-from-the-end": {
    title: "lists all animals but one for a limit of -1",
    idiom: "slice(0, limit) with a negative limit",
    hooks: limitAs((text) => (text?.startsWith("-") ? Number(text) : undefined)),
  },
  "not-a-number-means-all": {
    title: "lists every animal where limit is not a number",
    idiom: "parseInt(...) || undefined",
    hooks: limitAs((text = "20") =>
      Number.isNaN(Number.parseInt(text, 10)) ? Number.MAX_SAFE_INTEGER : undefined,
    ),
  },
  "no-maximum": {
    title: "knows no maximum of limit",
    hooks: limitAs((text) => (Number(text) > 100 ? Number(text) : undefined)),
  },
  "maximum-off-by-one": {
    title: "accepts a limit of 101",
    idiom: "off by one",
    hooks: limitAs((text) => (text === "101" ? 101 : undefined)),
  },
  "clamps-to-110": {
    title: "cuts limits above 110 to 110",
    hooks: limitAs((text) => (Number(text) > 100 ? Math.min(110, Number(text)) : undefined)),
  },
});

const wrongLimits = alike({ fails: ["LIST-6"] })({
  "bad-limit-500": {
    title: "fails with 500 where limit is not a number",
    fails: ["HTTP-2", "LIST-6"],
    idiom: "parameter passed on to the database",
    hooks: crashing("parseLimit", (text) => text !== undefined && Number.isNaN(Number(text))),
  },
  "other-digits-500": {
    title: "fails with 500 for a limit of other digits than 0 to 9",
    fails: ["HTTP-2", "LIST-6"],
    profile: "thorough",
    idiom: "isdigit() before int() in Python",
    hooks: crashing("parseLimit", (text) => /^\p{No}+$/u.test(text ?? "")),
  },
  "negative-limit-500": {
    title: "fails with 500 for a negative limit",
    fails: ["HTTP-2", "LIST-6"],
    idiom: "LIMIT must not be negative",
    hooks: crashing("parseLimit", (text) => Number(text) < 0),
  },
  "bad-limit-redirects": {
    title: "redirects from a limit out of range to the default",
    hooks: instead("listPets", ({ query }) => {
      const limit = Number(query.get("limit") ?? 20);
      const isAllowed = limit >= 1 && limit <= 100;
      return isAllowed ? undefined : emptyResponse(302, [["Location", "/v1/pets?limit=20"]]);
    }),
  },
  "bad-limit-200-error": {
    title: "answers 200 with an Error body to a limit out of range",
    idiom: "always 200, the truth in the body",
    hooks: answering((error, call) =>
      jsonResponse(200, call.hooks.errorBody(400, error.message, call), call),
    ),
  },
  "bad-limit-200-text": {
    title: "answers 200 with a sentence to a limit out of range",
    idiom: "the error handler sets no status",
    hooks: answering((error) => textResponse(200, "application/json", error.message)),
  },
  "bad-limit-200-list": {
    title: "answers 200 with a list of one Error to a limit out of range",
    idiom: "a list of problems, and no status",
    hooks: answering((error, call) =>
      jsonResponse(200, [call.hooks.errorBody(400, error.message, call)], call),
    ),
  },
  "one-fewer": {
    title: "lists one animal fewer than the limit",
    fails: [],
    warns: ["LIST-7", "LIST-10"],
    untested: ["LIST-9", "STATUS-2"],
    idiom: "off by one",
    hooks: around("page", (correctly, pets, limit, call) => correctly(pets, limit - 1, call)),
  },
  "pages-before-it-filters": {
    title: "takes the first animals up to the limit and filters only those",
    fails: ["LIST-9"],
    warns: ["LIST-7", "LIST-10"],
    idiom: "filter applied in memory to one page of the query",
    hooks: around("visiblePets", (correctly, call) => {
      const limit = call.hooks.parseLimit(call.hooks.queryParameter("limit", call), call);
      return correctly(call).slice(0, limit);
    }),
  },
});

export default { ...rightLimits, ...pastTheMaximum, ...wrongLimits };
