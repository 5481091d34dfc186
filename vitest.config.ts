import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    isolate: false,
    pool: "forks",
    maxWorkers: 2,
    // Only what hangs reaches these, however slow the machine is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is waited for comes at once or not at all; how soon is a matter of the machine.
    expect: { poll: { timeout: 20_000 } },
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/platform-fetch.ts"],
    globalSetup: ["test/support/global-setup.ts"],
  },
});
