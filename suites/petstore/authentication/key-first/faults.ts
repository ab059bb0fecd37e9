import { alike } from "#reference-server/bed-server.ts";
import { around, failing, made } from "#reference-server/fault-parts.ts";
import { type Gate, leadsTo } from "#reference-server/hooks/call.ts";
import { headerValue } from "#reference-server/message.ts";
import { Refusal } from "#reference-server/refusal.ts";

export default alike({ fails: ["AUTH-4"] })({
  "body-before-key": {
    title: "validates a new animal before it looks at the key",
    idiom: "schema validation runs before the guard",
    hooks: made("gates", (correct) => {
      const validate: Gate = (call) => {
        const { hooks, request } = call;
        if (leadsTo(call, "createPet"))
          hooks.readNewPet(hooks.parseBody(hooks.decodeBody(request.body, call), call), call);
        return undefined;
      };
      return (call) => [call.hooks.limitRate, validate, ...correct.gates(call).slice(1)];
    }),
  },
  "syntax-before-key": {
    title: "answers 400 to a body that is not JSON before it looks at the key",
    idiom: "body parser mounted in front of everything",
    hooks: made("gates", (correct) => {
      const parse: Gate = (call) => {
        const { hooks, request } = call;
        if (leadsTo(call, "createPet")) hooks.parseBody(hooks.decodeBody(request.body, call), call);
        return undefined;
      };
      return (call) => [call.hooks.limitRate, parse, ...correct.gates(call).slice(1)];
    }),
  },
  "query-before-key": {
    title: "validates limit and status before it looks at the key",
    idiom: "query validation as a decorator outside the guard",
    hooks: around("authenticate", (correctly, call) => {
      const { hooks } = call;
      if (leadsTo(call, "listPets")) {
        hooks.parseLimit(hooks.queryParameter("limit", call), call);
        hooks.parseStatusFilter(hooks.queryParameter("status", call), call);
      }
      return correctly(call);
    }),
  },
  "limit-type-before-key": {
    title: "reads limit as a number before it looks at the key",
    idiom: "argument binding in front of the guard",
    hooks: failing("authenticate", new Refusal(400, "limit must be a number."), (call) => {
      const limit = call.query.get("limit");
      return leadsTo(call, "listPets") && limit !== null && Number.isNaN(Number(limit));
    }),
  },
  "filter-before-key": {
    title: "reads the status filter before it looks at the key",
    idiom: "converter of an enumeration in front of the guard",
    hooks: around("authenticate", (correctly, call) => {
      const { hooks } = call;
      if (leadsTo(call, "listPets")) hooks.parseStatusFilter(hooks.queryParameter("status", call), call);
      return correctly(call);
    }),
  },
  "label-before-key": {
    title: "answers 415 to another Content-Type before it looks at the key",
    idiom: "routing by what a method consumes",
    hooks: failing("authenticate", new Refusal(415, "The Content-Type must be application/json."), (call) => {
      const label = headerValue(call.request, "content-type");
      return leadsTo(call, "createPet") && !call.hooks.isJsonContentType(label, call);
    }),
  },
  "wrong-key-looked-at-last": {
    title: "looks for the pet before it looks at a key that is there",
    profile: "thorough",
    idiom: "guard that only asks whether there is a token",
    hooks: around("authenticate", (correctly, call) => {
      const { hooks, route } = call;
      const reads = route.kind === "operation" && route.operation === "getPet";
      if (!reads || hooks.readCredential(call) === undefined) return correctly(call);
      const pet = /^[0-9]{1,19}$/.test(route.petId) ? hooks.findPet(BigInt(route.petId), call) : true;
      return pet === undefined ? hooks.petNotFound(call) : correctly(call);
    }),
  },
  "fields-before-wrong-key": {
    title: "looks for the fields of a new animal before it looks at a key that is there",
    profile: "thorough",
    idiom: "guard that only asks whether there is a token",
    hooks: around("authenticate", (correctly, call) => {
      const { hooks, request } = call;
      if (leadsTo(call, "createPet") && hooks.readCredential(call) !== undefined && request.body.length === 2)
        hooks.readNewPet(hooks.parseBody(hooks.decodeBody(request.body, call), call), call);
      return correctly(call);
    }),
  },
  "syntax-before-wrong-key": {
    title: "answers 400 to a body that is not JSON before it looks at a key that is there",
    profile: "thorough",
    idiom: "token verified by the handler, behind the body parser",
    hooks: around("authenticate", (correctly, call) => {
      const { hooks, request } = call;
      if (leadsTo(call, "createPet") && hooks.readCredential(call) !== undefined)
        hooks.parseBody(hooks.decodeBody(request.body, call), call);
      return correctly(call);
    }),
  },
  "empty-object-before-key": {
    title: "answers 400 to an empty object before it looks at the key",
    profile: "thorough",
    idiom: "check for an empty form in front of the guard",
    hooks: failing(
      "authenticate",
      new Refusal(400, "The body is empty."),
      (call) => leadsTo(call, "createPet") && Buffer.from(call.request.body).toString() === "{}",
    ),
  },
  "limit-before-wrong-key": {
    title: "looks at the bounds of limit before it looks at a key that is there",
    profile: "thorough",
    idiom: "token verified by the handler, behind the validated query",
    hooks: failing("authenticate", new Refusal(400, "limit must be at most 100."), (call) => {
      const { hooks } = call;
      const limit = call.query.get("limit");
      return leadsTo(call, "listPets") && hooks.readCredential(call) !== undefined && Number(limit) > 100;
    }),
  },
  "limit-type-before-wrong-key": {
    title: "reads limit as a number before it looks at a key that is there",
    profile: "thorough",
    idiom: "argument binding in front of what verifies the token",
    hooks: failing("authenticate", new Refusal(400, "limit must be a number."), (call) => {
      const limit = call.query.get("limit");
      const hasKey = call.hooks.readCredential(call) !== undefined;
      return leadsTo(call, "listPets") && hasKey && limit !== null && Number.isNaN(Number(limit));
    }),
  },
  "pet-before-key": {
    title: "answers 404 for an unknown pet before it looks at the key",
    warns: ["AUTH-9"],
    idiom: "resource loaded by a parameter hook before the guard",
    hooks: around("authenticate", (correctly, call) => {
      const { hooks, route } = call;
      if (route.kind !== "operation" || route.operation !== "getPet") return correctly(call);
      const pet = hooks.findPet(hooks.parsePetId(route.petId, call), call);
      return pet === undefined ? hooks.petNotFound(call) : correctly(call);
    }),
  },
  "text-id-before-key": {
    title: "answers 400 for an identifier that is not an integer before it looks at the key",
    fails: [],
    warns: ["AUTH-9"],
    idiom: "route parameters converted before the guard",
    hooks: around("authenticate", (correctly, call) => {
      const { route, hooks } = call;
      if (route.kind === "operation" && route.operation === "getPet") hooks.parsePetId(route.petId, call);
      return correctly(call);
    }),
  },
  "stores-before-refusing": {
    title: "rejects an unauthenticated creation with 401 after storing it",
    fails: ["AUTH-5"],
    idiom: "no return after the 401 was sent",
    hooks: around("unauthorized", (correctly, call) => {
      try {
        if (leadsTo(call, "createPet")) call.hooks.perform(call);
      } catch {
        // What cannot be stored is refused below all the same.
      }
      return correctly(call);
    }),
  },
});
