import { alike } from "../bed-server.ts";
import { around } from "../fault-parts.ts";
import { routeTo } from "../hooks/access.ts";
import type { Hooks, Operation } from "../hooks/call.ts";
import { emptyResponse, withHeader } from "../message.ts";
import { Refusal } from "../refusal.ts";

// What the document of `extension.yaml` leaves open.

export default alike({ ruling: [34] })({
  extension: {
    title: "implements the revision that describes categories, photos and orders",
    hooks: () => ({}),
  },
  "categories-with-more-members": {
    title: "adds members to categories, and leaves out those that may be left out",
    ruling: [13, 34],
    hooks: () => ({ serialiseCategory: (id) => ({ name: `Category ${id}`, id, colour: null, parent: {} }) }),
  },
  "nested-categories": {
    title: "has categories within categories",
    hooks: around("serialiseCategory", (correctly, id, call) => ({
      ...correctly(id, call),
      parentId: id % 7n,
    })),
  },
  "count-in-lower-case": {
    title: "writes the count of categories with spaces around it, under a name in lower case",
    ruling: [13, 33, 34],
    hooks: () => ({ categoryHeaders: (count) => [["x-total-count", ` ${count} `]] }),
  },
  "photos-with-charset": {
    title: "names a charset, in capitals, where it lists photos",
    ruling: [13, 34],
    hooks: around("listPhotos", (correctly, call) =>
      withHeader(correctly(call), "Content-Type", "Application/JSON; Charset=UTF-8"),
    ),
  },
  "photos-gone-stay-gone": {
    title: "answers 204 to whoever deletes a photo that is not there",
    warns: ["OP:deletePhoto/bounds/petId", "OP:deletePhoto/bounds/photoId"],
    hooks: around("deletePhoto", (correctly, call) => {
      try {
        return correctly(call);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return emptyResponse(204);
      }
    }),
  },
  "no-orders-yet": {
    title: "has no orders",
    hooks: around("listOrders", (correctly, call) => {
      const response = correctly(call);
      return { ...response, body: new TextEncoder().encode("[]") };
    }),
  },
  "photos-of-some-animals": {
    title: "answers 404 for the photos of animals that have none",
    untested: [
      ...["status", "media-type", "schema", "headers", "auth", "parameters/petId", "rate-headers"],
    ].map((family) => `OP:listPhotos/${family}`),
    hooks: around("listPhotos", (correctly, call) => {
      const response = correctly(call);
      if (new TextDecoder().decode(response.body) !== "[]") return response;
      throw new Refusal(404, "This animal has no photos.");
    }),
  },
});

const paths: readonly (readonly [path: RegExp, operations: Readonly<Record<string, Operation>>])[] = [
  [/^\/v1\/categories$/, { GET: "listCategories" }],
  [/^\/v1\/pets\/[^/]+\/photos$/, { GET: "listPhotos", POST: "createPhoto" }],
  [/^\/v1\/pets\/[^/]+\/photos\/[^/]+$/, { DELETE: "deletePhoto" }],
  [/^\/v1\/store\/orders$/, { GET: "listOrders" }],
  [/^\/v1\/store\/stock$/, { GET: "readStock" }],
];

/** The server of the revision that `extension.yaml` describes: categories, photos and orders beside the animals. */
export function extension(correct: Hooks): Partial<Hooks> {
  return {
    resolveRoute(method, path) {
      const operations = paths.find(([pattern]) => pattern.test(path))?.[1];
      return operations === undefined ? correct.resolveRoute(method, path) : routeTo(method, operations);
    },
  };
}
