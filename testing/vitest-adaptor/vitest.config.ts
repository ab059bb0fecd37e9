import { defineConfig } from "vitest/config";

// The tests of a user whose server is broken: run by testing/long/use/installed.test.ts alone.
export default defineConfig({
  cacheDir: "../../node_modules/.vite",
  // One process loads the modules once, for all of them.
  test: { include: ["**/*.fixture.ts"], isolate: false, maxWorkers: 1 },
});
