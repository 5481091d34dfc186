import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { testApp, type TestApp } from "../support/app.ts";
import { CONFORMANCE_EXTENSION } from "../support/conformance-extension.ts";
import { keyProxy, type KeyProxy } from "../support/conformance-proxy.ts";
import {
  INSTALL_COMMAND,
  isSuiteInstalled,
  requiredScenarios,
  runSuite,
  type ScenarioResult,
  type SuiteResult,
} from "../support/conformance-suite.ts";

/** Longer than a run may take, so that a run that hangs is reported as one. */
const TEST_TIMEOUT_MS = 300_000;
const title = isSuiteInstalled
  ? "the official conformance suite"
  : `the official conformance suite (skipped: run \`${INSTALL_COMMAND}\` on Linux x64 first)`;

interface Served {
  readonly app: TestApp;
  readonly proxy: KeyProxy;
}

/** The service's own HTTP layer on this machine, and a proxy that brings a key: the suite cannot send one. */
async function serve(options: Parameters<typeof testApp>[0] = {}): Promise<Served> {
  const url = "http://localhost";
  const app = await testApp({
    ...options,
    settings: { base_url: url, api_url: url, sandbox_api_url: "http://sandbox.localhost" },
  });
  const key = await app.key(await app.db.tenant());
  return { app, proxy: await keyProxy(app.main, key.key) };
}

const stop = async ({ app, proxy }: Served): Promise<void> => {
  await proxy.close();
  await app.close();
};

const failing = (scenarios: readonly ScenarioResult[]): string[] =>
  scenarios.filter(({ failed }) => failed > 0).map(({ name }) => name);

/** "n of m" scenarios without a failed check. */
function share(scenarios: readonly ScenarioResult[]): string {
  return `${scenarios.length - failing(scenarios).length} of ${scenarios.length}`;
}

/** Runs the suite, says what it found, and fails on anything that the baseline does not name. */
async function run(served: Served, name: string, selection: readonly string[]): Promise<SuiteResult> {
  const baseline = join(import.meta.dirname, "baselines", `${name}.yml`);
  const { mcp_url } = served.proxy;
  const result = await runSuite({ mcp_url, selection, baseline, directory: inject("run_directory") });
  const required = new Set(selection[0] === "--requirements" ? requiredScenarios(selection[1] ?? "") : []);
  const scored = result.scenarios.filter((scenario) => required.size === 0 || required.has(scenario.name));
  const others = result.scenarios.filter((scenario) => !scored.includes(scenario));
  const checks = result.scenarios.reduce((sum, { passed }) => sum + passed, 0);
  const counts = `${share(scored)} scenarios pass, ${share(others)} unscored ones; ${checks} checks passed`;
  process.stdout.write(`conformance ${name}: ${counts}\n`);
  expect(result.exit_code, result.output.slice(-8_000)).toBe(0);
  expect(served.app.log.filter(({ level }) => level === "error")).toEqual([]);
  return result;
}

describe.skipIf(!isSuiteInstalled)(title, () => {
  describe("over the suite's own tools, prompts and resources", () => {
    let served: Served;
    beforeAll(async () => {
      served = await serve({ mcp_extension: CONFORMANCE_EXTENSION });
    });
    afterAll(async () => stop(served));

    test("passes every required scenario of 2026-07-28", { timeout: TEST_TIMEOUT_MS }, async () => {
      const { scenarios } = await run(served, "fixtures-2026-07-28", ["--requirements", "2026-07-28"]);
      const required = requiredScenarios("2026-07-28");
      expect(required).toHaveLength(37);
      for (const name of required) {
        expect(scenarios.find((scenario) => scenario.name === name)).toMatchObject({ failed: 0, warned: 0 });
      }
      // Neither is scored: tasks is an extension that the service does not have, no tool mirrors parameters in headers.
      const others = failing(scenarios).filter((name) => !name.startsWith("tasks-"));
      expect(others).toEqual(["http-custom-header-server-validation"]);
    });

    test(
      "passes 2025-11-25 but for the four scenarios of requests from the server to the client",
      { timeout: TEST_TIMEOUT_MS },
      async () => {
        const { scenarios } = await run(served, "fixtures-2025-11-25", ["--requirements", "2025-11-25"]);
        const required = requiredScenarios("2025-11-25");
        expect(required).toHaveLength(30);
        expect(required.filter((name) => !scenarios.some((scenario) => scenario.name === name))).toEqual([]);
        expect(failing(scenarios)).toEqual([
          "elicitation-sep1034-defaults",
          "elicitation-sep1330-enums",
          "tools-call-elicitation",
          "tools-call-sampling",
        ]);
      },
    );

    test(
      "is trusted, because the run fails on a failure that no baseline names and on a stale entry",
      { timeout: TEST_TIMEOUT_MS },
      async () => {
        const { mcp_url } = served.proxy;
        const directory = inject("run_directory");
        const exitCode = async (name: string, entries: string): Promise<number> => {
          const baseline = join(directory, `${name}.yml`);
          writeFileSync(baseline, `server: [${entries}]\n`);
          const selection = ["--spec-version", "2025-06-18"];
          return (await runSuite({ mcp_url, selection, baseline, directory })).exit_code;
        };
        expect(await exitCode("missing", "tools-call-sampling")).toBe(1);
        expect(await exitCode("stale", "tools-call-sampling, tools-call-elicitation, ping")).toBe(1);
      },
    );

    test("passes 2025-06-18 but for the two of those scenarios that it has", { timeout: TEST_TIMEOUT_MS }, async () => {
      const { scenarios } = await run(served, "fixtures-2025-06-18", ["--spec-version", "2025-06-18"]);
      expect(scenarios).toHaveLength(27);
      expect(failing(scenarios)).toEqual(["tools-call-elicitation", "tools-call-sampling"]);
    });
  });

  describe("over the service as it ships", () => {
    let served: Served;
    beforeAll(async () => {
      served = await serve();
    });
    afterAll(async () => stop(served));

    test.each(["2026-07-28", "2025-11-25"])(
      "fails no scenario of %s but those that need the suite's own tools",
      { timeout: TEST_TIMEOUT_MS },
      async (revision) => {
        const { scenarios } = await run(served, `product-${revision}`, ["--requirements", revision]);
        expect(scenarios.length).toBeGreaterThan(30);
      },
    );
  });
});
