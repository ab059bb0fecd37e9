import { ReferenceServer } from "#reference-server/server.ts";
import { conformance } from "#vitest.ts";
import { asFetch } from "../reference-server/handlers.ts";

// The adaptor as a user's own project has it: the reference server as a fetch handler.
const apiKey = "key-of-the-adaptor-tests";
const server = new ReferenceServer({ now: () => Date.now(), keys: [apiKey], plan: "none" });

await conformance({ apiKey, rateLimit: "off", target: { fetch: asFetch(server) } });
