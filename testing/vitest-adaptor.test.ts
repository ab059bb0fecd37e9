import { createReferenceServer } from "../reference-server/server.ts";
import { conformance } from "../src/vitest.ts";

// The adaptor as a user's own project has it: the reference server as a fetch handler.
const apiKey = "key-of-the-adaptor-tests";
const server = createReferenceServer({ now: () => Date.now(), keys: [apiKey], plan: "none" });

await conformance({
  apiKey,
  rateLimit: "off",
  target: {
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const answer = await server.handle({
        method: request.method,
        target: pathname + search,
        headers: [...request.headers],
        body: new Uint8Array(await request.arrayBuffer()),
      });
      if ("failure" in answer) throw new Error("the reference server lost a request");
      const headers = answer.headers.map(([name, value]) => [name, value] as [string, string]);
      return new Response(new Uint8Array(answer.body), { status: answer.status, headers });
    },
  },
});
