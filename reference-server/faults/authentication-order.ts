import { leadsTo } from "../call.ts";
import { faults } from "../fault.ts";
import type { Gate } from "../hooks/access.ts";

export default faults({
  "body-before-key": {
    title: "validates a new animal before it looks at the key",
    breaks: ["AUTH-4"],
    idiom: "schema validation runs before the guard",
    hooks: (correct) => {
      const validate: Gate = (call) => {
        const { hooks, request } = call;
        if (leadsTo(call, "createPet"))
          hooks.readNewPet(hooks.parseBody(hooks.decodeBody(request.body, call), call), call);
        return undefined;
      };
      return { gates: (call) => [call.hooks.limitRate, validate, ...correct.gates(call).slice(1)] };
    },
  },
  "syntax-before-key": {
    title: "answers 400 to a body that is not JSON before it looks at the key",
    breaks: ["AUTH-4"],
    idiom: "body parser mounted in front of everything",
    hooks: (correct) => {
      const parse: Gate = (call) => {
        const { hooks, request } = call;
        if (leadsTo(call, "createPet")) hooks.parseBody(hooks.decodeBody(request.body, call), call);
        return undefined;
      };
      return { gates: (call) => [call.hooks.limitRate, parse, ...correct.gates(call).slice(1)] };
    },
  },
  "query-before-key": {
    title: "validates limit and status before it looks at the key",
    breaks: ["AUTH-4"],
    idiom: "query validation as a decorator outside the guard",
    hooks: (correct) => ({
      authenticate: (call) => {
        const { hooks } = call;
        if (leadsTo(call, "listPets")) {
          hooks.parseLimit(hooks.queryParameter("limit", call), call);
          hooks.parseStatusFilter(hooks.queryParameter("status", call), call);
        }
        return correct.authenticate(call);
      },
    }),
  },
  "pet-before-key": {
    title: "answers 404 for an unknown pet before it looks at the key",
    breaks: ["AUTH-4", "AUTH-9"],
    idiom: "resource loaded by a parameter hook before the guard",
    hooks: (correct) => ({
      authenticate: (call) => {
        const { hooks, route } = call;
        if (route.kind !== "operation" || route.operation !== "getPet") return correct.authenticate(call);
        const pet = hooks.findPet(hooks.parsePetId(route.petId, call), call);
        return pet === undefined ? hooks.petNotFound(call) : correct.authenticate(call);
      },
    }),
  },
  "text-id-before-key": {
    title: "answers 400 for an identifier that is not an integer before it looks at the key",
    breaks: ["AUTH-9"],
    idiom: "route parameters converted before the guard",
    hooks: (correct) => ({
      authenticate: (call) => {
        const { route, hooks } = call;
        if (route.kind === "operation" && route.operation === "getPet") hooks.parsePetId(route.petId, call);
        return correct.authenticate(call);
      },
    }),
  },
});
