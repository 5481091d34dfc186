import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { allTargets } from "../../../src/modules/targets/index.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { versionsSite, type VersionsSite } from "../../support/versions-site.ts";

let site: VersionsSite;
let company: RecordingCompany;

beforeAll(async () => {
  site = await versionsSite();
});
afterAll(() => site.app.close());
beforeEach(async () => {
  company = await site.company();
});

const TERMS = { name: "Halve by 2030", baseline_year: 2024, target_year: 2030, target_reduction_percent: 50 };
const STATED = { ...TERMS, baseline_emissions: 900 };

const set = (body: object) => site.done(company, "POST", "/targets", body);
const read = (id: string) => site.done(company, "GET", `/targets/${id}`);
const edit = (id: string, version: number, changes: object, more: object = {}) =>
  site.done(company, "PATCH", `/targets/${id}`, { version, changes, reason: "Board meeting", ...more });
const notEdited = (id: string, version: number, changes: object, more: object = {}) =>
  site.refused(company, "PATCH", `/targets/${id}`, { version, changes, reason: "Board meeting", ...more });

/** Natural gas of scope 1, kg, in each of these months of a year. */
async function book(year: number, months: readonly number[], kg: string, scope: 1 | 2 = 1): Promise<void> {
  const ctx = site.app.db.context(company.tenant);
  const entry = calculatedEntry({
    scope,
    category_key: scope === 1 ? "energy.stationary.natural_gas" : "energy.electricity.grid",
    market_based_kg: kg,
    location_based_kg: kg,
  });
  const lines = months.map((month) =>
    ledgerLine(year * 100 + month + scope * 10_000_000, {
      date: `${year}-${String(month).padStart(2, "0")}-15`,
      entries: [entry],
    }),
  );
  await record(ctx, lines);
}
const YEAR = Array.from({ length: 12 }, (_, index) => index + 1);

describe("a target that is edited", () => {
  test("is judged by what it says now, in the list as well, and tells what it said, who edited it and why", async () => {
    await book(2025, YEAR, "70");
    const { id } = await set(STATED);
    // 900 to 450 in six years: 825 in 2025.
    expect(await read(id)).toMatchObject({ version: 1, status: "off_track", progress: { expected_kg: 825 } });
    const edited = await edit(
      id,
      1,
      { baseline_emissions: 1200 },
      { reason: "Base restated after the purchase of Nord" },
    );
    expect(edited).toMatchObject({
      version: 2,
      baseline_emissions: 1200,
      baseline_months: null,
      target_emissions: 600,
      status: "on_track",
      progress: { current_kg: 840, expected_kg: 1100 },
    });
    expect(edited.versions).toMatchObject([
      {
        version: 2,
        baseline_emissions: 1200,
        changed: ["baseline_emissions"],
        reason: "Base restated after the purchase of Nord",
        stated_by_name: 'Key "test"',
      },
      { version: 1, baseline_emissions: 900, changed: [], reason: null, stated_by_name: 'Key "test"' },
    ]);
    expect(await read(id)).toEqual(edited);
    expect(await site.get(company, "/targets")).toMatchObject({ items: [{ id, status: "on_track" }] });
    const ctx = site.app.db.context(company.tenant);
    expect(await allTargets(ctx.db, ctx.clock.now())).toMatchObject([{ id, baseline_emissions: 1200 }]);
    const events = await site.events(company, id);
    expect(events.map(({ action }) => action)).toEqual(["target.created", "target.updated"]);
    expect(events[1]?.payload).not.toContain("Nord");
    expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true });
  });

  test("keeps what is left out, and null takes description and category away", async () => {
    const { id } = await set({ ...STATED, description: "For the board", category: "energy" });
    const edited = await edit(id, 1, { name: "Half by 2031", target_year: 2031 });
    expect(edited).toMatchObject({ description: "For the board", category: "energy", baseline_emissions: 900 });
    expect(await edit(id, 2, { description: null, category: null, baseline_emissions: 950 })).toMatchObject({
      name: "Half by 2031",
      description: null,
      category: null,
      version: 3,
    });
    expect(await notEdited(id, 3, {})).toContain("changes nothing_to_change");
    expect(await notEdited(id, 3, { target_type: "intensity" })).toContain("changes unknown_argument");
  });

  test("by five at once takes one and tells the others to read again; the same edit twice is one version", async () => {
    const { id } = await set(STATED);
    const years = [2031, 2032, 2033, 2034, 2035];
    const answers = await Promise.all(
      years.map((target_year) =>
        site.call(company, "PATCH", `/targets/${id}`, { version: 1, changes: { target_year }, reason: "x" }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    const refused = answers.find(({ status }) => status === 400)?.json();
    expect(refused?.issues).toMatchObject([{ path: "version", code: "changed_meanwhile" }]);
    const { version, target_year, versions } = await read(id);
    expect([version, versions.length]).toEqual([2, 2]);
    expect(await edit(id, 1, { target_year })).toMatchObject({ version: 2 });
  });

  test("is refused with what is wrong: years, category, another target's terms, a withdrawn one, another company's", async () => {
    const { id } = await set(STATED);
    expect(await notEdited(id, 1, { target_year: 2024 })).toContain("changes.target_year not_after_baseline");
    expect(await notEdited(id, 1, { baseline_year: 2029, baseline_emissions: 1 })).toContain(
      "changes.baseline_year in_future",
    );
    expect(await notEdited(id, 1, { category: "no.such" })).toContain("changes.category unknown_category");
    const other = await set({ ...STATED, name: "Another" });
    expect(await notEdited(other.id, 1, { name: STATED.name })).toMatch(new RegExp(`^changes set_already: .*${id}`));
    const stranger = await site.company();
    const body = { version: 1, changes: { target_year: 2031 }, reason: "x" };
    expect(await site.refused(stranger, "PATCH", `/targets/${id}`, body)).toBe("resource.not_found");
    await site.done(company, "POST", `/targets/${id}/withdraw`, { reason: "Given up" });
    expect(await notEdited(id, 1, { target_year: 2031 })).toContain("id withdrawn");
    // The terms are free again.
    await edit(other.id, 1, { name: STATED.name });
    expect(await read(id)).toMatchObject({ version: 1, target_year: 2030 });
  });
});

describe("the base of an edited target", () => {
  test("that the ledger gave stays while nothing that it depends on changes, and follows what does", async () => {
    await book(2024, YEAR, "100");
    await book(2024, YEAR, "10", 2);
    const { id } = await set(TERMS);
    expect(await read(id)).toMatchObject({ baseline_emissions: 1320, baseline_months: 12 });
    await book(2024, [1], "600");
    expect(await edit(id, 1, { target_year: 2031 })).toMatchObject({ baseline_emissions: 1320 });
    const narrowed = await edit(id, 2, { scope: 1 });
    expect(narrowed).toMatchObject({ scope: "1", baseline_emissions: 1800, baseline_months: 12, version: 3 });
    expect(narrowed.versions[0]?.changed).toEqual(["scope", "baseline_emissions"]);
    await book(2024, [2], "200");
    expect(await edit(id, 3, { baseline_emissions: null })).toMatchObject({ baseline_emissions: 2000, version: 4 });
  });

  test("of a year that lacks months is refused with their number, unless it is accepted", async () => {
    await book(2024, YEAR, "100");
    await book(2023, [11, 12], "100");
    const { id } = await set(TERMS);
    expect(await notEdited(id, 1, { baseline_year: 2023 })).toMatch(
      /^changes.baseline_year incomplete_year: .*2 of the 12/,
    );
    const accepted = await edit(id, 1, { baseline_year: 2023 }, { accept_incomplete_base_year: true });
    expect(accepted).toMatchObject({ baseline_emissions: 200, baseline_months: 2 });
    expect(await notEdited(id, 2, { baseline_year: 2022 })).toContain("changes.baseline_year no_emissions");
  });

  test("that was stated must be stated for the new terms, or be asked of the ledger", async () => {
    await book(2024, YEAR, "100");
    const { id } = await set(STATED);
    expect(await notEdited(id, 1, { scope: "1" })).toMatch(/^changes.baseline_emissions required: .*or null/);
    expect(await edit(id, 1, { scope: "1", baseline_emissions: 800 })).toMatchObject({ baseline_emissions: 800 });
    expect(await edit(id, 2, { scope: "1+2", baseline_emissions: null })).toMatchObject({
      baseline_emissions: 1200,
      baseline_months: 12,
    });
  });

  test("of an intensity target is never the ledger's, and its recorded values count for the new years", async () => {
    await book(2025, YEAR, "70");
    const metric = { target_type: "intensity", intensity_metric: "DKK million revenue" };
    const { id } = await set({ ...STATED, ...metric });
    await site.done(company, "POST", `/targets/${id}/metric-values`, { year: 2025, value: 2 });
    expect(await notEdited(id, 1, { baseline_emissions: null })).toContain("changes.baseline_emissions required");
    expect(await notEdited(id, 1, { scope: "1" })).toContain("changes.baseline_emissions required");
    const edited = await edit(id, 1, { baseline_emissions: 500 });
    expect(edited).toMatchObject({ progress: { current_year: 2025, current_kg: 420 }, status: "on_track" });
  });
});

describe("a report", () => {
  const SNAPSHOTS = statement(`
    select snapshot::text as snapshot from report_snapshots where tenant_id = $1 and environment = $2
    order by frozen_at, snapshot_id limit 10`);
  const frozen = async () =>
    (await site.app.db.context(company.tenant).db.rows<{ snapshot: string }>(SNAPSHOTS)).map(
      ({ snapshot }) => snapshot,
    );
  const ask = () =>
    site.done(company, "POST", "/reports", { report_year: 2025, standard_type: "vsme_basic", format: "json" });

  test("that exists keeps the target as it froze it; the next one has what the target says now", async () => {
    await book(2025, YEAR, "70");
    const { id } = await set(STATED);
    const first = await ask();
    const [before] = await frozen();
    expect(before).toContain('"target_year": 2030');
    site.app.db.clock.advance(60);
    await edit(id, 1, { target_year: 2035, name: "Halve by 2035" });
    const second = await ask();
    expect(second.id).not.toBe(first.id);
    const [kept, next] = await frozen();
    expect(kept).toBe(before);
    expect(next).toContain('"target_year": 2035');
    expect(next).toContain("Halve by 2035");
  });
});
