import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { NamedSupplier } from "./supplier-identity.ts";

/** More groups than any year of purchases holds; reaching it is an error, never a cut answer. */
const GROUPS_MAX = 500_000;

/** Money of one supplier spelling in one currency (and on one day, where it must be converted). */
export interface TradeRow extends NamedSupplier {
  readonly supplier_country: string | null;
  readonly currency: string | null;
  /** ISO date; null for the company's own currency. */
  readonly day: string | null;
  /** Signed decimal text excluding VAT; null where nothing counts. */
  readonly amount: string | null;
  readonly line_count: number;
  readonly duplicate_line_count: number;
  readonly first_seen_at: string;
}

/**
 * What was spent is more than what counts for emissions: tariffs, taxes and subscriptions of an invoice are paid as well, though
 * its quantities say it all. Not spent a second time is what another document counts, and what a person left out.
 */
const IS_SPENT = `(s.status <> 'excluded' or (
  s.mapped_by = 'rule' and a.line_kind in ('line', 'document_charge', 'document_allowance')
  and not exists (select from counted_purchases p where p.tenant_id = $1 and p.environment = $2 and p.document_id = a.document_id
    and p.counted_by is not null)
  and (s.category_key = 'unclassified.not_relevant' or a.supply_id is not null or exists (
    select from source_lines c join line_readings k
      on k.tenant_id = $1 and k.environment = $2 and k.activity_id = c.id and k.status <> 'excluded'
      and not exists (select from line_readings m where m.tenant_id = $1 and m.environment = $2 and m.supersedes_split_id = k.id)
    where c.tenant_id = $1 and c.environment = $2 and c.document_id = a.document_id
      and (k.quantity is not null or split_part(k.category_key, '.', 2) = split_part(s.category_key, '.', 2))))))`;

/** Of an activity `a` read by the split `s`: what a person stated stands in place of what the document says. */
const IDENTIFIER =
  "case when s.stated ? 'supplier' then s.stated #>> '{supplier,identifier}' else a.supplier_identifier end";
const COUNTRY = "case when s.stated ? 'supplier' then s.stated #>> '{supplier,country}' else a.supplier_country end";
const NAME = "coalesce(s.stated #>> '{supplier,name}', a.supplier_name)";
const IS_DATED = "(s.stated ->> 'transaction_date') is not null";
const DAY = "coalesce((s.stated ->> 'transaction_date')::date, (a.transaction_date at time zone 'UTC')::date)";

/** What lines of `period` were bought for. A later reading of a line supersedes an earlier one. */
function linesOf(period: string): string {
  return `
    select ${IDENTIFIER} as supplier_identifier, ${NAME} as supplier_name, ${COUNTRY} as supplier_country,
      s.allocated_currency as currency, case when s.allocated_currency = $5 then null else ${DAY} end as day,
      s.allocated_amount, a.created_at, s.status <> 'excluded' as is_open,
      coalesce(s.review_code = 'possible_duplicate', false) as is_doubted, ${IS_SPENT} as is_spent
    from source_lines a
    join line_readings s on s.tenant_id = a.tenant_id and s.environment = a.environment and s.activity_id = a.id
    where a.tenant_id = $1 and a.environment = $2 and ${period}
      and not exists (
        select from line_readings n
        where n.tenant_id = $1 and n.environment = $2 and n.supersedes_split_id = s.id)`;
}

// The months are an index range; lines that a person dated are few and have an index of their own. What waits as a possible
// duplicate is counted apart.
const TRADE = statement(`
  select supplier_identifier, supplier_name, supplier_country, currency, day,
    sum(allocated_amount) filter (where is_spent and not is_doubted) as amount,
    count(allocated_amount) filter (where is_spent and not is_doubted) as line_count,
    count(allocated_amount) filter (where is_open and is_doubted) as duplicate_line_count,
    min(created_at) as first_seen_at
  from (
    ${linesOf(`a.ym between $3 and $4 and not (${IS_DATED})`)}
    union all
    ${linesOf(`${IS_DATED} and extract(year from ${DAY}) * 12 + extract(month from ${DAY}) - 1 between $3 and $4`)}
  ) as line
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  limit $6`);

const ESTIMATES = statement(`
  select ${IDENTIFIER} as supplier_identifier, ${NAME} as supplier_name, sum(e.market_based_kg) as co2e_kg
  from ledger_entries e
  join source_lines a on a.tenant_id = e.tenant_id and a.environment = e.environment and a.id = e.activity_id
  join line_readings s on s.tenant_id = e.tenant_id and s.environment = e.environment and s.id = e.activity_split_id
  where e.tenant_id = $1 and e.environment = $2 and e.scope = 3 and e.ym between $3 and $4
    and not exists (
      select from ledger_entries n
      where n.tenant_id = $1 and n.environment = $2 and n.supersedes_entry_id = e.id)
  group by 1, 2
  order by 1, 2
  limit $5`);

const NEWEST_MONTH = statement(`
  select ym from source_lines where tenant_id = $1 and environment = $2 and ym <= $3
  order by ym desc limit 1`);

const NAMED = statement(`
  select supplier_identifier, supplier_name, min(supplier_country) as supplier_country, min(created_at) as first_seen_at
  from (
    select supplier_identifier, supplier_name, supplier_country, created_at from source_lines
    where tenant_id = $1 and environment = $2
    union all
    select s.stated #>> '{supplier,identifier}', s.stated #>> '{supplier,name}', s.stated #>> '{supplier,country}', s.created_at from line_readings s
    where s.tenant_id = $1 and s.environment = $2 and (s.stated #>> '{supplier,name}') is not null
      and not exists (
        select from line_readings n
        where n.tenant_id = $1 and n.environment = $2 and n.supersedes_split_id = s.id)) as named
  group by 1, 2
  order by 1, 2
  limit $3`);

/** Month numbers of a calendar year, first and last. */
function monthsOf(year: number): [number, number] {
  return [year * 12, year * 12 + 11];
}

/** The year's purchases by supplier spelling and currency; amounts in `own_currency` are summed over the year. */
export async function selectTrade(db: TenantQueries, year: number, own_currency: string): Promise<TradeRow[]> {
  return whole(await db.rows<TradeRow>(TRADE, [...monthsOf(year), own_currency, GROUPS_MAX]));
}

export interface EstimateRow extends NamedSupplier {
  readonly co2e_kg: string;
}

/** Scope 3 kg CO2e of the year's entries by supplier spelling, superseded ones left out. */
export async function selectEstimates(db: TenantQueries, year: number): Promise<EstimateRow[]> {
  return whole(await db.rows<EstimateRow>(ESTIMATES, [...monthsOf(year), GROUPS_MAX]));
}

/** Month number of the newest activity not after `last_ym`; null when there is none. */
export async function newestMonth(db: TenantQueries, last_ym: number): Promise<number | null> {
  return (await db.rows<{ ym: number }>(NEWEST_MONTH, [last_ym]))[0]?.ym ?? null;
}

export interface LedgerSupplier extends NamedSupplier {
  readonly supplier_country: string | null;
  readonly first_seen_at: string;
}

/** Every spelling of a supplier that the ledger holds, of all years. */
export async function selectNamedSuppliers(db: TenantQueries): Promise<LedgerSupplier[]> {
  return whole(await db.rows<LedgerSupplier>(NAMED, [GROUPS_MAX]));
}

function whole<Row>(rows: Row[]): Row[] {
  if (rows.length === GROUPS_MAX) throw new Error("the ledger names more suppliers than one answer can hold");
  return rows;
}
