import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "src/**/*.test.ts",
      "suites/**/*.test.ts",
      "reference-server/**/*.test.ts",
      "bench/**/*.test.ts",
      "scripts/**/*.test.ts",
      "testing/**/*.test.ts",
    ],
    testTimeout: 30_000,
  },
});
