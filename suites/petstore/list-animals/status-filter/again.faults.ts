import { servers } from "#reference-server/bed-server.ts";
import { asked, asks, rewrite, withHooks, writing } from "#reference-server/fault-parts.ts";
import { type Hooks, leadsTo } from "#reference-server/hooks/call.ts";
import { isPetStatus } from "#reference-server/pet.ts";

export default servers({
  "unknown-filter-with-limit-500": {
    title: "fails with 500 for a status that it does not know beside a limit",
    fails: ["STATUS-3", "HTTP-2"],
    idiom: "two branches, one of them without validation",
    hooks: (correct) => ({
      parseStatusFilter: (text, call) => {
        if (text !== undefined && !isPetStatus(text) && call.query.get("limit") === "1")
          throw new TypeError("no such status");
        return correct.parseStatusFilter(text, call);
      },
    }),
  },
  "filter-with-nul-500": {
    title: "fails with 500 for a status filter with NUL",
    fails: ["STATUS-3", "HTTP-2"],
    idiom: "invalid byte sequence for encoding UTF8: 0x00",
    hooks: (correct) => ({
      parseStatusFilter: (text, call) => {
        if (text?.includes("\0")) throw new TypeError("invalid byte sequence");
        return correct.parseStatusFilter(text, call);
      },
    }),
  },
  "filter-forgotten-with-the-default": {
    title: "forgets the filter beside a limit of 20",
    fails: ["STATUS-2"],
    idiom: "parameters compared with their defaults",
    hooks: (correct) => ({
      matchesStatus: (pet, status, call) =>
        call.query.get("limit") === "20" || correct.matchesStatus(pet, status, call),
    }),
  },
  "limit-forgotten-with-a-filter": {
    title: "forgets a limit from 3 to 50 beside a filter",
    fails: ["STATUS-2"],
    profile: "thorough",
    idiom: "pages of a size that is rounded up",
    hooks: (correct) => ({
      page: (pets, limit, call) =>
        correct.page(pets, asks(call, "status", "limit") && limit > 2 && limit <= 50 ? 100 : limit, call),
    }),
  },
  "filter-writes-the-status": {
    title: "writes the status that was asked for on two pets that have another",
    fails: ["STATUS-1"],
    idiom: "constant of the query in the result",
    hooks: (correct) => ({
      listBody: (pets, call) => {
        const status = call.query.get("status");
        const others = call.state.store.entries.flatMap(({ pet, storedAtMs }) =>
          storedAtMs === 0 && status === "sold" && pet.status === "available"
            ? [{ ...pet, status: "sold" as const }]
            : [],
        );
        return correct.listBody(
          call.query.get("limit") === "100" ? [...pets, ...others.slice(0, 2)] : pets,
          call,
        );
      },
    }),
  },
  "filter-written-into-statusless-pets": {
    title: "lists pets without a status under each, and writes into them the one that was asked for",
    fails: ["STATUS-1"],
    idiom: "COALESCE(status, ?) in the query",
    hooks: (correct) => ({
      listPets: (call) => {
        const serialisePet: Hooks["serialisePet"] = (pet, own) =>
          correct.serialisePet({ ...pet, status: pet.status ?? asked(call) }, own);
        const matchesStatus: Hooks["matchesStatus"] = (pet, status) => (pet.status ?? status) === status;
        return correct.listPets({ ...call, hooks: { ...call.hooks, serialisePet, matchesStatus } });
      },
    }),
  },
  "filter-assigns-one-pet": {
    title: "gives the first pet of the store the status that was asked for",
    fails: ["STATUS-1"],
    idiom: "= in place of == in the first comparison",
    hooks: writing((call, status) => rewrite(call, status, (_, index) => index === 0)),
  },
  "filter-500-after-malformed": {
    title: "fails with 500 at the filtered lists that follow a malformed body",
    fails: ["HTTP-2", "STATUS-1", "LIST-6"],
    idiom: "parser not reset after an exception",
    hooks: (correct) => {
      let spoilt = false;
      return {
        perform: (call) => {
          if (spoilt && leadsTo(call, "listPets") && isPetStatus(call.query.get("status")))
            throw new Error("unexpected state of the parser");
          const parseBody: Hooks["parseBody"] = (text, own) => {
            try {
              return correct.parseBody(text, own);
            } catch (error) {
              spoilt = true;
              throw error;
            }
          };
          return correct.perform(withHooks(call, { parseBody }));
        },
      };
    },
  },
});
