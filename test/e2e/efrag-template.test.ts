import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readXlsx } from "../../src/modules/factors/index.ts";
import { fixtureTemplate } from "../support/efrag-fixture.ts";
import { installedCompany } from "../support/installed-company.ts";
import { restClient, type RestClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";
import { sharedFile } from "../support/shared-data.ts";
import { ubl } from "../support/ubl.ts";

/** EFRAG's workbook as the built service fills it: its own file where it is at hand, else one with the same names. */
const template = sharedFile("efrag-vsme-digital-template-1.3.0.xlsx") ?? fixtureTemplate();

let site: Installation;
let service: ServiceProcess;
let directory: string;
let file: string;
let tenant: string;
let client: RestClient;

beforeAll(async () => {
  site = installation();
  directory = mkdtempSync(join(tmpdir(), "carbon-ledger-efrag-"));
  file = join(directory, "template.xlsx");
  writeFileSync(file, template);
  service = await site.start({ env: { VSME_TEMPLATE_FILE: file } });
  const company = await installedCompany(site, "Fjord ApS");
  tenant = company.id;
  client = restClient(service.base, company.key);
  const lines = [{ text: "Elforbrug", quantity: "1000", unit: "KWH", amount: "900.00" }];
  const upload = await client.upload([{ name: "el.xml", bytes: ubl({ number: "R-1", date: "2025-03-10", lines }) }]);
  await client.read(upload.body.id);
}, 300_000);

afterAll(async () => {
  await site.remove();
  rmSync(directory, { recursive: true, force: true });
});

const ask = (more: object) =>
  client.post("/api/v1/reports", {
    report_year: 2025,
    standard_type: "vsme_comprehensive",
    language: "da",
    format: "xlsx",
    ...more,
  });

async function textAt(bytes: Buffer, sheet: string, row: number, column: number): Promise<string | null> {
  const rows = (await readXlsx(bytes)).find(({ name }) => name === sheet)?.rows;
  return rows?.find(({ number }) => number === row)?.cells[column - 1]?.text ?? null;
}

describe("EFRAG's workbook", { timeout: 300_000 }, () => {
  test("the start says which file it has read, by its hash", async () => {
    await service.says(new RegExp(createHash("sha256").update(template).digest("hex")));
  });

  test("is filled with the figures of the report, downloaded under its hash, and another file than the own workbook", async () => {
    const [own, efrag] = [await ask({}), await ask({ template: "efrag" })];
    expect([own.status, efrag.status], efrag.text).toEqual([202, 202]);
    expect(efrag.body.id).not.toBe(own.body.id);
    expect((await ask({ template: "efrag" })).body.id).toBe(efrag.body.id);
    const job = await client.rendered(efrag.body.id);
    expect(job.status, String(job["failure_reason"])).toBe("completed");
    const { bytes, headers } = await client.reportFile(job["generated_report_id"]);
    expect(headers.get("content-disposition")).toContain("vsme-comprehensive-2025-da-efrag.xlsx");
    expect(await textAt(bytes, "General Information", 3, 4)).toBe("Fjord ApS");
    expect(await textAt(bytes, "General Information", 9, 4)).toBe("2025-01-01");
    // 1,000 kWh of electricity, non-renewable.
    expect(await textAt(bytes, "Environmental Disclosures", 12, 10)).toBe("1");
    const [event] = await site.sql<{ template_sha256: string }>(
      "select payload ->> 'template_sha256' as template_sha256 from audit_events where subject = $1",
      [job["generated_report_id"]],
    );
    expect(event?.template_sha256).toBe(createHash("sha256").update(template).digest("hex"));
    const { body } = await client.get("/api/v1/reports?limit=200");
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(body.items.find(({ id }) => id === job["generated_report_id"])).toMatchObject({ sha256 });
  });

  test("a command makes it, too", async () => {
    const out = join(directory, "report.xlsx");
    const terms = ["--year", "2025", "--standard", "vsme_basic", "--format", "xlsx", "--template", "efrag"];
    const words = ["report", "generate", "--tenant", tenant, ...terms, "--out", out];
    const result = await site.cliWith({ VSME_TEMPLATE_FILE: file }, ...words);
    expect(result, result.stderr).toMatchObject({ code: 0 });
    expect(await textAt(readFileSync(out), "General Information", 125, 5)).toBe("Option A (Basic Module only)");
  });

  test("a file that is not the template stops the start before anything else, with the setting and the reason", async () => {
    const other = installation();
    try {
      const wrong = join(directory, "wrong.xlsx");
      writeFileSync(wrong, "not a workbook");
      const refused = await other.launch({ env: { VSME_TEMPLATE_FILE: wrong } });
      expect((await refused.ended()).code).toBeGreaterThan(0);
      expect(refused.output()).toContain(
        "VSME_TEMPLATE_FILE: cannot be used: the file is not a readable ZIP container",
      );
      expect(other.serverPid()).toBeNull();
    } finally {
      await other.remove();
    }
  });
});
