import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BackupFolder, backupFolder, filesBelow } from "../support/backup-folder.ts";
import { type DatabaseServer, databaseServer } from "../support/database-server.ts";
import { type InstalledCompany, installedCompany } from "../support/installed-company.ts";
import { restClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";
import { ubl } from "../support/ubl.ts";

let site: Installation;
let service: ServiceProcess;
let server: DatabaseServer;
let folder: BackupFolder;
let companies: { readonly company: InstalledCompany; readonly report_id: string; readonly report: Buffer }[];
const targets: Installation[] = [];

/** A company with an invoice that is booked and a report. */
async function filled(name: string, amount: string) {
  const company = await installedCompany(site, name);
  const client = restClient(service.base, company.key);
  const line = { text: "Elforbrug", quantity: "100", unit: "KWH", amount };
  const sent = await client.upload([{ name: "invoice.xml", bytes: ubl({ number: `B-${amount}`, lines: [line] }) }]);
  expect((await client.read(sent.body.id)).files).toMatchObject([{ status: "processed" }]);
  const wish = { report_year: 2026, standard_type: "vsme_basic", format: "json" };
  const queued = await client.post("/api/v1/reports", wish);
  const rendered = await client.rendered(queued.body.id);
  const report_id = String(rendered["generated_report_id"]);
  return { company, report_id, report: (await client.reportFile(report_id)).bytes };
}

beforeAll(async () => {
  folder = await backupFolder();
  site = installation();
  [service, server] = [await site.start(), await databaseServer()];
  companies = [await filled("Acme ApS", "98.00"), await filled("Birk A/S", "127.50")];
}, 300_000);
afterAll(async () => {
  await site.remove();
  for (const target of targets) await target.remove();
  await server.remove();
  folder.remove();
}, 300_000);

function target(): Installation {
  const made = installation();
  targets.push(made);
  return made;
}

const encrypted = () => ["--recipient", folder.recipient];
const opened = () => ["--identity-file", folder.identityFile];

/** What of a company must be the same on both sides. */
async function figures(base: string, { company, report_id }: (typeof companies)[number]) {
  const client = restClient(base, company.key);
  const summary = await client.get("/api/v1/emissions/summary?from=2026-01-01&to=2026-12-31");
  const report = await client.reportFile(report_id);
  expect(summary.status).toBe(200);
  expect(summary.body.total_co2e_kg).toBeGreaterThan(0);
  return { summary: summary.text, report: report.bytes.toString("base64") };
}

async function heads(on: Pick<Installation, "cli">): Promise<unknown[]> {
  const { stdout } = await on.cli("audit", "verify", "--json");
  // Of the command's answer, which its own test describes.
  const ledgers = JSON.parse(stdout) as { tenant_id: string; environment: string; report: { head: unknown } }[];
  return ledgers.map(({ tenant_id, environment, report }) => [tenant_id, environment, report.head]);
}

test(
  "from the embedded database to a server of one's own: figures, audit heads and report bytes are the same",
  { timeout: 600_000 },
  async () => {
    const before = [];
    for (const one of companies) before.push(await figures(service.base, one));
    const made = await site.cli("backup", "--to", folder.path, ...encrypted(), "--json");
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(made.stdout)).toMatchObject({
      encryption: "recipients",
      has_secret: true,
      documents: 4,
      foreign_tables: [],
    });
    const headsBefore = await heads(site);

    const there = target();
    const env = { DATABASE_URL: server.url };
    const back = await there.cliWith(env, "restore", "--from", folder.path, ...opened());
    expect(back).toMatchObject({ code: 0, stderr: "" });
    expect(back.stdout).toMatch(/Acme ApS \(live\): intact[^]*Birk A\/S \(live\): sums agree[^]*Proven/);
    const twice = await there.cliWith(env, "restore", "--from", folder.path, ...opened());
    expect(twice).toMatchObject({ code: 1, stderr: expect.stringContaining("is not empty") });

    expect(await heads({ cli: (...words) => there.cliWith(env, ...words) })).toEqual(headsBefore);
    const running = await there.start({ env });
    const after = [];
    for (const one of companies) after.push(await figures(running.base, one));
    expect(after).toEqual(before);
    expect(companies.map(({ report }) => report.toString("base64"))).toEqual(after.map(({ report }) => report));
    running.signal("SIGTERM");
    await running.ended();
  },
);

test("nothing of an encrypted backup is in clear but ids, counts and hashes", { timeout: 600_000 }, async () => {
  const files = filesBelow(folder.path, /./);
  expect(files.length).toBeGreaterThan(60);
  const secret = readFileSync(join(site.dataDir, "keys/secret"), "utf8").trim();
  for (const path of files) {
    const bytes = readFileSync(path);
    if (path.includes("/tables/") || path.includes("secret"))
      expect(bytes.subarray(0, 21).toString()).toBe("age-encryption.org/v1");
    for (const text of ["Acme", "Elforbrug", secret]) expect(bytes.includes(text), `${text} in ${path}`).toBe(false);
  }
});

test(
  "a backup in clear holds the secret only on demand, says so, and is restored with the secret put back",
  { timeout: 600_000 },
  async () => {
    const clear = await backupFolder();
    const made = await site.cli("backup", "--to", clear.path);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining("THE SECRET IS NOT IN IT") });
    expect(filesBelow(clear.path, /secret/)).toEqual([]);
    const there = target();
    const without = await there.cli("restore", "--from", clear.path);
    expect(without).toMatchObject({ code: 1, stderr: expect.stringMatching(/does not hold the secret.*keys\/secret/) });
    mkdirSync(join(there.dataDir, "keys"));
    writeFileSync(join(there.dataDir, "keys/secret"), `${"0".repeat(64)}\n`);
    const wrong = await there.cli("restore", "--from", clear.path);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("is another secret") });
    writeFileSync(join(there.dataDir, "keys/secret"), readFileSync(join(site.dataDir, "keys/secret")));
    expect(await there.cli("restore", "--from", clear.path)).toMatchObject({ code: 0, stderr: "" });
    expect(await site.cli("backup", "--to", clear.path, "--with-secret")).toMatchObject({
      stdout: expect.stringContaining("NOTHING IS ENCRYPTED"),
    });
    expect(filesBelow(clear.path, /secret/)).toHaveLength(1);
    clear.remove();
  },
);

test(
  "sessions and links of the time of the backup do not come back, and webhooks of a copy send nothing",
  { timeout: 600_000 },
  async () => {
    const own = await backupFolder();
    const [first] = companies;
    if (first === undefined) throw new Error("there are two");
    const { company } = first;
    const client = restClient(service.base, company.key);
    const hook = { url: "https://receiver.example/hook", events: ["target.created"] };
    const subscribed = await client.post("/api/v1/webhooks", hook);
    expect(subscribed.status).toBe(201);
    const user = await site.cli(
      "user",
      "create",
      "--tenant",
      company.id,
      "--role",
      "admin",
      "--email",
      "ida@acme.example",
    );
    expect(user.code).toBe(0);
    expect(await site.sql("select 1 from user_links")).toHaveLength(1);
    // Nobody answers at the address: the delivery waits for its next attempt.
    const tested = await client.post(`/api/v1/webhooks/${subscribed.body.id}/test`, {});
    expect(tested.status).toBe(202);
    await site.sql(`insert into webhook_deliveries (tenant_id, environment, id, webhook_id, event_id, event, body, next_attempt_at)
    values ('${company.id}', 'live', gen_random_uuid(), '${subscribed.body.id}', gen_random_uuid(), 'target.created', '{}',
      now() + interval '1 hour')`);
    // Of an erased company nothing can be stopped, and its books take no event.
    expect((await site.cli("tenant", "create", "--name", "Gone ApS", "--plan", "premium")).code).toBe(0);
    const erased = await site.cli(
      "tenant",
      "erase",
      "--tenant",
      "Gone ApS",
      "--without-export",
      "--confirm",
      "Gone ApS",
    );
    expect(erased).toMatchObject({ code: 0 });
    await site.sql(`insert into data_sources (tenant_id, environment, id, connector, name, status, next_sync_at)
    values ('${company.id}', 'live', gen_random_uuid(), 'sftp', 'Invoices', 'idle', now() + interval '1 hour')`);
    expect((await site.cli("backup", "--to", own.path, "--with-secret")).code).toBe(0);
    const there = target();
    const back = await there.cli("restore", "--from", own.path, "--as-copy", "--json");
    expect(back.code).toBe(0);
    expect(JSON.parse(back.stdout)).toMatchObject({ ok: true, disabled_webhooks: 1, paused_data_sources: 1 });
    const plain = await target().cli("restore", "--from", own.path);
    expect(plain).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/[12] webhook deliveries wait.*a second time/),
    });
    const running = await there.start();
    expect(await there.sql("select 1 from user_links")).toEqual([]);
    expect(await there.sql("select 1 from users")).toHaveLength(1);
    expect(await there.sql("select status from data_sources where connector = 'sftp'")).toEqual([{ status: "paused" }]);
    expect(await there.sql("select 1 from webhook_deliveries where status = 'pending'")).toEqual([]);
    const copied = await restClient(running.base, company.key).get(`/api/v1/webhooks/${subscribed.body.id}`);
    expect(copied.body).toMatchObject({ status: "disabled", deactivated_reason: expect.stringContaining("copy") });
    expect(await there.cli("audit", "verify")).toMatchObject({ code: 0 });
    own.remove();
  },
);

test(
  "documents are copied once, and with --keep go with the last backup that names them",
  { timeout: 600_000 },
  async () => {
    const own = await backupFolder();
    const [first] = companies;
    const client = restClient(service.base, first?.company.key ?? "");
    const backUp = async (...more: readonly string[]) => {
      const made = await site.cli("backup", "--to", own.path, "--json", ...more);
      expect(made).toMatchObject({ code: 0, stderr: "" });
      // Of the command's answer.
      return JSON.parse(made.stdout) as {
        id: string;
        copied_documents: number;
        removed: { backups: string[]; documents: number };
      };
    };
    const one = await backUp();
    expect(one.copied_documents).toBe(4);
    expect((await backUp()).copied_documents).toBe(0);
    const sent = await client.upload([
      { name: "more.xml", bytes: ubl({ number: "K-1", lines: [{ text: "Papir", amount: "10.00" }] }) },
    ]);
    await client.read(sent.body.id);
    expect((await backUp()).copied_documents).toBe(1);
    const spare = join(own.path, "documents", "00", "00");
    mkdirSync(spare, { recursive: true });
    writeFileSync(join(spare, `${"0".repeat(64)}.${"1".repeat(64)}`), "of a backup that is gone");
    const kept = await backUp("--keep", "2");
    expect(kept.removed).toMatchObject({ documents: 1 });
    expect(kept.removed.backups).toContain(one.id);
    expect(readdirSync(own.path).filter((name) => /^\d/.test(name))).toHaveLength(2);
    expect(await site.cli("backup", "verify", "--from", own.path)).toMatchObject({ code: 0 });
    own.remove();
  },
);
