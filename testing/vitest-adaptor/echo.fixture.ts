import { conformance } from "../../src/vitest.ts";
import { echoingHandler } from "../echo/echoing-server.ts";

// A server that repeats the key in wrong error bodies: what vitest prints of it must not hold the key.
const apiKey = process.env.ECHO_KEY ?? "";

for (const profile of ["quick", "standard", "thorough"] as const)
  await conformance({
    apiKey,
    profile,
    rateLimit: "off",
    seed: 1,
    target: { fetch: echoingHandler(apiKey) },
  });
