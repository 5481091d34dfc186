import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { restClient } from "../support/rest-client.ts";
import {
  type CommandResult,
  type Installation,
  installation,
  type ServiceProcess,
  until,
} from "../support/service-process.ts";
import { ubl } from "../support/ubl.ts";

let site: Installation;
let service: ServiceProcess;
let directory: string;
let tenant: string;

beforeAll(async () => {
  site = installation();
  directory = mkdtempSync(join(tmpdir(), "carbon-ledger-files-"));
  service = await site.start();
  tenant = json(await site.cli("tenant", "create", "--name", "Acme ApS", "--plan", "enterprise", "--json")).id;
}, 300_000);

afterAll(async () => {
  await site.remove();
  rmSync(directory, { recursive: true, force: true });
});

/** Members that the tests look at. */
interface Printed {
  readonly id: string;
  readonly key: string;
  readonly plan: string;
  readonly files: readonly {
    readonly name: string;
    readonly status: string;
    readonly error: { code: string } | null;
  }[];
}

/** What a command that succeeded printed with --json. */
function json(result: CommandResult): Printed {
  expect(result).toMatchObject({ code: 0, stderr: "" });
  // Checked by the assertions on its members.
  return JSON.parse(result.stdout) as Printed;
}

function fileWith(name: string, content: Buffer | string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

const invoice = (number: string) =>
  ubl({ number, lines: [{ text: "Elforbrug", quantity: "100", unit: "KWH", amount: "98.00" }] });

describe("words", () => {
  test("without any, the help names every command and says success", async () => {
    const { code, stdout } = await site.cli();
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(stdout).toContain(`${command.name} ${command.usage}`.trim());
  });

  test.each([
    ["an unknown command", ["tenant", "destroy"], /tenant create/],
    ["an unknown option", ["tenant", "list", "--all"], /tenant list/],
    ["an option without its value", ["tenant", "create", "--name"], /tenant create --name/],
    ["a missing option", ["tenant", "create"], /--name is missing[^]*tenant create --name/],
    ["a wrong choice", ["tenant", "create", "--name", "X", "--plan", "gold"], /starter, premium, enterprise/],
    ["a word too many", ["doctor", "Acme"], /doctor \[--tenant/],
    ["an unknown scope", ["key", "create", "--tenant", "Acme ApS", "--name", "x", "--scopes", "all:write"], /known: /],
    ["no file", ["import", "--tenant", "Acme ApS"], /name at least one file/],
  ])("%s is answered with code 2 and the usage", async (_name, words, says) => {
    const { code, stdout, stderr } = await site.cli(...words);
    expect(code).toBe(2);
    expect(stdout + stderr).toMatch(says);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test("--help after a command is its usage, and changes nothing", async () => {
    expect(await site.cli("tenant", "create", "--name", "Nobody", "--help")).toMatchObject({ code: 0 });
    expect((await site.cli("tenant", "list", "--json")).stdout).not.toContain("Nobody");
  });

  test.each([
    ["an unknown company", ["audit", "verify", "--tenant", "Nobody"], /resource\.not_found/],
    ["a file that is not there", ["import", "--tenant", "Acme ApS", "/nowhere/x.xml"], /no such file/],
    ["an unreachable database", ["tenant", "list"], /ECONNREFUSED/],
  ])("%s is answered with code 1 and one sentence", async (name, words, says) => {
    const env = name === "an unreachable database" ? { DATABASE_URL: "postgresql://me:geheim@localhost:1/x" } : {};
    const { code, stderr } = await site.cliWith(env, ...words);
    expect(code).toBe(1);
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/\n\s+at |geheim/);
  });

  test("a wrong setting is named with code 2", async () => {
    const { code, stderr } = await site.cliWith({ PORT: "many" }, "tenant", "list");
    expect(code).toBe(2);
    expect(stderr).toMatch(/PORT: must be a whole number/);
  });
});

describe("companies and keys, beside the running service", () => {
  test("a new key works at once, with its scopes and from its addresses only", async () => {
    const words = ["key", "create", "--tenant", tenant, "--name", "Reader", "--scopes", "emissions:read", "--json"];
    const open = json(await site.cli(...words));
    const client = restClient(service.base, open.key);
    expect((await client.get("/api/v1/emissions/summary")).status).toBe(200);
    expect(await client.get("/api/v1/activities")).toMatchObject({
      status: 403,
      body: { code: "auth.scope_required", scope_required: "activities:read" },
    });
    const elsewhere = json(await site.cli(...words, "--allow-ip", "192.0.2.0/24, 2001:db8::1"));
    expect(await restClient(service.base, elsewhere.key).get("/api/v1/emissions/summary")).toMatchObject({
      status: 403,
      body: { code: "auth.ip_not_allowed" },
    });
    const here = json(await site.cli(...words, "--allow-ip", "127.0.0.1,::1"));
    expect((await restClient(service.base, here.key).get("/api/v1/emissions/summary")).status).toBe(200);
  });

  test("an expiry is kept, one in the past or without a time zone is refused", async () => {
    const words = ["key", "create", "--tenant", tenant, "--name", "Short", "--json", "--expires-at"];
    const key = json(await site.cli(...words, "2099-01-01T00:00:00Z"));
    const me = await restClient(service.base, key.key).get("/api/v1/me");
    expect(me.text).toContain("2099-01-01T00:00:00");
    for (const wrong of ["2020-01-01T00:00:00Z", "tomorrow"]) {
      const refused = await site.cli(...words, wrong);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain("expires_at");
    }
  });

  test("a sandbox key is refused on the live address and works on the sandbox's", async () => {
    const words = ["key", "create", "--tenant", tenant, "--environment", "sandbox", "--name", "s", "--json"];
    const { key } = json(await site.cli(...words));
    expect(await restClient(service.base, key).get("/api/v1/me")).toMatchObject({
      status: 401,
      body: { code: "auth.key_environment_mismatch" },
    });
    expect((await restClient(service.sandbox, key).get("/api/v1/me")).status).toBe(200);
  });

  test("a revoked key ends at once on the running service", async () => {
    const { id, key } = json(await site.cli("key", "create", "--tenant", tenant, "--name", "Gone", "--json"));
    const client = restClient(service.base, key);
    expect((await client.get("/api/v1/me")).status).toBe(200);
    json(await site.cli("key", "revoke", "--tenant", tenant, "--id", id, "--json"));
    expect(await client.get("/api/v1/me")).toMatchObject({ status: 401, body: { code: "auth.key_revoked" } });
  });

  test("a changed plan is seen by the next request, both ways", async () => {
    const { key } = json(await site.cli("key", "create", "--tenant", tenant, "--name", "p", "--json"));
    const client = restClient(service.base, key);
    expect((await client.get("/api/v1/me")).status).toBe(200);
    expect(json(await site.cli("tenant", "set-plan", "--tenant", tenant, "--plan", "starter", "--json")).plan).toBe(
      "starter",
    );
    expect(await client.get("/api/v1/me")).toMatchObject({
      status: 403,
      body: { code: "subscription.feature_required" },
    });
    json(await site.cli("tenant", "set-plan", "--tenant", tenant, "--plan", "enterprise", "--json"));
    expect((await client.get("/api/v1/me")).status).toBe(200);
    expect((await site.cli("tenant", "list")).stdout).toMatch(new RegExp(`${tenant}  enterprise +Acme ApS`));
  });
});

describe("import", () => {
  test("waits until its files are read, by whichever process; a refused file is named and makes code 1", async () => {
    const good = Array.from({ length: 8 }, (_, index) => fileWith(`${index}.xml`, invoice(`CLI-${index}`)));
    const first = json(await site.cli("import", "--tenant", tenant, ...good, "--json"));
    expect(first.files.map((file) => file.status)).toEqual(good.map(() => "processed"));
    const mixed = [good[0] ?? "", fileWith("empty.xml", ""), fileWith("new.xml", invoice("CLI-9"))];
    const second = await site.cli("import", "--tenant", tenant, ...mixed);
    expect(second.code).toBe(1);
    expect(second.stdout).toMatch(/duplicate +0\.xml/);
    expect(second.stdout).toMatch(/rejected +empty\.xml +\(file\.empty\)/);
    expect(second.stdout).toMatch(/processed +new\.xml/);
  });
});

describe("checks", () => {
  test("doctor and audit verify have one entry per company and environment", async () => {
    for (const words of [["doctor"], ["audit", "verify"]]) {
      const result = await site.cli(...words, "--tenant", tenant, "--json");
      const reports = JSON.parse(result.stdout) as unknown[];
      expect(reports).toMatchObject([
        { tenant_id: tenant, environment: "live", report: { ok: true } },
        { tenant_id: tenant, environment: "sandbox", report: { ok: true } },
      ]);
    }
  });

  test("doctor names a company whose sums were changed by hand", async () => {
    const where = "tenant_id = $1 and environment = 'live' and scope = 2";
    await site.sql(`update emission_rollups set market_based_kg = market_based_kg + 1 where ${where}`, [tenant]);
    const { code, stdout } = await site.cli("doctor");
    expect(code).toBe(1);
    expect(stdout).toMatch(/Acme ApS \(live\): 1 sums differ/);
    await site.sql(`update emission_rollups set market_based_kg = market_based_kg - 1 where ${where}`, [tenant]);
  });

  test("doctor names a document whose count of entries was changed by hand", async () => {
    const shift = `update document_entry_counts set entry_count = entry_count + $2
      where tenant_id = $1 and environment = 'live' and document_id = (
        select document_id from document_entry_counts where tenant_id = $1 and environment = 'live' order by document_id limit 1)
      returning document_id, entry_count::int`;
    const [changed] = await site.sql<{ document_id: string; entry_count: number }>(shift, [tenant, 1]);
    const { code, stdout } = await site.cli("doctor");
    expect(code).toBe(1);
    const { document_id = "", entry_count = 0 } = changed ?? {};
    expect(stdout).toContain(`1 times: document ${document_id} has ${entry_count - 1}, kept are ${entry_count}`);
    await site.sql(shift, [tenant, -1]);
    expect((await site.cli("doctor")).code).toBe(0);
  });

  test("doctor and jobs list tell of a file whose reading was given up, and jobs retry has it read anew", async () => {
    expect((await site.cli("jobs", "list")).stdout).toBe("no dead jobs\n");
    const { files } = json(await site.cli("import", "--tenant", tenant, "--json", fileWith("g.xml", invoice("G-1"))));
    expect(files).toMatchObject([{ status: "processed" }]);
    // As releases left it whose process was killed five times.
    const [file] = await site.sql<{ id: string }>(
      `update upload_files set status = 'rejected', error = '{"code": "file.processing_failed"}'
       where tenant_id = $1 and name = 'g.xml' returning id`,
      [tenant],
    );
    const id = "0190a0b0-0000-7000-8000-00000000dead";
    await site.sql(
      `insert into jobs (tenant_id, environment, id, kind, key, payload, state, attempts, last_error, finished_at)
       values ($1, 'live', $2, 'process_file', $3, $4, 'dead', 5, 'the process that ran this job ended', now())`,
      [tenant, id, file?.id, JSON.stringify({ file_id: file?.id })],
    );
    expect(await site.cli("doctor")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Acme ApS \(live\): sums agree\n +1 jobs were given up; see jobs list/),
    });
    expect(json(await site.cli("jobs", "list", "--json"))).toMatchObject([
      { id, kind: "process_file", tenant_id: tenant, attempts: 5, interruptions: 0, payload: { file_id: file?.id } },
    ]);
    expect(json(await site.cli("jobs", "retry", "--all", "--json"))).toEqual([{ id, outcome: "queued" }]);
    await until("the reading", async () => {
      const [row] = await site.sql<{ status: string }>("select status from upload_files where id = $1", [file?.id]);
      // Its content is in the ledger already.
      return row?.status === "duplicate" ? true : null;
    });
    expect((await site.cli("jobs", "list")).stdout).toBe("no dead jobs\n");
    expect(await site.cli("jobs", "retry", "--id", id)).toMatchObject({ code: 1 });
    expect(await site.cli("audit", "verify")).toMatchObject({ code: 0 });
  });
});
