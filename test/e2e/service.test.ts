import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isAlive } from "../../src/platform/db/embedded/processes.ts";
import { restClient, type RestClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";

const SAMPLE = join(import.meta.dirname, "../../samples/electricity-invoice.xml");

let site: Installation;
let service: ServiceProcess;
let live: RestClient;
let keys: { live: string; sandbox: string };

beforeAll(async () => {
  site = installation();
  service = await site.start({ env: { DEMO: "on" } });
  keys = await printedKeys(service);
  live = restClient(service.base, keys.live);
}, 300_000);

afterAll(async () => {
  await site.remove();
});

async function printedKeys(process: ServiceProcess): Promise<{ live: string; sandbox: string }> {
  const [, liveKey = ""] = await process.says(/live key +(qk_live_[0-9a-f]{64})/);
  const [, sandboxKey = ""] = await process.says(/sandbox key +(qk_sandbox_[0-9a-f]{64})/);
  return { live: liveKey, sandbox: sandboxKey };
}

describe("the first start in an empty directory", () => {
  test("prints the addresses, both keys and the line that connects an assistant", () => {
    const text = service.output();
    const [port = ""] = /\d+$/.exec(service.base) ?? [];
    expect(text).toContain(`http://localhost:${port}/api/mcp`);
    expect(text).toContain(`http://localhost:${port}/api/v1`);
    expect(text).toContain("claude mcp add --transport http");
  });

  test("has read the demo company's two years in both environments before it says so", async () => {
    const summary = await live.tool("get_emissions_summary");
    expect(summary.total_co2e_kg).toBeGreaterThan(10_000);
    const sandbox = restClient(service.sandbox, keys.sandbox);
    expect((await sandbox.get("/api/v1/emissions/summary")).body.total_co2e_kg).toBe(summary.total_co2e_kg);
    const pending = await live.tool("list_data_sources");
    expect(pending.items).toMatchObject([{ pending_count: 0 }]);
  });
});

describe("an invoice", () => {
  test("changes the sums, is listed, and every number leads back to its line, its factor and the bytes", async () => {
    const before = await live.tool("get_emissions_summary");
    const sent = await live.upload([{ name: "electricity-invoice.xml", bytes: readFileSync(SAMPLE) }]);
    expect(sent.status).toBe(202);
    const upload = await live.read(sent.body.id);
    expect(upload.files).toMatchObject([{ status: "processed", error: null, activity_count: 3 }]);

    const { items } = await live.tool("list_emissions", { limit: 10 });
    const [file] = upload.files;
    const own = items.slice(0, Number(file?.["entry_count"]));
    const added = own.reduce((sum, entry) => sum + Number(entry["co2e_market_based_kg"]), 0);
    const after = await live.tool("get_emissions_summary");
    expect(after.total_co2e_kg).toBeCloseTo(before.total_co2e_kg + added, 3);

    const power = own.find((entry) => entry["scope"] === "2");
    const lineage = await live.tool("get_emission_lineage", { id: power?.id });
    const content = { sha256: String(file?.["sha256"]), document_id: file?.["document_id"] };
    expect(lineage).toMatchObject({
      activity: {
        description: "Elforbrug oktober 2026",
        line_number: 1,
        supplier_name: "Vestkraft Energi A/S",
        quantity: 4125,
        unit: "KWH",
        invoice_number: "2026-11-7781",
        document_sha256: content.sha256,
      },
      document: { id: content.document_id, sha256: content.sha256, name: "electricity-invoice.xml" },
      emission_factor: { key: "electricity.dk.generation.2024.kwh", year: 2024, region: "DK", unit_denominator: "kWh" },
    });
    const text = JSON.stringify(lineage);
    expect(text).toMatch(/"formula":"4125 kWh x [\d.]+ kg CO2e\/kWh = [\d.]+ kg CO2e/);
    expect(text).toMatch(/"source":"\w[^"]+"/);
    expect(text).toMatch(/"entry_hash":"[0-9a-f]{64}"/);
  });

  test("sent again is a duplicate and changes nothing", async () => {
    const before = await live.get("/api/v1/emissions/summary");
    const sent = await live.upload([{ name: "again.xml", bytes: readFileSync(SAMPLE) }]);
    expect(sent).toMatchObject({ status: 202, body: { status: "completed", files: [{ status: "duplicate" }] } });
    expect((await live.get("/api/v1/emissions/summary")).text).toBe(before.text);
  });
});

test.skipIf(process.getuid?.() !== 0)("root's database runs as an ordinary user (needs root)", () => {
  expect(statSync(`/proc/${site.serverPid()}`).uid).not.toBe(0);
});

describe("beside the running service", () => {
  test("a second one on the same directory is refused with a clear message, and the first goes on", async () => {
    const second = await site.launch();
    expect(await second.ended()).toEqual({ code: 1, signal: null });
    expect(second.output()).toContain("Another service");
    expect(second.output()).toContain("DATA_DIR");
    expect(second.output()).not.toMatch(/\n\s+at /);
    expect((await live.get("/api/v1/me")).status).toBe(200);
  });

  test("the sums and the audit log are checked while it runs", async () => {
    const doctor = await site.cli("doctor", "--json");
    expect(doctor).toMatchObject({ code: 0, stderr: "" });
    const verified = await site.cli("audit", "verify", "--documents", "--json");
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    const reports = JSON.parse(verified.stdout) as { report: { ok: boolean; events: number; files_checked: number } }[];
    expect(reports).toHaveLength(2);
    for (const { report } of reports) {
      expect(report.ok).toBe(true);
      expect(report.files_checked).toBeGreaterThan(200);
    }
    expect((await live.get("/api/v1/me")).status).toBe(200);
  });
});

describe("stop and restart", () => {
  test("SIGTERM ends it with code 0 and leaves no process; the next start has data and keys of before", async () => {
    const before = await live.get("/api/v1/emissions/summary");
    const server = site.serverPid() ?? 0;
    service.signal("SIGTERM");
    expect(await service.ended()).toEqual({ code: 0, signal: null });
    await until("the end of the database", () => (isAlive(server) ? null : true));
    expect(service.output()).not.toMatch(/"level":"(?:warn|error|fatal)"/);

    service = await site.start({ env: { DEMO: "on" } });
    expect(await printedKeys(service)).toEqual(keys);
    expect(service.output()).not.toContain("Reading two years");
    live = restClient(service.base, keys.live);
    expect((await live.get("/api/v1/emissions/summary")).text).toBe(before.text);
  });

  test("SIGINT of Ctrl-C ends it the same way, also when the terminal and npm both pass it on", async () => {
    service.signal("SIGINT");
    await service.says(/"msg":"stopping"/);
    service.signal("SIGINT");
    expect(await service.ended()).toEqual({ code: 0, signal: null });
    service = await site.start({ env: { DEMO: "on" } });
    live = restClient(service.base, keys.live);
  });

  test("secrets and documents are private to the service's user", () => {
    for (const name of ["keys", "documents", "uploads"]) {
      expect(statSync(join(site.dataDir, name)).mode & 0o077).toBe(0);
    }
  });
});

describe("one byte changed by hand", () => {
  test.each([
    ["emission_entries", "market_based_kg", "market_based_kg + 0.000001"],
    ["activities", "description", "overlay(description placing 'x' from 1 for 1)"],
    ["documents", "total_incl_vat", "total_incl_vat + 1"],
    ["audit_events", "actor", "actor || '.'"],
  ])("in %s.%s is found by audit verify, which names the row", async (table, column, changed) => {
    const idColumn = table === "audit_events" ? "seq" : "id";
    const where = `${idColumn} = (select ${idColumn} from ${table} where environment = 'live' and ${column} is not null
      order by ${idColumn} limit 1) and environment = 'live'`;
    const [row] = await site.sql<{ id: string; value: string }>(
      `select ${idColumn}::text as id, ${column}::text as value from ${table} where ${where}`,
    );
    await site.sql(`update ${table} set ${column} = ${changed} where ${where}`);
    const verified = await site.cli("audit", "verify", "--json");
    expect(verified.code).toBe(1);
    expect(verified.stdout).toContain(table === "audit_events" ? `event ${row?.id}` : `${table} ${row?.id}`);
    const type = table === "activities" || table === "audit_events" ? "text" : "numeric";
    await site.sql(`update ${table} set ${column} = $1::text::${type} where ${where}`, [row?.value]);
  });

  test("and put back is intact again", async () => {
    expect(await site.cli("audit", "verify")).toMatchObject({ code: 0, stderr: "" });
  });
});
