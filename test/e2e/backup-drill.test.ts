import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InstalledCompany, installedCompany } from "../support/installed-company.ts";
import { restClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";
import { ubl } from "../support/ubl.ts";

const UPLOADS = 100;
const AT_ONCE = 4;
/** Uploads that are acknowledged before the backup begins: it runs in the middle of the others. */
const BEFORE = 25;
/** Uploads that are kept until the backup has ended, however fast the machine is. */
const AFTER = 8;

let site: Installation;
let restored: Installation;
let service: ServiceProcess;
let companies: InstalledCompany[];
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "carbon-ledger-backups-"));
  writeFileSync(join(folder, "passphrase"), "rig trist ko danser sent\n");
  [site, restored] = [installation(), installation()];
  service = await site.start();
  companies = [await installedCompany(site, "Acme ApS"), await installedCompany(site, "Birk A/S")];
}, 300_000);
afterAll(async () => {
  await site.remove();
  await restored.remove();
  rmSync(folder, { recursive: true, force: true });
}, 300_000);

interface Acknowledged {
  readonly key: string;
  readonly id: string;
  readonly acknowledged_at: number;
}

/** Sends invoices of both companies in turn, some at a time, the last of them once the backup has ended; `acknowledged` grows. */
function sendInvoices(acknowledged: Acknowledged[], ended: Promise<unknown>): Promise<unknown> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < UPLOADS) {
      const n = next;
      next += 1;
      if (n >= UPLOADS - AFTER) await ended;
      const { key } = companies[n % companies.length] ?? { key: "" };
      const line = { text: "Elforbrug", quantity: String(100 + n), unit: "KWH", amount: "98.00" };
      const bytes = ubl({ number: `D-${n}`, lines: [line] });
      const { status, body } = await restClient(service.base, key).upload([{ name: `${n}.xml`, bytes }]);
      expect(status).toBe(202);
      acknowledged.push({ key, id: body.id, acknowledged_at: Date.now() });
    }
  };
  return Promise.all(Array.from({ length: AT_ONCE }, one));
}

test("a backup that is made while 100 uploads run brings every upload back that was acknowledged before its moment", async () => {
  const passphrase = ["--passphrase-file", join(folder, "passphrase")];
  const acknowledged: Acknowledged[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const sending = sendInvoices(acknowledged, ended);
  await until("the first uploads", () => (acknowledged.length >= BEFORE ? true : null), 5);
  const made = await site.cli("backup", "--to", folder, ...passphrase, "--json").finally(() => end());
  await sending;
  expect(made).toMatchObject({ code: 0, stderr: "" });
  const { moment, has_secret } = JSON.parse(made.stdout) as { moment: string; has_secret: boolean };
  expect(has_secret).toBe(true);
  const due = acknowledged.filter(({ acknowledged_at }) => acknowledged_at < Date.parse(moment));
  expect(due.length).toBeGreaterThanOrEqual(BEFORE);
  expect(due.length).toBeLessThan(UPLOADS);

  service.signal("SIGKILL");
  await service.ended();
  await site.remove();

  const back = await restored.cli("restore", "--from", folder, ...passphrase, "--json");
  expect(back).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(back.stdout)).toMatchObject({ ok: true, differing: [] });
  const again = await restored.start();
  for (const { key, id } of due) {
    const upload = await restClient(again.base, key).read(id);
    expect(upload.files).toMatchObject([{ status: "processed" }]);
  }
  expect(await restored.cli("audit", "verify", "--documents")).toMatchObject({ code: 0, stderr: "" });
  expect(await restored.cli("doctor")).toMatchObject({ code: 0, stderr: "" });
}, 600_000);
