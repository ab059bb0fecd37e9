import { servers } from "../bed-server.ts";

export default servers({
  "created-in-array": {
    title: "answers a creation with an array of one pet",
    fails: ["CREATE-2"],
    idiom: "RETURNING * gives rows",
    hooks: () => ({
      createdBody: (pet, call) => [call.hooks.serialisePet(pet, call)],
    }),
  },
  "created-without-id": {
    title: "answers a creation with the body that was sent",
    fails: ["CREATE-2"],
    idiom: "echo of the request",
    hooks: () => ({
      createdBody: ({ name, categoryId, status }) => ({ name, categoryId, status }),
    }),
  },
  "created-id-only": {
    title: "answers a creation with the identifier alone",
    fails: ["CREATE-2", "CREATE-4"],
    hooks: () => ({ createdBody: ({ id }) => ({ id }) }),
  },
  "created-id-as-text": {
    title: "writes the identifier of a created pet as a string",
    fails: ["CREATE-2"],
    idiom: "bigint column read as a string",
    hooks: (correct) => ({
      createdBody: (pet, call) => ({ ...correct.serialisePet(pet, call), id: String(pet.id) }),
    }),
  },
  "created-id-null": {
    title: "answers a creation with null as the identifier",
    fails: ["CREATE-2"],
    idiom: "answered before the database has numbered it",
    hooks: (correct) => ({
      createdBody: (pet, call) => ({ ...correct.serialisePet(pet, call), id: null }),
    }),
  },
  "created-status-null": {
    title: "answers a creation without status with null as the status",
    fails: ["CREATE-2"],
    idiom: "null for absent",
    hooks: (correct) => ({
      createdBody: (pet, call) => ({ ...correct.serialisePet(pet, call), status: pet.status ?? null }),
    }),
  },
  "created-id-off-by-one": {
    title: "answers a creation with an identifier that the stored pet does not have",
    fails: ["CREATE-20", "INT64-1", "GET-1"],
    idiom: "last insert id of another table",
    hooks: (correct) => ({
      createdBody: (pet, call) => correct.createdBody({ ...pet, id: pet.id + 1n }, call),
    }),
  },
});
