import { servers } from "../bed-server.ts";
import { leadsTo } from "../hooks/call.ts";
import { Refusal } from "../refusal.ts";

export default servers({
  "created-with-200": {
    title: "answers a creation with 200",
    fails: ["CREATE-1", "HTTP-2"],
    idiom: "default status of a handler",
    hooks: (correct) => ({
      createdResponse: (pet, call) => ({ ...correct.createdResponse(pet, call), status: 200 }),
    }),
  },
  "created-with-202": {
    title: "answers a creation with 202",
    fails: ["CREATE-1", "HTTP-2"],
    idiom: "write goes through a queue",
    hooks: (correct) => ({
      createdResponse: (pet, call) => ({ ...correct.createdResponse(pet, call), status: 202 }),
    }),
  },
  "list-with-206": {
    title: "answers a list that is not the whole with 206",
    fails: ["HTTP-2", "LIST-1", "STATUS-1"],
    idiom: "partial content taken for paging",
    stage: { seedPets: 40 },
    hooks: (correct) => ({
      listPets: (call) => {
        const response = correct.listPets(call);
        return call.query.has("limit") || response.status !== 200 ? response : { ...response, status: 206 };
      },
    }),
  },
  "get-with-203": {
    title: "answers one pet with 203",
    fails: ["HTTP-2", "GET-1"],
    idiom: "transforming proxy",
    hooks: (correct) => ({
      getPet: (call) => {
        const response = correct.getPet(call);
        return response.status === 200 ? { ...response, status: 203 } : response;
      },
    }),
  },
  "empty-list-with-204": {
    title: "answers an empty list with 204",
    fails: ["HTTP-2", "LIST-1"],
    idiom: "no rows means no content",
    stage: { seedPets: 0 },
    hooks: (correct) => ({
      respond: (response, call) =>
        leadsTo(call, "listPets") && response.status === 200 && response.body.length === 2
          ? { ...response, status: 204, body: new Uint8Array() }
          : correct.respond(response, call),
    }),
  },
  "empty-list-with-404": {
    title: "answers an empty list with 404",
    fails: ["HTTP-2", "LIST-1"],
    idiom: "no rows means not found",
    stage: { seedPets: 0 },
    hooks: (correct) => ({
      page: (pets, limit, call) => {
        if (pets.length === 0) throw new Refusal(404, "No animals were found.");
        return correct.page(pets, limit, call);
      },
    }),
  },
});
