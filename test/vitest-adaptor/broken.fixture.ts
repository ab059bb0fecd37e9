import { conformance } from "../../src/vitest.ts";

// A server that answers every list with one pet too many, and whose deprecation header is of an older form.
const pets = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, name: "Rex", categoryId: 1 }));

await conformance({
  apiKey: "key-of-the-adaptor-tests",
  rateLimit: "off",
  readOnly: true,
  only: ["LIST-2", "AUTH-1", "AUTH-2"],
  target: () => ({
    fetch: (request) => {
      if (!request.headers.has("authorization"))
        return Response.json({ code: "no_key", message: "no key", status: 401 }, { status: 401 });
      return Response.json(pets.slice(0, 21));
    },
  }),
});
