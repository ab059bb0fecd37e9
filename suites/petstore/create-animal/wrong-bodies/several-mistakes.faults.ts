import { alike } from "#reference-server/bed-server.ts";
import {
  after,
  again,
  around,
  before,
  counting,
  crashing,
  rejecting,
} from "#reference-server/fault-parts.ts";
import { isJsonObject, type Json, type JsonObject } from "#reference-server/json.ts";
import { headerValue } from "#reference-server/message.ts";
import { isPetStatus } from "#reference-server/store.ts";

const unnamed = { name: "unnamed", categoryId: 1n } as const;

/** How many of its fields are wrong or missing. */
function faultsIn(body: Json): number {
  if (!isJsonObject(body)) return 0;
  const wrong = [
    typeof body.name !== "string",
    typeof body.categoryId !== "bigint",
    body.status !== undefined && !isPetStatus(body.status),
  ];
  return wrong.filter(Boolean).length;
}

/** Valid values in place of those that are wrong or missing. */
function defaultsFor({ name, categoryId, status }: JsonObject): JsonObject {
  return {
    name: typeof name === "string" ? name : unnamed.name,
    categoryId: typeof categoryId === "bigint" ? BigInt.asIntN(64, categoryId) : unnamed.categoryId,
    ...(status !== undefined && { status: isPetStatus(status) ? status : "available" }),
  };
}

function isBare(body: Json): boolean {
  return isJsonObject(body) && body.name === undefined && body.categoryId === undefined;
}

/** Bodies that are wrong in more than one way, in a wrapper, or sent again. */
export default alike({ fails: ["CREATE-5"] })({
  "nothing-required-500": {
    title: "fails with 500 where both required fields are missing",
    fails: ["CREATE-5", "HTTP-2"],
    idiom: "two answers to one request",
    hooks: crashing("requireObject", (body) => isBare(body)),
  },
  "nothing-required-defaults": {
    title: "accepts a body without either of its required fields as a pet of defaults",
    idiom: "validation skipped where nothing was filled in",
    hooks: before("requireObject", (body) => (isBare(body) ? unnamed : body)),
  },
  "category-defaults-without-status": {
    title: "accepts a body without a category where it has no status either",
    idiom: "a short form of the body that only its author knows",
    hooks: around("readNewPet", (correctly, body, call) => {
      const short = isJsonObject(body) && body.categoryId === undefined && body.status === undefined;
      return correctly(short && body.name !== undefined ? { ...body, categoryId: 1n } : body, call);
    }),
  },
  "two-faults-422": {
    title: "answers 422 where more than one field is wrong",
    fails: ["CREATE-5", "CREATE-6"],
    idiom: "one fault is an error, several are a list of them",
    hooks: rejecting("requireObject", 422, "There are several errors.", (body) => faultsIn(body) > 1),
  },
  "three-faults-500": {
    title: "fails with 500 where every field is wrong",
    fails: ["CREATE-5", "CREATE-6", "HTTP-2"],
    hooks: crashing("requireObject", (body) => faultsIn(body) > 2),
  },
  "two-faults-cancel": {
    title: "accepts a body in which two fields are wrong",
    idiom: "valid flag toggled in place of cleared",
    hooks: before("requireObject", (body) => (faultsIn(body) === 2 ? unnamed : body)),
  },
  "pet-unwrapped": {
    title: "accepts a pet that stands in an object under pet",
    idiom: "root element of a framework",
    hooks: after("parseBody", (body) => (isJsonObject(body) && isJsonObject(body.pet) ? body.pet : body)),
  },
  "attributes-unwrapped": {
    title: "accepts a pet that stands in data and attributes",
    profile: "thorough",
    idiom: "JSON:API",
    hooks: after("parseBody", (body) => {
      const data = isJsonObject(body) && isJsonObject(body.data) ? body.data : undefined;
      return isJsonObject(data?.attributes) ? data.attributes : body;
    }),
  },
  "only-member-unwrapped": {
    title: "accepts an object with one field as what that field holds",
    idiom: "parameter wrapping",
    hooks: after("parseBody", (body) => {
      const [only, ...others] = isJsonObject(body) ? Object.values(body) : [];
      return others.length === 0 && isJsonObject(only) ? only : body;
    }),
  },
  "wrapper-500": {
    title: "fails with 500 where a pet stands in another object",
    fails: ["CREATE-5", "HTTP-2"],
    idiom: "undefined dereferenced",
    hooks: crashing(
      "requireObject",
      (body) => isBare(body) && isJsonObject(body) && Object.values(body).some(isJsonObject),
    ),
  },
  "array-of-several": {
    title: "accepts the first pet of an array of several",
    fails: ["CREATE-9"],
    profile: "thorough",
    idiom: "bulk creation through the same door",
    hooks: before("requireObject", (body) =>
      Array.isArray(body) && body.length > 1 ? (body[0] ?? null) : body,
    ),
  },
  "category-in-other-words": {
    title: "accepts a category as category_id or as an object, too",
    idiom: "aliases from an older version",
    hooks: after("readMember", (value, body, name) => {
      if (name !== "categoryId" || value !== undefined) return value;
      return body.category_id ?? (isJsonObject(body.category) ? body.category.id : undefined);
    }),
  },
  "wrong-once-only": {
    title: "accepts a body without a category that it has rejected before",
    idiom: "cache that is asked before the validation",
    hooks: again(
      "requireObject",
      ({ categoryId }, _, { request }) =>
        categoryId === undefined ? Buffer.from(request.body).toString("latin1") : undefined,
      () => unnamed,
    ),
  },
  "charset-not-validated": {
    title: "accepts a body without its required fields where its Content-Type has a charset",
    idiom: "validators found by the whole Content-Type",
    hooks: around("readNewPet", (correctly, body, call) => {
      const hasCharset = headerValue(call.request, "content-type")?.includes(";") === true;
      return correctly(hasCharset && isBare(body) ? unnamed : body, call);
    }),
  },
  "validated-by-some-workers": {
    title: "gives wrong and missing fields defaults in some requests",
    fails: ["CREATE-5", "CREATE-6", "CREATE-7", "CREATE-8"],
    idiom: "worker that takes requests before its schemas are loaded",
    hooks: counting("readNewPet", (nth, correctly, body, call) =>
      correctly(isJsonObject(body) && (nth * nth) % 7 < 2 ? { ...body, ...defaultsFor(body) } : body, call),
    ),
  },
});
