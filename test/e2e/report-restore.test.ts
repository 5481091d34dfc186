import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installationKey } from "../../src/platform/crypto.ts";
import { isEngineInstalled } from "../../src/platform/typst/engine.ts";
import { installedCompany } from "../support/installed-company.ts";
import { restClient, type RestClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";
import { storedDocument } from "../support/stored-document.ts";
import { ubl } from "../support/ubl.ts";

/** Files of reports that are lost on the disk, and the operator's command that makes them again. */
let site: Installation;
let service: ServiceProcess;
let client: RestClient;
let tenant: string;
let key: string;

const FORMATS = isEngineInstalled() ? ["json", "xlsx", "xhtml", "pdf"] : ["json", "xlsx", "xhtml"];

interface Listed {
  readonly id: string;
  readonly sha256: string;
}

beforeAll(async () => {
  site = installation();
  service = await site.start();
  ({ id: tenant, key } = await installedCompany(site, "Fjord ApS"));
  client = restClient(service.base, key);
  const lines = [{ text: "Elforbrug", quantity: "1000", unit: "KWH", amount: "900.00" }];
  const { body } = await client.upload([{ name: "R-1.xml", bytes: ubl({ number: "R-1", date: "2025-03-10", lines }) }]);
  await client.read(body.id);
  await fetch(`${service.base}/api/v1/report-inputs/2025/RegistrationNumber`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ value: "29189846" }),
  });
}, 120_000);
afterAll(() => site.remove());

async function finished(format: string): Promise<void> {
  const asked = await client.post("/api/v1/reports", { report_year: 2025, standard_type: "vsme_basic", format });
  expect(asked.status, asked.text).toBe(202);
  const { status, failure_reason } = await client.rendered(asked.body.id);
  expect(status, String(failure_reason)).toBe("completed");
}

/** Where the sealed file lies. */
async function placeOf({ sha256 }: Listed): Promise<string> {
  const secret = await installationKey({ data_dir: site.dataDir, secret_key: undefined });
  return storedDocument(site.dataDir, { id: tenant, environment: "live" }, sha256, secret);
}

const download = async ({ id }: Listed) =>
  await fetch(`${service.base}/api/v1/reports/${id}/file`, { headers: { authorization: `Bearer ${key}` } });

test(
  "lost and damaged files are told, made again beside the running service, and whole",
  { timeout: 180_000 },
  async () => {
    for (const format of FORMATS) await finished(format);
    const { body } = await client.get("/api/v1/reports");
    const reports = body.items as unknown as readonly Listed[];
    expect(reports).toHaveLength(FORMATS.length);
    for (const [index, report] of reports.entries()) {
      const path = await placeOf(report);
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      if (index === 0) rmSync(path);
      else writeFileSync(path, bytes);
      const answer = await download(report);
      expect([answer.status, await answer.text()]).toEqual([
        503,
        expect.stringContaining(`report restore ${report.id}`),
      ]);
    }
    const verified = await site.cli("audit", "verify", "--documents");
    expect(verified.code).toBe(1);
    expect(verified.stdout.match(/its file is (missing|damaged).*report restore/g)).toHaveLength(reports.length);

    const [first] = reports;
    const one = await site.cli("report", "restore", first?.id ?? "");
    expect(one).toMatchObject({ code: 0, stdout: expect.stringMatching(/^restored {2}.*Fjord ApS \(live\)/) });
    const all = await site.cli("report", "restore", "--all-damaged", "--json");
    expect(JSON.parse(all.stdout)).toMatchObject({
      checked: reports.length,
      restored: reports.length - 1,
      not_restored: 0,
    });
    for (const report of reports) {
      const bytes = Buffer.from(await (await download(report)).arrayBuffer());
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(report.sha256);
    }
    expect(await site.cli("audit", "verify", "--documents")).toMatchObject({ code: 0 });
    expect((await site.cli("report", "restore", first?.id ?? "")).stdout).toMatch(/^sound/);
  },
);

test("a file that would come out differently stays lost, with the reason", { timeout: 60_000 }, async () => {
  const { body } = await client.get("/api/v1/reports");
  const [report] = body.items as unknown as readonly Listed[];
  if (report === undefined) throw new Error("no report");
  rmSync(await placeOf(report));
  await site.sql(`update report_snapshots set snapshot = jsonb_set(snapshot, '{company,name}', '"Other"')`);
  const refused = await site.cli("report", "restore", "--all-damaged", "--tenant", "Fjord ApS");
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain(`NOT RESTORED  ${report.id}`);
  expect(refused.stdout).toContain("computes or words something in it differently");
  expect((await download(report)).status).toBe(503);
});

test("the command says what it was not told", async () => {
  const unknown = "0198c0de-0000-7000-8000-0000000000ff";
  expect(await site.cli("report", "restore", unknown)).toMatchObject({ code: 1 });
  for (const words of [[], [unknown, "--all-damaged"], ["report.pdf"], [unknown, unknown]]) {
    expect(await site.cli("report", "restore", ...words)).toMatchObject({ code: 2 });
  }
});
