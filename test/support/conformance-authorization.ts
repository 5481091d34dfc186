import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { readScenarios, type ScenarioResult, SUITE_COMMAND } from "./conformance-suite.ts";

export interface AuthorizationRun {
  readonly issuer: string;
  readonly client_id: string;
  /** Sent as the `resource` parameter. */
  readonly resource?: string;
  /** Port on which the suite waits for the code. */
  readonly port: number;
  /** Directory in which the run makes its own for results. */
  readonly directory: string;
  /** Called with the address that a person would open; the run goes on when the suite has been called back. */
  readonly onAddress: (address: string) => Promise<void>;
}

const RUN_TIMEOUT_MS = 180_000;

/** Runs the suite's checks of authorization servers; what it says on the way is in `output`. */
export async function runAuthorizationSuite(
  run: AuthorizationRun,
): Promise<{ exit_code: number; output: string; scenarios: ScenarioResult[] }> {
  const results = mkdtempSync(join(run.directory, "conformance-authorization-"));
  const [node, suite] = SUITE_COMMAND;
  const resource = run.resource === undefined ? [] : ["--resource", run.resource];
  const identity = ["--url", run.issuer, "--client-id", run.client_id, ...resource, "--port", String(run.port)];
  const child = spawn(node, [suite, "authorization", ...identity, "--output-dir", results], {
    timeout: RUN_TIMEOUT_MS,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const opened: string[] = [];
  const hear = (chunk: Buffer): void => {
    output += chunk.toString("utf8");
    const [address] = /http\S+\/oauth\/authorize\?\S+(?=\n)/.exec(output) ?? [];
    if (address === undefined || opened.length > 0) return;
    opened.push(address);
    void run.onAddress(address).catch((error: unknown) => {
      output += `\nthe address was not answered: ${String(error)}`;
      child.kill();
    });
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const exit_code = await new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? -1)));
  return { exit_code, output, scenarios: readScenarios(results) };
}
