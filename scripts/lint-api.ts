/**
 * Lints the OpenAPI description of the operations, or the file that is named as argument, with Spectral (its OpenAPI and
 * the OWASP rules) and Redocly. Any warning fails. The linters are installed into tools/api-lint when they are not there.
 */
import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openApiText } from "../src/interfaces/rest/openapi.ts";
import { OPERATIONS } from "../src/operations.ts";

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
    base_url: "https://ledger.example",
    api_url: "https://ledger.example",
    sandbox_api_url: "https://sandbox.ledger.example",
    errors_url: "https://ledger.example/errors",
    version: "0.0.0",
    uploads: { max_files: 100, max_file_bytes: 2 ** 26, max_total_bytes: 2 ** 28 },
  });
}

/** The linters in the versions that tools/api-lint pins; nothing is fetched when they are there. */
function installLinters(): void {
  const { dependencies = {} } = manifest(tools);
  const isThere = ([name, version]: [string, string]) => manifest(join(modules, name)).version === version;
  if (Object.entries(dependencies).every(isThere)) return;
  console.log("installing the linters of the API description into tools/api-lint (once)");
  const argv = ["ci", "--ignore-scripts", "--no-progress", "--prefix", tools];
  const { status } = spawnSync("npm", argv, { stdio: "inherit", timeout: TIMEOUT_MS });
  if (status === 0) return;
  console.error("the linters of the API description cannot be installed; the first check needs the package registry");
  process.exit(1);
}

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifest(directory: string): Manifest {
  const file = join(directory, "package.json");
  // A package's manifest, written by npm or by us.
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : {};
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
