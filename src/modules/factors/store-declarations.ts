import type { SystemDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const selectNewest = statement(`
  select distinct on (key) key, kg_co2e_per_unit
  from emission_factors where key like 'electricity.dk_.grid_declaration.%'
  order by key, created_at desc, id desc limit 10000`);

/** kg CO2 per kWh of each month and price area in the newest edition of Energinet's declaration that has it, by key. */
export async function selectDeclarations(db: SystemDb): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<{ key: string; kg_co2e_per_unit: string }>(selectNewest);
  return new Map(rows.map(({ key, kg_co2e_per_unit }) => [key, kg_co2e_per_unit]));
}
