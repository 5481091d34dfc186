import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    isolate: false,
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
  },
});
