import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { CountedAs } from "./company-factors.ts";
import { type CountingFacts, countedAs } from "./counting-facts.ts";
import { COUNTS_BY } from "./gwp-sets.ts";
import { isClosing } from "./store-rollups.ts";

interface ReadingFacts {
  readonly activity_split_id: string;
  readonly facts: (CountingFacts & Pick<CountedReading, "is_over_days">)[];
}

/** Readings that are asked for at once. */
const READINGS_MAX = 20_000;

/** How a reading counts. */
export interface CountedReading {
  readonly counted_as: CountedAs;
  /** Whether it counts on the days of its period; else on the one day of its document. */
  readonly is_over_days: boolean;
}

/** Of entries of a reading the facts that say by what of the company's they count, and whether on days of a period, from columns or from members that were held back. */
const FACTS = (of: {
  readonly inputs: string;
  readonly conversions: string;
  readonly category: string;
  readonly gwp: string;
}) => `
  jsonb_build_object('company_factor_id', ${of.inputs} ->> 'company_factor_id', 'pcf_record_id', ${of.inputs} ->> 'pcf_record_id',
    'factor_key', ${of.inputs} ->> 'factor_key', 'scope3_category', ${of.category}, 'gwp_set', ${of.gwp},
    'is_over_days', ${of.inputs} ? 'used_from',
    'chosen_gwp_set', (select step ->> 'from' from jsonb_array_elements(${of.conversions}) as step
      where step ->> 'note' like '${COUNTS_BY}%' order by 1 limit 1))`;

// What a closed year keeps is not what a reading counts, where something is held back of it. Of a document from before the entries were
// kept that were held back, nobody knows by what these count: by what is in force, when they are read again.
const OF_READINGS = statement(`
  select counted.activity_split_id, jsonb_agg(distinct counted.facts) as facts
  from (
    select e.activity_split_id,${FACTS({ inputs: "e.inputs", conversions: "e.conversions", category: "e.scope3_category", gwp: "e.gwp_set" })} as facts
    from emission_entries e
    where e.tenant_id = $1 and e.environment = $2 and e.activity_split_id = any($3::uuid[]) and not (${isClosing("e")})
      and not exists (select from emission_entries s
        where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
      and not exists (select from held_entries h
        cross join lateral jsonb_to_recordset(h.years) as year ("from" date, "to" date)
        where h.tenant_id = $1 and h.environment = $2 and h.activity_split_id = e.activity_split_id
          and (e.transaction_date at time zone 'UTC')::date between year."from" and year."to")
    union all
    select h.activity_split_id,${FACTS({ inputs: "(entry -> 'inputs')", conversions: "(entry -> 'conversions')", category: "(entry -> 'scope3_category')", gwp: "(entry ->> 'gwp_set')" })}
    from held_entries h cross join lateral jsonb_array_elements(h.entries) as entry
    where h.tenant_id = $1 and h.environment = $2 and h.activity_split_id = any($3::uuid[])
  ) as counted
  where exists (select from held_entries h
      where h.tenant_id = $1 and h.environment = $2 and h.activity_split_id = counted.activity_split_id)
    or not exists (select from pending_restatements p
      where p.tenant_id = $1 and p.environment = $2 and p.activity_split_id = counted.activity_split_id and p.cause <> 'settlement')
  group by counted.activity_split_id order by counted.activity_split_id limit ${READINGS_MAX}`);

/**
 * By what of the company's readings count, by split, as `countedAsOf` has it, and whether over days, whatever is in force now; a reading is left out that has no entries, or of which some
 * are not known. With what is held back of closed years in place of what they keep.
 */
export async function selectCountedAs(
  db: TenantQueries,
  splitIds: readonly string[],
): Promise<ReadonlyMap<string, CountedReading>> {
  if (splitIds.length === 0) return new Map();
  const rows = await db.rows<ReadingFacts>(OF_READINGS, [splitIds]);
  return new Map(
    rows.map(({ activity_split_id, facts }) => {
      const is_over_days = facts.some((entry) => entry.is_over_days);
      return [activity_split_id, { counted_as: countedAs(facts), is_over_days }];
    }),
  );
}
