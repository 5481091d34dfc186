import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApiText } from "../../src/interfaces/rest/openapi.ts";
import { OPERATIONS } from "../../src/operations.ts";

/*
 * `npm run check` lints the description that the service serves; this says that the lint would find a fault.
 */

const root = join(import.meta.dirname, "../..");
const isInstalled = existsSync(join(root, "tools/api-lint/node_modules/@redocly/cli"));
const skipped = "(skipped: run `npm ci --ignore-scripts --prefix tools/api-lint` first)";

type Json = Record<string, unknown>;

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "api-lint-test-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

function description(): Json {
  const facts = {
    base_url: "https://ledger.example",
    api_url: "https://ledger.example",
    sandbox_api_url: "https://sandbox.ledger.example",
    errors_url: "https://ledger.example/errors",
    version: "1.0.0",
    uploads: { max_files: 10, max_file_bytes: 1000, max_total_bytes: 5000 },
  };
  // Written by the line above as an object.
  return JSON.parse(openApiText(OPERATIONS, facts)) as Json;
}

/** What stands at a path of keys, which the description has. */
function at(node: unknown, ...path: readonly string[]): Json {
  let found = node;
  for (const key of path) {
    if (typeof found !== "object" || found === null || !(key in found)) throw new Error(`nothing at ${path.join(" ")}`);
    // Checked in the line above.
    found = (found as Json)[key];
  }
  // Every path of these tests ends in an object.
  return found as Json;
}

function lint(document: Json): Promise<{ exit_code: number; output: string }> {
  const file = join(directory, "openapi.json");
  writeFileSync(file, JSON.stringify(document, null, 1));
  const tsx = join(root, "node_modules/tsx/dist/cli.mjs");
  return new Promise((resolve) => {
    execFile(process.execPath, [tsx, "scripts/lint-api.ts", file], { cwd: root }, (error, stdout, stderr) => {
      resolve({ exit_code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

describe.skipIf(!isInstalled)(`the lint of the API description${isInstalled ? "" : ` ${skipped}`}`, () => {
  test("finds planted faults, each by the rule that is for it", { timeout: 300_000 }, async () => {
    const document = description();
    const targets = at(document, "paths", "/targets");
    const body = at(targets, "post", "requestBody", "content", "application/json");
    delete at(body, "schema", "properties", "name")["maxLength"];
    delete at(body, "schema", "properties", "baseline_year")["minimum"];
    at(body, "example")["target_reduction_percent"] = "half";
    delete at(body, "schema", "properties", "scope")["enum"];
    delete at(body, "schema")["additionalProperties"];
    delete at(
      document,
      "paths",
      "/api-keys",
      "post",
      "requestBody",
      "content",
      "application/json",
      "schema",
      "properties",
      "scopes",
    )["maxItems"];
    delete at(targets, "get", "responses")["401"];
    delete at(document, "components", "responses", "TooManyRequests", "headers")["Retry-After"];
    delete at(targets, "get", "responses", "200", "headers")["RateLimit-Policy"];
    delete at(targets, "get")["description"];
    at(targets, "post")["operationId"] = "list_targets";
    at(document, "tags", "0")["description"] = "";

    const { exit_code, output } = await lint(document);

    expect(exit_code).toBe(1);
    for (const rule of [
      "owasp:api4:2023-string-limit",
      "owasp:api4:2023-integer-limit",
      "owasp:api4:2023-array-limit",
      "owasp:api3:2023-no-additionalProperties",
      "owasp:api8:2023-define-error-responses-401",
      "owasp:api4:2023-rate-limit-retry-after",
      "owasp:api4:2023-rate-limit",
      "oas3-valid-media-example",
      "operation-description",
      "operation-operationId-unique",
      "tag-description",
      "no-invalid-media-type-examples",
    ]) {
      expect(output).toMatch(new RegExp(`\\s${rule}\\s`));
    }
  });
});
