/**
 * Lints the OpenAPI description of the operations, or the file that is named as argument, with Spectral (its OpenAPI and
 * the OWASP rules) and Redocly. Any warning fails. The linters are installed into tools/api-lint when they are not there.
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openApiText } from "../src/interfaces/rest/openapi.ts";
import { OPERATIONS } from "../src/registry.ts";

const tools = join(import.meta.dirname, "../tools/api-lint");
const modules = join(tools, "node_modules");

/** Far above what a run takes. */
const TIMEOUT_MS = 120_000;

const LINTERS = [
  {
    name: "Spectral",
    script: join(modules, "@stoplight/spectral-cli/dist/index.js"),
    argv: (file: string) => ["lint", "--ruleset", "spectral.mjs", "--fail-severity", "warn", file],
  },
  {
    name: "Redocly",
    script: join(modules, "@redocly/cli/bin/cli.js"),
    // Strict rule sets make every warning an error.
    argv: (file: string) => ["lint", "--config", "redocly.yaml", "--format", "stylish", file],
  },
] as const;

/** The description as an operator would publish it. */
function description(): string {
  return openApiText(OPERATIONS, {
    api_url: "https://ledger.example",
    sandbox_api_url: "https://sandbox.ledger.example",
    errors_url: "https://ledger.example/errors",
    version: "0.0.0",
    uploads: { max_files: 100, max_file_bytes: 2 ** 26, max_total_bytes: 2 ** 28 },
  });
}

function installLinters(): void {
  if (LINTERS.every(({ script }) => existsSync(script))) return;
  console.log("installing the linters of the API description into tools/api-lint (once)");
  const argv = ["ci", "--ignore-scripts", "--no-progress", "--prefix", tools];
  execFileSync("npm", argv, { stdio: "inherit", timeout: TIMEOUT_MS });
}

function run({ script, argv }: (typeof LINTERS)[number], file: string): Promise<{ passed: boolean; output: string }> {
  // Neither asks the network for newer versions nor reports its use.
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return new Promise((done) => {
    execFile(
      process.execPath,
      [script, ...argv(file)],
      { cwd: tools, env, timeout: TIMEOUT_MS, maxBuffer: 64 * 2 ** 20 },
      (error, stdout, stderr) => done({ passed: error === null, output: `${stdout}${stderr}` }),
    );
  });
}

installLinters();
const directory = mkdtempSync(join(tmpdir(), "api-lint-"));
try {
  const [, , given] = process.argv;
  const file = given === undefined ? join(directory, "openapi.json") : resolve(given);
  // Indented, so that findings name lines.
  if (given === undefined) writeFileSync(file, JSON.stringify(JSON.parse(description()), null, 1));
  const runs = await Promise.all(LINTERS.map(async (linter) => ({ ...linter, ...(await run(linter, file)) })));
  for (const { name, output } of runs.filter(({ passed }) => !passed)) {
    console.error(`${name} found faults in the API description:\n${output}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
