import { jsonResponse } from "../answer.ts";
import { faults } from "../fault.ts";

export default faults({
  "created-in-array": {
    title: "answers a creation with an array of one pet",
    breaks: ["CREATE-2"],
    idiom: "RETURNING * gives rows",
    hooks: () => ({
      createdResponse: (pet, call) => jsonResponse(201, [call.hooks.serialisePet(pet, call)], call),
    }),
  },
  "created-without-id": {
    title: "answers a creation with the body that was sent",
    breaks: ["CREATE-2"],
    idiom: "echo of the request",
    hooks: () => ({
      createdResponse: ({ name, categoryId, status }, call) =>
        jsonResponse(201, { name, categoryId, status }, call),
    }),
  },
  "created-id-only": {
    title: "answers a creation with the identifier alone",
    breaks: ["CREATE-2", "CREATE-4"],
    hooks: () => ({ createdResponse: (pet, call) => jsonResponse(201, { id: pet.id }, call) }),
  },
  "created-id-as-text": {
    title: "writes the identifier of a created pet as a string",
    breaks: ["CREATE-2"],
    idiom: "bigint column read as a string",
    hooks: (correct) => ({
      createdResponse: (pet, call) =>
        jsonResponse(201, { ...correct.serialisePet(pet, call), id: String(pet.id) }, call),
    }),
  },
  "created-id-null": {
    title: "answers a creation with null as the identifier",
    breaks: ["CREATE-2"],
    idiom: "answered before the database has numbered it",
    hooks: (correct) => ({
      createdResponse: (pet, call) =>
        jsonResponse(201, { ...correct.serialisePet(pet, call), id: null }, call),
    }),
  },
  "created-status-null": {
    title: "answers a creation without status with null as the status",
    breaks: ["CREATE-2"],
    idiom: "null for absent",
    hooks: (correct) => ({
      createdResponse: (pet, call) =>
        jsonResponse(201, { ...correct.serialisePet(pet, call), status: pet.status ?? null }, call),
    }),
  },
  "created-id-off-by-one": {
    title: "answers a creation with an identifier that the stored pet does not have",
    breaks: ["CREATE-20", "INT64-1", "GET-1"],
    idiom: "last insert id of another table",
    hooks: (correct) => ({
      createdResponse: (pet, call) => correct.createdResponse({ ...pet, id: pet.id + 1n }, call),
    }),
  },
});
