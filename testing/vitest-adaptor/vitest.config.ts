import { defineConfig } from "vitest/config";

// The tests of a user whose server is broken: run by vitest-adaptor-failures.test.ts alone.
export default defineConfig({ cacheDir: "../../node_modules/.vite", test: { include: ["**/*.fixture.ts"] } });
