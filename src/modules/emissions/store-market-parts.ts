import type { TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { IS_FALLBACK } from "./entry-basis.ts";
import type { MarketPartKind } from "./market-figure.ts";
import { CURRENT } from "./store-list.ts";
import { isClosing } from "./store-rollups.ts";

/** What of scope 2 rests on one instrument, one residual mix, one grid or anything else; decimals as text. */
export interface MarketPartFacts {
  readonly kind: MarketPartKind | "other";
  /** Of an instrument: guarantee_of_origin, contract or supplier_product. */
  readonly instrument_kind: string | null;
  readonly instrument_id: string | null;
  readonly technology: string | null;
  /** What it is called: the instrument, or the factor; null: it has no name of its own. */
  readonly name: string | null;
  /** Null: some of it has no quantity in kWh. */
  readonly kwh: string | null;
  readonly market_based_kg: string;
  /** What the same electricity is by the location-based method. */
  readonly location_based_kg: string;
  readonly entry_count: number;
}

/** Far more parts than a year has: each instrument is one, and each factor. */
const PARTS_MAX = 20_000;

const OF_SCOPE_2 = `
  e.tenant_id = $1 and e.environment = $2 and e.ym between $3::int and $4::int and e.scope = 2
    and not (${isClosing("e")}) and ${CURRENT}`;

const QUANTITY = "(e.inputs ->> 'quantity')::numeric";

/** Of entries that an allocation divided: the location-based figure follows the kWh of each part. */
const ALLOCATED = statement(`
  select p.part ->> 'kind' as kind, p.part ->> 'instrument_kind' as instrument_kind,
    p.part ->> 'instrument_id' as instrument_id, p.part ->> 'technology' as technology, p.part ->> 'name' as name,
    sum((p.part ->> 'kwh')::numeric) as kwh, sum((p.part ->> 'kg_co2e')::numeric) as market_based_kg,
    sum(case when ${QUANTITY} = 0 then 0 else e.location_based_kg * (p.part ->> 'kwh')::numeric / ${QUANTITY} end)
      as location_based_kg,
    count(*) as entry_count
  from emission_entries e cross join lateral jsonb_array_elements(e.inputs -> 'market') as p (part)
  where ${OF_SCOPE_2} and e.inputs ? 'market'
  group by 1, 2, 3, 4, 5
  order by 1, 3, 5, 2, 4 limit ${PARTS_MAX}`);

const OTHERS = statement(`
  select case when ${IS_FALLBACK} then 'grid'
      when e.inputs ? 'market_based_factor' and not e.inputs ? 'factor_source' then 'residual_mix' else 'other' end as kind,
    null::text as instrument_kind, null::text as instrument_id, null::text as technology,
    coalesce(e.inputs -> 'market_based_factor' ->> 'name_en', e.factor ->> 'name_en') as name,
    case when bool_and(coalesce(e.inputs ->> 'unit' = 'kWh', false)) then sum(${QUANTITY}) end as kwh,
    sum(e.market_based_kg) as market_based_kg, sum(e.location_based_kg) as location_based_kg, count(*) as entry_count
  from emission_entries e
  where ${OF_SCOPE_2} and not e.inputs ? 'market'
  group by 1, 5
  order by 1, 5 limit ${PARTS_MAX}`);

/**
 * What the market-based figure of scope 2 rests on in the months from `from_ym` to `to_ym`, both included; the parts add up to both
 * figures of scope 2. @throws Error when there are too many parts to tell apart
 */
export async function selectMarketParts(
  tx: TenantTransaction,
  { from_ym, to_ym }: { readonly from_ym: number; readonly to_ym: number },
): Promise<MarketPartFacts[]> {
  const allocated = await tx.rows<MarketPartFacts>(ALLOCATED, [from_ym, to_ym]);
  const others = await tx.rows<MarketPartFacts>(OTHERS, [from_ym, to_ym]);
  if (allocated.length === PARTS_MAX || others.length === PARTS_MAX) {
    throw new Error("scope 2 of the year has too many parts for a report");
  }
  return [...allocated, ...others];
}
