import { conformance } from "#vitest.ts";

// A server that wraps every list: one mistake, by which many requirements fail and others cannot be judged.
await conformance({
  apiKey: "key-of-the-adaptor-tests",
  rateLimit: "off",
  readOnly: true,
  target: {
    fetch: (request) =>
      request.headers.get("authorization") === "Bearer key-of-the-adaptor-tests"
        ? Response.json({ data: [{ id: 1, name: "Rex", categoryId: 1, status: "available" }] })
        : Response.json({ code: "no_key", message: "no key", status: 401 }, { status: 401 }),
  },
});
