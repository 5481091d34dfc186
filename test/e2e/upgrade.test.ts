import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EarlierBuild, earlierBuild, hasCommit } from "../support/earlier-build.ts";
import { restClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";
import { ubl } from "../support/ubl.ts";

/** The oldest build whose data directories must still start. */
const COMMIT = "8c1d436";

const root = join(import.meta.dirname, "../..");
const program = (file: string) => [process.execPath, join(root, "dist", file)];

/**
 * The directory is filled by the build itself, not kept as a fixture: compiled and started in half a minute, it is what that
 * build really leaves (cluster, sealed documents, keys, demo), in every version of PostgreSQL's files and on every platform.
 */
describe.skipIf(!hasCommit(COMMIT))(`a directory of build ${COMMIT} (needs the repository's history)`, () => {
  let build: EarlierBuild;
  let old: Installation;
  let today: Installation;
  let key: string;
  let before: Awaited<ReturnType<typeof figures>>;

  beforeAll(async () => {
    build = earlierBuild(COMMIT);
    old = installation(build.program);
    // Units of that build run dist/main.js.
    today = installation({ start: program("main.js"), cli: program("cli.js") }, old.dataDir);
    const service = await old.start({ env: { DEMO: "on" } });
    [, key = ""] = await service.says(/live key +(qk_live_[0-9a-f]{64})/);
    const client = restClient(service.base, key);
    const { body } = await client.upload([
      { name: "electricity-invoice.xml", bytes: readFileSync(join(root, "samples/electricity-invoice.xml")) },
      { name: "ledger-export.csv", bytes: readFileSync(join(root, "samples/ledger-export.csv")) },
      { name: "broken.xml", bytes: readFileSync(join(root, "samples/broken-invoice.xml")) },
      { name: "review.xml", bytes: ubl({ number: "U-1", lines: [{ text: "Diverse", amount: "1250" }] }) },
    ]);
    expect((await client.read(body.id)).files.map(({ status }) => status)).not.toContain("queued");
    before = await figures(old, service);
    await stop(service);
  }, 600_000);

  afterAll(async () => {
    await today.remove();
    await old.remove();
    build.remove();
  }, 300_000);

  async function stop(service: ServiceProcess): Promise<void> {
    service.signal("SIGTERM");
    expect(await service.ended()).toEqual({ code: 0, signal: null });
  }

  /** What people look at, and what the ledger, the queue and the audit log hold. */
  async function figures(site: Installation, service: ServiceProcess) {
    const client = restClient(service.base, key);
    const sums = [];
    for (const year of ["2024", "2025", "2026"]) {
      const { body } = await client.get(`/api/v1/emissions/summary?from=${year}-01-01&to=${year}-12-31`);
      sums.push(body.total_co2e_kg);
    }
    const counted = async (text: string) =>
      (await site.sql(text)).map((row) => Object.values(row).map(String).join(" "));
    return {
      sums,
      entries: await counted(
        `select environment, scope, count(*), sum(market_based_kg), sum(location_based_kg)
           from emission_entries group by environment, scope order by environment, scope limit 20`,
      ),
      files: await counted("select status, count(*) from upload_files group by status order by status limit 20"),
      events: await counted(
        "select environment, count(*), max(hash) from audit_events group by environment order by 1 limit 9",
      ),
    };
  }

  test("has figures to compare", () => {
    expect(before.sums.every((sum) => sum > 1_000)).toBe(true);
    expect(before.entries.length).toBeGreaterThan(3);
    expect(before.files.join()).toMatch(/processed \d{3}[^]*rejected 1/);
  });

  test("is migrated by the first start of this release, with the same figures, keys and audit log", async () => {
    const plan = JSON.parse((await today.cli("migrate", "--plan", "--json")).stdout) as {
      pending: string[];
      applied: string[];
    };
    expect(plan.applied.length).toBeGreaterThan(40);
    // Nobody's command migrates by the way: the earlier release, which may still run, could not be started again.
    for (const words of [
      ["tenant", "list"],
      ["audit", "verify"],
      ["tenant", "create", "--name", "Ny ApS", "--plan", "starter"],
    ]) {
      const { code, stdout, stderr } = await today.cli(...words);
      expect({ words, code, stdout }).toEqual({ words, code: 1, stdout: "" });
      expect(stderr).toContain(`The database is of an earlier release: ${plan.pending.length} migrations`);
    }
    expect(JSON.parse((await today.cli("migrate", "--plan", "--json")).stdout)).toEqual(plan);
    const service = await today.start({ env: { DEMO: "on" } });
    expect(plan.pending.length).toBeGreaterThan(5);
    expect(service.output()).toContain("database migrated");
    expect(await figures(today, service)).toEqual(before);
    await service.says(new RegExp(`live key +${key}`));

    const verified = await today.cli("audit", "verify", "--documents", "--json");
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    const reports = JSON.parse(verified.stdout) as { report: { ok: boolean; files_checked: number } }[];
    expect(reports.map(({ report }) => report.ok)).toEqual([true, true]);
    expect(reports[0]?.report.files_checked).toBeGreaterThan(200);
    expect(await today.cli("doctor")).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse((await today.cli("migrate", "--plan", "--json")).stdout)).toMatchObject({ pending: [] });

    const client = restClient(service.base, key);
    const { body } = await client.upload([
      { name: "after.xml", bytes: ubl({ number: "U-2", lines: [{ text: "Kopipapir", amount: "90" }] }) },
    ]);
    expect((await client.read(body.id)).files).toMatchObject([{ status: "processed" }]);
    await stop(service);
  }, 600_000);

  test("counts Danish electricity of a year by generation alone once that release is applied to it, and the audit log still verifies", async () => {
    const service = await today.start({ env: { DEMO: "on" } });
    const client = restClient(service.base, key);
    const electricity = async () => {
      const { body } = await client.get("/api/v1/emissions/by-category?from=2025-01-01&to=2025-12-31");
      return Number(body.items.find(({ category_id }) => category_id === "energy.electricity.grid_dk")?.["co2e_kg"]);
    };
    const over_life_cycle_kg = await electricity();
    expect(over_life_cycle_kg).toBeGreaterThan(1000);
    const releases = [{ subject: "electricity", release: "2026.2" }];
    const { body } = await client.post("/api/v1/factor-release-runs", { period_end: "2025-12-31", releases });
    const run = `/api/v1/factor-release-runs/${body.id}`;
    const reached = async (status: string) =>
      await until(status, async () => ((await client.get(run)).body.status === status ? true : null));
    await reached("previewed");
    expect(await electricity()).toBe(over_life_cycle_kg);
    expect(await client.post(`${run}/apply`, { reason: "Generation alone" })).toMatchObject({ status: 202 });
    await reached("applied");
    // kg CO2e per kWh: 0.123 of the mix of 2025 over the life cycle, 0.064 of generation in 2024, the newest one published.
    expect(await electricity()).toBeCloseTo((over_life_cycle_kg / 0.123) * 0.064, 3);
    const verified = await today.cli("audit", "verify", "--documents", "--json");
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    await stop(service);
  }, 600_000);
});
