import { servers } from "#reference-server/bed-server.ts";
import { Refusal } from "#reference-server/refusal.ts";

/** More pets than any limit asks for. */
const more = { seedPets: 120 } as const;

export default servers({
  "one-more-at-twenty": {
    title: "lists 21 animals for a limit of 20",
    fails: ["LIST-4"],
    idiom: "<= in place of < where the limit is the default",
    hooks: (correct) => ({
      page: (pets, limit, call) => correct.page(pets, call.query.get("limit") === "20" ? 21 : limit, call),
    }),
  },
  "one-more-in-the-middle": {
    title: "lists one animal more for limits that are neither 1 nor round",
    fails: ["LIST-4", "STATUS-2"],
    idiom: "a page read with one more, to know whether there is another, and not cut where a cache answers",
    hooks: (correct) => ({
      page: (pets, limit, call) =>
        correct.page(pets, limit > 1 && limit % 10 !== 0 ? limit + 1 : limit, call),
    }),
  },
  "two-digit-limits-rejected": {
    title: "rejects limits of two digits",
    fails: ["HTTP-2", "LIST-3"],
    idiom: "regular expression ^([1-9]|100)$",
    hooks: (correct) => ({
      parseLimit: (text, call) => {
        if (text?.length === 2) throw new Refusal(400, "limit must be from 1 to 100.");
        return correct.parseLimit(text, call);
      },
    }),
  },
  "limits-above-the-default-rejected": {
    title: "rejects limits from 21 to 99",
    fails: ["HTTP-2", "LIST-3"],
    idiom: "choice of page sizes taken for the bounds",
    hooks: (correct) => ({
      parseLimit: (text, call) => {
        if (Number(text) > 20 && Number(text) < 100) throw new Refusal(400, "limit is not a page size.");
        return correct.parseLimit(text, call);
      },
    }),
  },
  "limits-above-the-default-ignored": {
    title: "lists up to 100 animals for limits between the default and the maximum",
    fails: ["LIST-4", "STATUS-2"],
    idiom: "page sizes of 20 and 100",
    stage: more,
    hooks: (correct) => ({
      parseLimit: (text, call) => {
        const limit = correct.parseLimit(text, call);
        return limit > 20 ? 100 : limit;
      },
    }),
  },
  "two-digit-limits-ignored": {
    title: "takes the default for limits of two digits below it",
    fails: ["LIST-4"],
    idiom: "parameter read into a single character",
    hooks: (correct) => ({
      parseLimit: (text, call) => {
        const limit = correct.parseLimit(text, call);
        return limit > 9 && limit < 20 ? 20 : limit;
      },
    }),
  },
});
