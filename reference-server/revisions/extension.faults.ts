import { after, around, before, refusing, rejecting, replaced } from "#reference-server/fault-parts.ts";
import { servers } from "../bed-server.ts";
import { type Call, type Hooks, leadsTo } from "../hooks/call.ts";
import { type ServerResponse, withHeader } from "../message.ts";
import { Refusal } from "../refusal.ts";

// Faults of the server of `extension.yaml`: two at least for each family of requirements that is made from a document.

const rateHeader = /^x-ratelimit-/i;

function withoutHeaders(response: ServerResponse, name: RegExp): ServerResponse {
  return { ...response, headers: response.headers.filter(([each]) => !name.test(each)) };
}

/** Sends the answer of an operation with another Content-Type. */
const sentAs =
  (operation: "listCategories" | "createPhoto" | "readStock", contentType: string) => (correct: Hooks) => ({
    [operation]: (call: Call) => withHeader(correct[operation](call), "Content-Type", contentType),
  });

export default servers({
  "photos-partial": {
    title: "lists the photos of an animal with status 206",
    fails: ["OP:listPhotos/status"],
    idiom: "a media handler that answers ranges",
    hooks: after("listPhotos", (right) => ({ ...right, status: 206 })),
  },
  "most-categories-accepted": {
    title: "answers 202 to the largest limit of categories",
    fails: ["OP:listCategories/status"],
    idiom: "large lists are made in the background",
    hooks: after("listCategories", (response, call) =>
      call.query.get("limit") === "50" ? { ...response, status: 202 } : response,
    ),
  },
  "category-ids-as-text": {
    title: "writes the ids of categories as strings",
    fails: ["OP:listCategories/schema"],
    idiom: "a serialiser that saves JavaScript from large numbers",
    hooks: after("serialiseCategory", (right, id) => ({ ...right, id: String(id) })),
  },
  "invoice-without-day": {
    title: "leaves out of an invoice the day on which it is due",
    fails: ["OP:getStoreOrders/schema"],
    idiom: "one serialiser for all kinds of a choice",
    hooks: after("serialiseOrder", (order, pet) =>
      pet.id % 4n === 0n ? order : { ...order, payment: { kind: "invoice" } },
    ),
  },
  "photo-id-beyond-int64": {
    title: "gives a photo an id beyond int64",
    fails: ["OP:createPhoto/schema"],
    idiom: "an unsigned column behind a signed type",
    hooks: after("serialisePhoto", (right, _, call) => ({
      ...right,
      ...(leadsTo(call, "createPhoto") && { id: 2n ** 63n }),
    })),
  },
  "categories-as-text": {
    title: "sends the categories as text/plain",
    fails: ["OP:listCategories/media-type"],
    idiom: "a handler that writes strings",
    hooks: sentAs("listCategories", "text/plain"),
  },
  "created-photo-as-problem": {
    title: "sends a created photo as application/problem+json",
    fails: ["OP:createPhoto/media-type"],
    idiom: "one content type for everything but lists",
    hooks: sentAs("createPhoto", "application/problem+json"),
  },
  "stock-as-page": {
    title: "sends the table of a beta operation as a page",
    warns: ["OP:readStock/media-type"],
    idiom: "the default of a template engine",
    hooks: sentAs("readStock", "text/html"),
  },
  "categories-uncounted": {
    title: "leaves out the count of categories that the document requires",
    fails: ["OP:listCategories/headers"],
    idiom: "a header that a proxy drops",
    hooks: () => ({ categoryHeaders: () => [] }),
  },
  "count-with-unit": {
    title: "writes a unit after the count of categories",
    fails: ["OP:listCategories/headers"],
    idiom: "a header made for people",
    hooks: () => ({ categoryHeaders: (count) => [["X-Total-Count", `${count} categories`]] }),
  },
  "categories-open": {
    title: "lists categories to anyone",
    fails: ["OP:listCategories/auth"],
    idiom: "reference data outside the authentication middleware",
    hooks: around("authenticate", (correctly, call) =>
      leadsTo(call, "listCategories") ? undefined : correctly(call),
    ),
  },
  "unknown-before-key": {
    title: "answers 404 to whoever deletes a photo without a valid key",
    fails: ["OP:deletePhoto/auth"],
    idiom: "hides what exists from requests without a key",
    hooks: after("unauthorized", (answer, call) =>
      leadsTo(call, "deletePhoto")
        ? call.hooks.errorResponse(404, "There is no photo with this identifier.", call, [])
        : answer,
    ),
  },
  "category-limit-crashes": {
    title: "fails where the limit of categories is not allowed",
    fails: ["OP:listCategories/parameters/limit"],
    warns: ["OP:listCategories/bounds/limit"],
    idiom: "a number that goes into a query unchecked",
    hooks: refusing("parseCategoryLimit", new Error("LIMIT must not be negative")),
  },
  "order-conflicts": {
    title: "answers 409 to an order of categories that it does not know",
    fails: ["OP:listCategories/parameters/order"],
    idiom: "one exception for everything that is wrong",
    hooks: refusing("parseOrder", new Refusal(409, "There is no such order.")),
  },
  "category-limit-clamped": {
    title: "takes the nearest limit of categories in place of one that is not allowed",
    warns: ["OP:listCategories/bounds/limit"],
    idiom: "clamps numbers",
    hooks: replaced("parseCategoryLimit", (text = "10") =>
      Math.min(50, Math.max(1, Number.parseInt(text, 10) || 10)),
    ),
  },
  "category-limit-off-by-one": {
    title: "rejects the largest limit of categories",
    warns: ["OP:listCategories/bounds/limit"],
    idiom: "less than, in place of at most",
    hooks: rejecting("parseCategoryLimit", 400, "limit must be less than 50.", (text) => text === "50"),
  },
  "categories-without-rate-headers": {
    title: "sends categories without the fields of the rate limit",
    fails: ["OP:listCategories/rate-headers"],
    idiom: "a cache in front of one path",
    hooks: before("respond", (response, call) =>
      leadsTo(call, "listCategories") ? withoutHeaders(response, rateHeader) : response,
    ),
  },
  "created-photo-without-remaining": {
    title: "leaves out what remains of the rate limit where a photo was created",
    fails: ["OP:createPhoto/rate-headers"],
    idiom: "a handler that writes its own headers",
    hooks: before("respond", (response, call) =>
      leadsTo(call, "createPhoto") && response.status === 201
        ? withoutHeaders(response, /^x-ratelimit-remaining$/i)
        : response,
    ),
  },
});
