import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { getSettings } from "../../../src/modules/emissions/get-settings.ts";
import { setSettings } from "../../../src/modules/emissions/set-settings.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;
let company: Company;
let number = 0;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());
beforeEach(async () => {
  company = await service.company();
});

/** Reads an invoice of air freight. */
/** Two equal invoices of one day would be asked about. */
function dayOf(count: number): string {
  return `2025-03-${String(count).padStart(2, "0")}`;
}

async function flown(): Promise<{ readonly kg: number; readonly factor: string }> {
  number += 1;
  const lines = [{ text: "Luftfragt", quantity: "1000", unit: "TKM", amount: "9000.00" }];
  await company.ingest({ name: `${number}.xml`, bytes: ubl({ number: `F-${number}`, date: dayOf(number), lines }) });
  return await newest();
}

/** What the newest entry counts, and by which factor. */
async function newest() {
  const [entry] = (await company.entries()).toSorted((a, b) => b.id.localeCompare(a.id));
  // Of the lineage only the factor is looked at; test/contract holds the whole against its schema.
  const lineage = (await invoke(getEmissionLineage, company.ctx, { id: entry?.id })) as {
    emission_factor: { key: string };
  };
  return { kg: entry?.co2e_market_based_kg ?? 0, factor: lineage.emission_factor.key };
}

const choose = async (aviation_non_co2: boolean) => await invoke(setSettings, company.ctx, { aviation_non_co2 });
const current = async () => await invoke(getSettings, company.ctx, {});

const CHANGES = statement(`
  select actor, payload from audit_events
  where tenant_id = $1 and environment = $2 and action = 'settings.changed' order by seq limit 10`);

describe("the effects of flights besides CO2", () => {
  test("count unless the company leaves them out, and then for what is read from now on", async () => {
    expect(await current()).toEqual({
      aviation_non_co2: true,
      gwp_set: "AR5",
      restatement_threshold_percent: 5,
      certificate_cut_off: "03-31",
      residual_mix: "none",
      price_area: "none",
      shares_decisions: false,
      shares_decisions_by: null,
      shares_decisions_by_name: null,
      shares_decisions_at: null,
      set_by: null,
      set_by_name: null,
      set_at: null,
    });
    const before = await flown();
    expect(before.factor).toBe("freight.air.long.rf.tkm");
    await choose(false);
    expect(await current()).toMatchObject({ aviation_non_co2: false, set_by: company.ctx.principal.actor });
    expect(await company.total_kg()).toBeCloseTo(before.kg, 6);
    const after = await flown();
    expect(after.factor).toBe("freight.air.long.direct.tkm");
    expect(after.kg).toBeLessThan(before.kg * 0.75);
    await choose(true);
    expect(await flown()).toEqual(before);
  });

  test("are left out of a line that a person corrects after the choice", async () => {
    const before = await flown();
    await choose(false);
    const [line] = await company.lines();
    const category_id = "transport.downstream.air";
    await invoke(recategorizeActivity, company.ctx, { id: line?.id, category_id, reason: "sent to a customer" });
    const after = await newest();
    expect(after.factor).toBe("freight.air.long.direct.tkm");
    expect(after.kg).toBeLessThan(before.kg * 0.75);
  });
});

describe("the warming potentials", () => {
  /** Books a refill of a cold store with a blend. */
  async function refilled(): Promise<{ readonly kg: number; readonly factor: string }> {
    number += 1;
    const lines = [{ text: "Kølemiddel R449A", quantity: "10", unit: "KGM", amount: "4000.00" }];
    await company.ingest({ name: `${number}.xml`, bytes: ubl({ number: `R-${number}`, date: dayOf(number), lines }) });
    return await newest();
  }

  test("of refrigerants are those of AR5 unless the company counts by AR6, and then for what is read from now on", async () => {
    expect(await refilled()).toEqual({ kg: 12_819, factor: "refrigerant.r449a.ar5.kg" });
    await invoke(setSettings, company.ctx, { gwp_set: "AR6" });
    expect(await current()).toMatchObject({ gwp_set: "AR6", aviation_non_co2: true });
    expect(await company.total_kg()).toBeCloseTo(12_819, 6);
    expect(await refilled()).toEqual({ kg: 15_045, factor: "refrigerant.r449a.ar6.kg" });
    const [change] = await company.ctx.db.rows<{ payload: unknown }>(CHANGES, []);
    expect(change?.payload).toEqual({ gwp_set: { before: "AR5", after: "AR6" } });
    await expect(invoke(setSettings, company.ctx, { gwp_set: "AR4" })).rejects.toMatchObject({
      code: "request.validation_failed",
    });
  });
});

describe("a choice", () => {
  test("is in the audit log with what it was before; the same again writes nothing", async () => {
    await choose(true);
    const set = await choose(false);
    expect(await choose(false)).toEqual(set);
    await choose(true);
    const actor = company.ctx.principal.actor;
    expect(await company.ctx.db.rows(CHANGES, [])).toEqual([
      { actor, payload: { aviation_non_co2: { before: true, after: false } } },
      { actor, payload: { aviation_non_co2: { before: false, after: true } } },
    ]);
    expect(await verifyAudit(company.ctx.db)).toMatchObject({ ok: true });
  });

  test("by many at the same moment is one", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => choose(false)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await company.ctx.db.rows(CHANGES, [])).toHaveLength(1);
  });

  test("of one company and environment is no other's", async () => {
    await choose(false);
    const other = await service.company();
    expect(await invoke(getSettings, other.ctx, {})).toMatchObject({ aviation_non_co2: true });
    const sandbox = service.db.context({ ...company.ctx.tenant, environment: "sandbox" });
    expect(await invoke(getSettings, sandbox, {})).toMatchObject({ aviation_non_co2: true });
  });
});
