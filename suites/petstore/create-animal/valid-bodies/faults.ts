import { alike } from "#reference-server/bed-server.ts";
import {
  after,
  before,
  counting,
  crashing,
  keeping,
  noting,
  rejecting,
} from "#reference-server/fault-parts.ts";
import type { Call, Hooks } from "#reference-server/hooks/call.ts";
import { isJsonObject } from "#reference-server/json.ts";
import { headerValue, textResponse } from "#reference-server/message.ts";
import { withHooks } from "#reference-server/pet-parts.ts";
import { Refusal } from "#reference-server/refusal.ts";

/** Each rejected create adds to a state that the next valid one meets. It is then cleared, unless `meet` keeps it. */
function spoilingCreates(meet: (rejected: number) => "keep" | undefined) {
  return keeping("createPet", { rejected: 0 }, (kept, correctly, call) => {
    const createPet = noting(correctly, () => {
      if (kept.rejected > 0 || isPlain(call)) kept.rejected += 1;
    });
    const admitPet = () => {
      const before = kept.rejected;
      // Creates with a Content-Type or fields of their own are left alone.
      if (before === 0 || !isPlain(call)) return;
      kept.rejected = 0;
      if (meet(before) === "keep") kept.rejected = before;
    };
    return createPet(withHooks(call, { admitPet }));
  });
}

function isPlain({ request }: Call): boolean {
  return headerValue(request, "content-type") === "application/json";
}

export default alike({ fails: ["CREATE-1"] })({
  "create-rejected-after-rejected": {
    title: "rejects the valid body that follows a rejected one",
    idiom: "list of errors kept between requests",
    hooks: spoilingCreates(() => {
      throw new Refusal(400, "The body is invalid.");
    }),
  },
  "create-500-after-rejected": {
    title: "fails with 500 at the first valid body after a rejected one",
    fails: ["CREATE-1", "CREATE-14", "HTTP-2"],
    idiom: "transaction not rolled back where validation throws",
    hooks: spoilingCreates(() => {
      throw new Error("current transaction is aborted");
    }),
  },
  "create-leaks-when-rejecting": {
    title: "fails with 500 at every valid body after its tenth rejected one",
    fails: ["CREATE-1", "HTTP-2"],
    idiom: "connection not given back where validation throws",
    hooks: spoilingCreates((rejected) => {
      if (rejected >= 10) throw new Error("the pool is empty");
      return "keep";
    }),
  },
  "create-rejected-after-malformed": {
    title: "rejects the body that follows one that is not JSON",
    idiom: "buffer not emptied where parsing throws",
    hooks: keeping("parseBody", { left: false }, (kept, correctly, text, call) => {
      const parseBody = noting(correctly, () => {
        kept.left = true;
      });
      const before = kept.left && isPlain(call);
      kept.left = false;
      if (before) throw new Refusal(400, "The body is not JSON.");
      return parseBody(text, call);
    }),
  },
  "create-rejected-after-array": {
    title: "rejects the object that follows a body that is none",
    idiom: "validator that keeps its errors where it returns early",
    hooks: keeping("requireObject", { left: false }, (kept, correctly, body, call) => {
      const before = kept.left;
      kept.left = !isJsonObject(body);
      if (before && !kept.left) throw new Refusal(400, "The body must be a JSON object.");
      return correctly(body, call);
    }),
  },
  "create-rejected-after-other-label": {
    title: "takes the Content-Type of a request for that of the one before where that was rejected for it",
    fails: ["CREATE-1", "CREATE-9"],
    warns: ["CREATE-13"],
    idiom: "flag of a request kept in the handler",
    hooks: keeping("isJsonContentType", { rejected: false }, (kept, correctly, contentType, call) => {
      const before = kept.rejected;
      kept.rejected = !correctly(contentType, call);
      return !before && !kept.rejected;
    }),
  },
  "creates-nothing": {
    title: "rejects every creation with 400",
    hooks: rejecting("admitPet", 400, "The store is closed."),
  },
  "create-500": {
    title: "fails with 500 on every creation",
    fails: ["CREATE-1", "HTTP-2"],
    idiom: "read-only database",
    hooks: crashing("storePet"),
  },
  "refuses-pending": {
    title: "rejects a pending pet",
    idiom: "enumeration copied without its middle value",
    hooks: before("validateStatus", (value) => (value === "pending" ? "unknown" : value)),
  },
  "requires-status": {
    title: "requires a status",
    idiom: "every field of a type is required",
    hooks: before("validateStatus", (value) => value ?? "unknown"),
  },
  "ascii-names-only": {
    title: "rejects names with other than ASCII characters",
    idiom: "a regular expression for names",
    hooks: rejecting("admitPet", 400, "name has characters that are not allowed.", ({ name }) =>
      /[^ -~]/.test(name),
    ),
  },
  "one-pet-per-category": {
    title: "accepts one creation for each category",
    warns: ["CREATE-13"],
    idiom: "unique index over too few columns",
    hooks: keeping("storePet", new Set<bigint>(), (taken, correctly, pet, call) => {
      if (taken.has(pet.categoryId)) throw new Refusal(409, "duplicate key");
      taken.add(pet.categoryId);
      correctly(pet, call);
    }),
  },
  "astral-names-500": {
    title: "fails with 500 for a name with characters beyond the basic plane",
    fails: ["CREATE-1", "HTTP-2"],
    idiom: "MySQL's three-byte utf8",
    hooks: crashing("storePet", (pet) => /[\u{10000}-\u{10ffff}]/u.test(pet.name)),
  },
  "apostrophe-500": {
    title: "fails with 500 for a name with an apostrophe",
    fails: ["CREATE-1", "HTTP-2"],
    idiom: "query built from strings",
    hooks: crashing("storePet", (pet) => pet.name.includes("'")),
  },
  "rejected-name-taken": {
    title: "rejects with 409 the name of a pet that it has rejected before",
    idiom: "name reserved before the validation, and never given back",
    hooks: keeping("readNewPet", new Set<string>(), (reserved, correctly, body, call) => {
      const readNewPet = noting(correctly, () => {
        if (isJsonObject(body) && typeof body.name === "string") reserved.add(body.name);
      });
      const pet = readNewPet(body, call);
      if (reserved.has(pet.name)) throw new Refusal(409, "There is an animal of that name.");
      return pet;
    }),
  },
  "created-with-200": {
    title: "answers a creation with 200",
    fails: ["CREATE-1", "HTTP-2"],
    idiom: "default status of a handler",
    hooks: after("createdResponse", (answer) => ({ ...answer, status: 200 })),
  },
  "created-with-202-at-times": {
    title: "answers every third creation with 202 and no pet, and stores it",
    fails: ["CREATE-1", "HTTP-2"],
    idiom: "write that takes too long goes through a queue",
    hooks: counting("createdResponse", (nth, correctly, ...given) =>
      nth % 3 === 1 ? textResponse(202, "application/json", '{"job":1}') : correctly(...given),
    ),
  },
  "names-of-one-character": {
    title: "rejects names of one character",
    idiom: "minLength: 2",
    hooks: rejecting("admitPet", 400, "name is too short.", ({ name }) => name.length === 1),
  },
  "name-unique": {
    title: "rejects a second pet of the same name with 409",
    idiom: "unique index on the name",
    hooks: rejecting("admitPet", 409, "There is an animal of that name.", ({ name }, { state }) =>
      state.store.entries.some(({ pet }) => pet.name === name),
    ),
  },
  "escaped-status-refused": {
    title: "rejects a status that is written with escapes",
    idiom: "validation of the text before it is read",
    hooks: before("parseBody", (text) => text.replace(/("st[^"]*":")[^"]*\\u[^"]*"/, '$1unknown"')),
  },
  "comments-removed-from-names": {
    title: "rejects a name with two slashes, since it removes comments from bodies",
    idiom: "a regular expression for comments",
    hooks: after("decodeBody", (right) => right.replace(/\/\/.*/g, "")),
  },
  "create-rejected-after-other-type": {
    title: "rejects the JSON body that follows one that was refused for its Content-Type",
    warns: ["CREATE-13"],
    idiom: "body left unread on the connection to the service",
    hooks: keeping("createPet", { isLeft: false }, (kept, correctly, call) => {
      const before = kept.isLeft;
      kept.isLeft = !call.hooks.isJsonContentType(headerValue(call.request, "content-type"), call);
      if (before && !kept.isLeft) throw new Refusal(400, "The body is not JSON.");
      return correctly(call);
    }),
  },
  "rejected-status-kept": {
    title: "rejects a create without a status right after one that was rejected for its status",
    idiom: "messages of a kept validator, which a field clears only where it is sent",
    hooks: keeping("perform", { refusal: undefined as Refusal | undefined }, (kept, correctly, call) => {
      const before = kept.refusal;
      kept.refusal = undefined;
      const own = noting(call.hooks.validateStatus, (error) => {
        if (error instanceof Refusal) kept.refusal = error;
      });
      const validateStatus: Hooks["validateStatus"] = (value, call) => {
        if (value === undefined && before !== undefined) throw before;
        return own(value, call);
      };
      return correctly(withHooks(call, { validateStatus }));
    }),
  },
  "names-cut-for-the-log": {
    title: "answers 500 to a create where the first 25 bytes of the name end within a character",
    fails: ["HTTP-2", "CREATE-1"],
    idiom: "String::truncate for a line of the log",
    hooks: after("validateName", (name) => {
      new TextDecoder("utf-8", { fatal: true }).decode(new TextEncoder().encode(name).slice(0, 25));
      return name;
    }),
  },
});
