import { conformance } from "#vitest.ts";

// A server that answers a list without a limit with one pet too many, and whose deprecation header is of an older form.
const pets = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  name: "Rex",
  categoryId: 1,
  status: index % 2 === 0 ? "available" : "sold",
}));

await conformance({
  apiKey: "key-of-the-adaptor-tests",
  rateLimit: "off",
  readOnly: true,
  only: ["LIST-1", "LIST-2", "AUTH-1", "AUTH-2"],
  target: () => ({
    fetch: (request) => {
      if (!request.headers.has("authorization"))
        return Response.json({ code: "no_key", message: "no key", status: 401 }, { status: 401 });
      const { searchParams } = new URL(request.url);
      // Text that turns what follows it round, and begins a control sequence.
      if (searchParams.get("status") === "pending")
        return Response.json([{ id: 99, name: "Rex", categoryId: "\u202e\u009b31m", status: "pending" }]);
      const asked = pets.filter(({ status }) => status === (searchParams.get("status") ?? status));
      return Response.json(asked.slice(0, Number(searchParams.get("limit") ?? 21)));
    },
  }),
});
