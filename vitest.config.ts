import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** Scenes of minutes, a path a line; LONG_TESTS=off leaves them to a run of their own (.ci/run). */
const LONG_TESTS = readFileSync(join(import.meta.dirname, "test/long-tests.txt"), "utf8")
  .trim()
  .split("\n");

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
    exclude: [...configDefaults.exclude, ...(process.env["LONG_TESTS"] === "off" ? LONG_TESTS : [])],
    setupFiles: ["test/support/platform-fetch.ts"],
    globalSetup: ["test/support/global-setup.ts"],
  },
});
