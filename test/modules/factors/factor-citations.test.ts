import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { getFactorCitations } from "../../../src/modules/factors/get-factor-citations.ts";
import { catalogSource } from "../../../src/modules/factors/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

let db: TestDatabase;
let ctx: Context;
let catalog: ReturnType<typeof catalogSource>;
beforeAll(async () => {
  db = await testDatabase();
  catalog = catalogSource(db.database.system, db.clock);
  ctx = db.context(await db.tenant(), undefined, { catalog });
});
afterAll(async () => {
  await db.close();
});

/** The operation's answer, whose declared shape is checked on the way. */
async function citationsOf(id: string, context = ctx) {
  return getFactorCitations.output.parse(await invoke(getFactorCitations, context, { id }));
}

const insertEntry = statement(`
  insert into emission_entries (tenant_id, environment, id, activity_id, activity_split_id, supersedes_entry_id, scope,
    category_key, transaction_date, market_based_kg, location_based_kg, calculation_method, data_quality_score,
    emission_factor_id, factor, formula, inputs, engine_version, calculated_at)
  values ($1, $2, $3, $3, $3, $4, 1, 'energy.stationary.natural_gas', '2025-03-31', $5::numeric, 0, 'fuel_based', 2, $6,
    '{}', '', '{}', 'test', now())`);

describe("get_factor_citations", () => {
  async function addEntry(
    context: Context,
    factor_id: string,
    kg: string,
    supersedes: string | null = null,
  ): Promise<string> {
    const id = context.newId();
    await context.db.transaction((tx) => tx.rows(insertEntry, [id, supersedes, kg, factor_id]));
    return id;
  }

  test("[contract 2.2.citation] counts this tenant's entries in force, sums them and names the ten newest", async () => {
    const factor = (await catalog()).factor("fuel.dk.natural_gas.2023.nm3");
    const id = factor?.id ?? "";
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) ids.push(await addEntry(ctx, id, "0.1"));
    const wrong = ids.pop() ?? "";
    const correction = await addEntry(ctx, id, "554.3615", wrong);
    const other = db.context(await db.tenant(), undefined, { catalog });
    await addEntry(other, id, "1000");
    const sandbox = db.context({ ...ctx.tenant, environment: "sandbox" }, undefined, { catalog });

    const citations = await citationsOf(id);
    expect(citations).toMatchObject({
      factor: {
        id,
        key: "fuel.dk.natural_gas.2023.nm3",
        factor_value: 2.2627,
        valid_from: "2023-01-01",
        content_hash: factor?.content_hash,
      },
      citation_count: 12,
      total_co2e_kg: 555.4615,
      sample_emission_entry_ids: [correction, ...ids.reverse()].slice(0, 10),
    });
    expect(await citationsOf(id, sandbox)).toMatchObject({
      citation_count: 0,
      total_co2e_kg: 0,
      sample_emission_entry_ids: [],
    });
  });

  test("an unknown id and a malformed one are the same: not found", async () => {
    for (const id of ["00000000-0000-7000-8000-000000000000", "fuel.diesel.l"]) {
      await expect(citationsOf(id)).rejects.toMatchObject({ code: "resource.not_found" });
    }
  });
});
