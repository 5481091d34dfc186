import { grouped } from "../../core/grouped.ts";
import type { TenantQueries, TextRow } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { ENTRY_COLUMNS } from "./emission-entry.ts";
import type { NewEntry } from "./new-entries.ts";
import { isClosing } from "./store-rollups.ts";
import { PERIOD_MONTHS_MAX } from "./use-period.ts";

/** The columns of `emission_entries e` that make a NewEntry. */
export const NEW_ENTRY_COLUMNS = `e.id, e.activity_id, e.activity_split_id, e.companion_of_entry_id, e.supersedes_entry_id,
    e.department_id, e.transaction_date, e.document_date, e.period_from, e.period_to, e.scope, e.scope3_category, e.category_key, e.market_based_kg,
    e.location_based_kg, e.co2_kg, e.ch4_kg_co2e, e.n2o_kg_co2e, e.biogenic_co2_kg, e.calculation_method,
    e.data_quality_score, e.market_based_fallback, e.emission_factor_id, e.factor, e.formula, e.inputs, e.conversions,
    e.gwp_set, e.engine_version, e.calculated_at`;

/** Splits that are asked for at once. */
export const SPLITS_MAX = 250;

/** Each month of a period has its entry and at most two that accompany it. */
const ENTRIES_MAX = SPLITS_MAX * PERIOD_MONTHS_MAX * 3;

const CURRENT_OF_SPLITS = statement(`
  select ${NEW_ENTRY_COLUMNS}
  from emission_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.activity_split_id = any($3::uuid[])
    and not exists (select from emission_entries s
      where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
  order by e.created_at, e.id limit ${ENTRIES_MAX}`);

/** The entries of splits, at most SPLITS_MAX, that nothing supersedes, oldest first. */
export async function selectCurrentEntries(db: TenantQueries, splitIds: readonly string[]): Promise<NewEntry[]> {
  return await db.rows<NewEntry>(CURRENT_OF_SPLITS, [splitIds]);
}

/** Entries by the split that they belong to, each in the order given. */
export function entriesBySplit(entries: readonly NewEntry[]): ReadonlyMap<string, readonly NewEntry[]> {
  return grouped(entries, ({ activity_split_id }) => activity_split_id);
}

// An entry that closes another one names it; it is no figure of its own. Nor is one that allocated contracts and certificates to an
// earlier entry of the same reading: what was calculated is the earlier one.
const COUNTED_BY_SPLITS = statement(`
  select ${NEW_ENTRY_COLUMNS}
  from emission_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.activity_split_id = any($3::uuid[])
    and not (${isClosing("e")})
    and not exists (select from emission_entries b
      where b.tenant_id = $1 and b.environment = $2 and b.id = e.supersedes_entry_id
        and b.activity_split_id = e.activity_split_id)
  order by e.created_at, e.id limit ${ENTRIES_MAX}`);

/** The entries that splits, at most SPLITS_MAX, were calculated to, whether they count now or not, oldest first. */
export async function selectEntriesOfReadings(db: TenantQueries, splitIds: readonly string[]): Promise<NewEntry[]> {
  return await db.rows<NewEntry>(COUNTED_BY_SPLITS, [splitIds]);
}

const ONE = statement(`
  select ${ENTRY_COLUMNS} from emission_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.id = $3
  order by e.id limit 1`);

/** An entry as text (ENTRY_COLUMNS), current or not. */
export async function selectEntry(db: TenantQueries, id: string): Promise<TextRow | undefined> {
  return (await db.textRows(ONE, [id]))[0];
}
