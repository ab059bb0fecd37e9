import { conformance } from "#vitest.ts";
import { echoingHandler } from "../echo/echoing.ts";

// A server that repeats the key in wrong error bodies: what vitest prints of it must not hold the key.
for (const apiKey of process.env.ECHO_KEYS?.split(" ") ?? [])
  await conformance({ apiKey, rateLimit: "off", seed: 1, target: { fetch: echoingHandler(apiKey) } });
