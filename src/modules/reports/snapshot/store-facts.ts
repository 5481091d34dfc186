import type { TenantTransaction } from "../../../core/context.ts";
import type { FinancialYear } from "../../../core/financial-year.ts";
import { statement } from "../../../core/statement.ts";
import { GENESIS_HASH } from "../../audit/index.ts";
import { type EntryKind, factorSums, fallbackSum, inOrder, methodSums } from "./entry-kinds.ts";
import {
  type CategoryFacts,
  type MonthFacts,
  selectCategories,
  selectMonths,
  selectYears,
  type YearScopeFacts,
} from "./store-year-sums.ts";
import type { FactorCopy, FactorFacts, MeasuredFacts, MethodFacts } from "./ledger-facts.ts";

/** Sums of a year by scope and scope 3 category, kg CO2e as decimal text. */
export interface ScopeFacts {
  readonly scope: number;
  readonly scope3_category: number | null;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
  readonly biogenic_co2_kg: string;
  readonly weight_kg: string;
  readonly quality_weighted_kg: string;
  readonly primary_kg: string;
  readonly spend_based_kg: string;
  readonly entry_count: number;
}

export interface YearFacts {
  readonly scopes: readonly ScopeFacts[];
  readonly methods: readonly MethodFacts[];
  readonly factors: readonly FactorFacts[];
  readonly measured: readonly MeasuredFacts[];
  readonly months: readonly MonthFacts[];
  readonly years: readonly YearScopeFacts[];
  readonly categories: readonly CategoryFacts[];
  readonly market_based_fallback_count: number;
  /** Market-based kg CO2e of the entries that used the grid average instead of a residual mix or certificate. */
  readonly market_based_fallback_kg: string;
  readonly months_with_data: number;
  readonly pending_review_count: number;
  /** Entries that tell biogenic CO2; absent: frozen before they were counted. */
  readonly biogenic_entry_count?: number;
}

const YEAR = "ym between $3::int and $4::int";

const CURRENT = `
  from emission_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.${YEAR}
    and not exists (select from emission_entries s
      where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)`;

const SCOPE_SUMS = statement(`
  select scope, nullif(scope3_category, 0) as scope3_category, sum(market_based_kg) as market_based_kg,
    sum(location_based_kg) as location_based_kg, sum(biogenic_co2_kg) as biogenic_co2_kg, sum(weight_kg) as weight_kg,
    sum(quality_weighted_kg) as quality_weighted_kg, sum(primary_kg) as primary_kg,
    sum(spend_based_kg) as spend_based_kg, sum(entry_count)::bigint as entry_count
  from emission_rollups
  where tenant_id = $1 and environment = $2 and ${YEAR} and entry_count > closing_count
  group by 1, 2
  order by 1, 2 limit 20`);

/** Far more kinds of entries than a year has. One that had more would be told in part, so it is refused. */
const KINDS_MAX = 20_000;

// Sorted by what is not grouped by: the groups are few, the entries are not, and these are never sorted.
const KINDS = statement(`
  select e.scope, e.calculation_method, e.emission_factor_id, e.market_based_fallback,
    sum(e.market_based_kg) as market_based_kg, count(*) as entry_count, min(e.id::text) as sample_id,
    sum(abs(e.market_based_kg)) as weight_kg,
    count(*) filter (where e.biogenic_co2_kg <> 0) as biogenic_entry_count ${CURRENT}
  group by 1, 2, 3, 4
  order by 6, 5, 7 limit ${KINDS_MAX}`);

const MEASURED = statement(`
  select e.scope, e.category_key, e.inputs->>'unit' as unit, sum((e.inputs->>'quantity')::numeric) as quantity,
    sum(e.market_based_kg) as market_based_kg, count(*) as entry_count,
    coalesce(sum(e.biogenic_co2_kg), 0) as biogenic_co2_kg ${CURRENT}
    and (e.scope in (1, 2) or e.category_key like 'purchases.water.%' or e.category_key like 'purchases.materials.%'
      or e.category_key like 'waste.operations.%')
  group by 1, 2, 3
  order by 6, 5, 4 limit ${KINDS_MAX}`);

// Entries of one factor version carry the same frozen copy: one entry stands for all.
const FACTORS = statement(`
  select f.emission_factor_id as id, f.factor->>'key' as key, f.factor->>'name_en' as name_en,
    f.factor->>'value' as value, f.factor->>'unit' as unit, f.factor->>'region' as region,
    (f.factor->>'year')::int as year, f.factor->>'source' as source, f.factor->>'source_url' as source_url,
    f.factor->>'licence' as licence, f.factor->>'gwp_set' as gwp_set, f.factor->>'content_hash' as content_hash
  from emission_entries f
  where f.tenant_id = $1 and f.environment = $2 and f.id = any ($3::uuid[])
  order by 2, 1 limit ${KINDS_MAX}`);

const MONTHS = statement(`
  select count(distinct ym) as months from emission_rollups
  where tenant_id = $1 and environment = $2 and ${YEAR} and entry_count > closing_count order by 1 limit 1`);

const PENDING = statement(`
  select count(*) as pending
  from activities a join activity_splits p on p.tenant_id = a.tenant_id and p.environment = a.environment
    and p.activity_id = a.id and p.status = 'pending_review'
  where a.tenant_id = $1 and a.environment = $2 and a.${YEAR}
    and not exists (select from activity_splits s
      where s.tenant_id = $1 and s.environment = $2 and s.supersedes_split_id = p.id)
  order by 1 limit 1`);

const AUDIT_HEAD = statement(`
  select seq, hash from audit_heads where tenant_id = $1 and environment = $2 order by tenant_id limit 1`);

/**
 * The current figures of a financial year, and of `years` (it and those before it) in brief. Exact while the audit chain is locked: every ledger change takes it. Reads
 * the year's entries twice.
 * @throws Error when the year has more kinds of entries than can be told apart
 */
export async function selectYearFacts(
  tx: TenantTransaction,
  year: FinancialYear,
  { years, isStated }: { readonly years: readonly FinancialYear[]; readonly isStated: boolean },
): Promise<YearFacts> {
  const parameters = [year.from_ym, year.to_ym];
  const kinds = await tx.rows<EntryKind>(KINDS, parameters);
  const measured = await tx.rows<MeasuredFacts>(MEASURED, parameters);
  if (kinds.length === KINDS_MAX || measured.length === KINDS_MAX) {
    throw new Error("the year has too many kinds of entries for a report");
  }
  const [months] = await tx.rows<{ months: number }>(MONTHS, parameters);
  const [pending] = await tx.rows<{ pending: number }>(PENDING, parameters);
  const fallback = fallbackSum(kinds);
  return {
    scopes: await tx.rows<ScopeFacts>(SCOPE_SUMS, parameters),
    methods: methodSums(kinds),
    factors: factorSums(kinds, await selectFactors(tx, kinds)),
    measured: inOrder(measured),
    months: await selectMonths(tx, year),
    years: await selectYears(tx, years, isStated),
    categories: await selectCategories(tx, year),
    market_based_fallback_count: fallback.entry_count,
    market_based_fallback_kg: fallback.market_based_kg,
    months_with_data: months?.months ?? 0,
    pending_review_count: pending?.pending ?? 0,
    biogenic_entry_count: kinds.reduce((count, kind) => count + kind.biogenic_entry_count, 0),
  };
}

/** One copy of each factor version, by key. */
async function selectFactors(tx: TenantTransaction, kinds: readonly EntryKind[]): Promise<FactorCopy[]> {
  const samples = new Map(kinds.map(({ emission_factor_id, sample_id }) => [emission_factor_id, sample_id]));
  return await tx.rows<FactorCopy>(FACTORS, [[...samples.values()]]);
}

export interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

/** Where the audit log stands; it proves every figure before this point. A company without events is at its beginning. */
export async function selectAuditHead(tx: TenantTransaction): Promise<AuditHead> {
  const [head] = await tx.rows<AuditHead>(AUDIT_HEAD);
  return head ?? { seq: 0, hash: GENESIS_HASH };
}
