import { alike } from "#reference-server/bed-server.ts";
import { around, before, instead, rejecting } from "#reference-server/fault-parts.ts";
import { type Call, leadsTo } from "#reference-server/hooks/call.ts";
import { headerValue } from "#reference-server/message.ts";

/** Looks at a request before it looks at the key; what that throws is the answer. */
const beforeKey = (look: (call: Call) => unknown) =>
  before("authenticate", (call) => {
    look(call);
    return call;
  });

const isList = (call: Call) => leadsTo(call, "listPets");
const isCreate = (call: Call) => leadsTo(call, "createPet");
const hasSomeKey = (call: Call) => call.hooks.readCredential(call) !== undefined;

const readLimit = (call: Call) => call.hooks.parseLimit(call.hooks.queryParameter("limit", call), call);
const readFilter = (call: Call) =>
  call.hooks.parseStatusFilter(call.hooks.queryParameter("status", call), call);
const readBody = (call: Call) => call.hooks.parseBody(call.hooks.decodeBody(call.request.body, call), call);
const readNewPet = (call: Call) => call.hooks.readNewPet(readBody(call), call);

/** As it stands in the path; undefined where no pet is read. */
function idRead({ route }: Call): string | undefined {
  return route.kind === "operation" && route.operation === "getPet" ? route.petId : undefined;
}

function notFound(id: bigint, call: Call) {
  return call.hooks.findPet(id, call) === undefined ? call.hooks.petNotFound(call) : undefined;
}

/** Of requests that are meant, reads the limit as a number before it looks at the key. */
const limitTypeBeforeKey = (isMeant: (call: Call) => boolean) =>
  rejecting("authenticate", 400, "limit must be a number.", (call) => {
    const limit = isList(call) && isMeant(call) ? call.query.get("limit") : null;
    return limit !== null && Number.isNaN(Number(limit));
  });

export default alike({ fails: ["AUTH-4"] })({
  "body-before-key": {
    title: "validates a new animal before it looks at the key",
    idiom: "schema validation runs before the guard",
    hooks: beforeKey((call) => isCreate(call) && readNewPet(call)),
  },
  "syntax-before-key": {
    title: "answers 400 to a body that is not JSON before it looks at the key",
    idiom: "body parser mounted in front of everything",
    hooks: beforeKey((call) => isCreate(call) && readBody(call)),
  },
  "query-before-key": {
    title: "validates limit and status before it looks at the key",
    idiom: "query validation as a decorator outside the guard",
    hooks: beforeKey((call) => isList(call) && [readLimit(call), readFilter(call)]),
  },
  "limit-type-before-key": {
    title: "reads limit as a number before it looks at the key",
    idiom: "argument binding in front of the guard",
    hooks: limitTypeBeforeKey(() => true),
  },
  "filter-before-key": {
    title: "reads the status filter before it looks at the key",
    idiom: "converter of an enumeration in front of the guard",
    hooks: beforeKey((call) => isList(call) && readFilter(call)),
  },
  "label-before-key": {
    title: "answers 415 to another Content-Type before it looks at the key",
    idiom: "routing by what a method consumes",
    hooks: rejecting("authenticate", 415, "The Content-Type must be application/json.", (call) => {
      const label = headerValue(call.request, "content-type");
      return isCreate(call) && !call.hooks.isJsonContentType(label, call);
    }),
  },
  "wrong-key-looked-at-last": {
    title: "looks for the pet before it looks at a key that is there",
    idiom: "guard that only asks whether there is a token",
    hooks: instead("authenticate", (call) => {
      const id = hasSomeKey(call) ? idRead(call) : undefined;
      return id !== undefined && /^[0-9]{1,19}$/.test(id) ? notFound(BigInt(id), call) : undefined;
    }),
  },
  "fields-before-wrong-key": {
    title: "looks for the fields of a new animal before it looks at a key that is there",
    profile: "thorough",
    idiom: "guard that only asks whether there is a token",
    hooks: beforeKey(
      (call) => isCreate(call) && hasSomeKey(call) && call.request.body.length === 2 && readNewPet(call),
    ),
  },
  "syntax-before-wrong-key": {
    title: "answers 400 to a body that is not JSON before it looks at a key that is there",
    profile: "thorough",
    idiom: "token verified by the handler, behind the body parser",
    hooks: beforeKey((call) => isCreate(call) && hasSomeKey(call) && readBody(call)),
  },
  "empty-object-before-key": {
    title: "answers 400 to an empty object before it looks at the key",
    profile: "thorough",
    idiom: "check for an empty form in front of the guard",
    hooks: rejecting(
      "authenticate",
      400,
      "The body is empty.",
      (call) => isCreate(call) && Buffer.from(call.request.body).toString() === "{}",
    ),
  },
  "limit-before-wrong-key": {
    title: "looks at the bounds of limit before it looks at a key that is there",
    profile: "thorough",
    idiom: "token verified by the handler, behind the validated query",
    hooks: rejecting(
      "authenticate",
      400,
      "limit must be at most 100.",
      (call) => isList(call) && hasSomeKey(call) && Number(call.query.get("limit")) > 100,
    ),
  },
  "limit-type-before-wrong-key": {
    title: "reads limit as a number before it looks at a key that is there",
    idiom: "argument binding in front of what verifies the token",
    hooks: limitTypeBeforeKey(hasSomeKey),
  },
  "pet-before-key": {
    title: "answers 404 for an unknown pet before it looks at the key",
    warns: ["AUTH-9"],
    idiom: "resource loaded by a parameter hook before the guard",
    hooks: instead("authenticate", (call) => {
      const id = idRead(call);
      return id === undefined ? undefined : notFound(call.hooks.parsePetId(id, call), call);
    }),
  },
  "text-id-before-key": {
    title: "answers 400 for an identifier that is not an integer before it looks at the key",
    fails: [],
    warns: ["AUTH-9"],
    idiom: "route parameters converted before the guard",
    hooks: beforeKey((call) => {
      const id = idRead(call);
      return id !== undefined && call.hooks.parsePetId(id, call);
    }),
  },
  "stores-before-refusing": {
    title: "rejects an unauthenticated creation with 401 after storing it",
    fails: ["AUTH-5"],
    idiom: "no return after the 401 was sent",
    hooks: around("unauthorized", (correctly, call) => {
      try {
        if (isCreate(call)) call.hooks.perform(call);
      } catch {
        // What cannot be stored is refused below all the same.
      }
      return correctly(call);
    }),
  },
});
