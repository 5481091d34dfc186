import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { BillingRhythm } from "./billed-period.ts";
import type { Identifier } from "./identifier.ts";

/** A version of what the company says of a supplier's bills, as it is stored. */
export interface PeriodRuleRow extends BillingRhythm {
  readonly id: string;
  readonly supplier_identity_id: string;
  readonly supplier_name: string;
  /** Empty: every category. */
  readonly category_key: string;
  readonly version: number;
  readonly status: "stated" | "withdrawn";
  readonly reason: string;
  readonly stated_by: string;
  readonly stated_by_name: string | null;
  readonly created_at: string;
}

const IS_NEWEST = `not exists (select from supplier_period_rules later
    where later.tenant_id = $1 and later.environment = $2 and later.supplier_identity_id = r.supplier_identity_id
      and later.category_key = r.category_key and later.version > r.version)`;

const SELECT = `
  select r.id, r.supplier_identity_id, s.name as supplier_name, r.category_key, r.version, r.status, r.bills, r.unit, r.first_month,
    r.reason, r.stated_by, actor_name(r.stated_by) as stated_by_name, r.created_at
  from supplier_period_rules r
  join supplier_identities s on s.tenant_id = $1 and s.environment = $2 and s.id = r.supplier_identity_id
  where r.tenant_id = $1 and r.environment = $2`;

const LIST = statement(`${SELECT}
    and ($3::uuid is null or s.root_id = (select root_id from supplier_identities
      where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1))
    and ($4 or ${IS_NEWEST})
    and ($5::timestamptz is null or (r.created_at, r.id) < ($5::timestamptz, $6::uuid))
  order by r.created_at desc, r.id desc limit $7`);

export interface PeriodRuleFilter {
  /** With all that were merged with it; null: of every supplier. */
  readonly supplier_identity_id: string | null;
  readonly all_versions: boolean;
}

/** Newest first: the newest version of each rule, or every version. */
export async function selectPeriodRules(
  db: TenantQueries,
  { supplier_identity_id, all_versions }: PeriodRuleFilter,
  after: readonly string[] | null,
  limit: number,
): Promise<PeriodRuleRow[]> {
  const position = [after?.[0] ?? null, after?.[1] ?? null];
  return await db.rows<PeriodRuleRow>(LIST, [supplier_identity_id, all_versions, ...position, limit]);
}

const BY_ID = statement(`${SELECT} and r.id = $3 order by r.id limit 1`);

export async function selectPeriodRule(db: TenantQueries, id: string): Promise<PeriodRuleRow | undefined> {
  return (await db.rows<PeriodRuleRow>(BY_ID, [id]))[0];
}

const NEWEST = statement(`${SELECT} and r.supplier_identity_id = $3 and r.category_key = $4
  order by r.version desc limit 1`);

/** The version of a supplier's rule that was stated last. */
export async function selectNewestPeriodRule(
  db: TenantQueries,
  { supplier_identity_id, category_key }: Pick<PeriodRuleRow, "supplier_identity_id" | "category_key">,
): Promise<PeriodRuleRow | undefined> {
  return (await db.rows<PeriodRuleRow>(NEWEST, [supplier_identity_id, category_key]))[0];
}

const INSERT = statement(`
  insert into supplier_period_rules (tenant_id, environment, id, supplier_identity_id, category_key, version, status, bills, unit,
    first_month, reason, stated_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`);

export type NewPeriodRule = Omit<PeriodRuleRow, "supplier_name" | "stated_by_name" | "created_at">;

/** The transaction holds the audit chain, so that versions follow each other. */
export async function insertPeriodRule(tx: TenantTransaction, rule: NewPeriodRule): Promise<void> {
  const { id, supplier_identity_id, category_key, version, status, bills, unit, first_month, reason, stated_by } = rule;
  const what = [id, supplier_identity_id, category_key, version, status, bills, unit, first_month];
  await tx.rows(INSERT, [...what, reason, stated_by]);
}

/** A rule in force with one of the identifiers by which lines name its supplier. */
export interface RuleInForceRow extends BillingRhythm, Identifier {
  readonly id: string;
  readonly category_key: string;
  /** Whether it was stated of the supplier that stands for the others, and not of one that was merged into it. */
  readonly is_own: boolean;
  readonly created_at: string;
}

/** Rules with identifiers that one reading looks at. */
const IN_FORCE_MAX = 50_000;

// A name alone tells the supplier that has nothing else, and one with an account and no number while no other goes by the name.
const IN_FORCE = statement(`
  select r.id, r.category_key, r.bills, r.unit, r.first_month, r.created_at, r.supplier_identity_id = s.root_id as is_own, i.kind, i.value
  from supplier_period_rules r
  join supplier_identities s on s.tenant_id = $1 and s.environment = $2 and s.id = r.supplier_identity_id
  join supplier_identities m on m.tenant_id = $1 and m.environment = $2 and m.root_id = s.root_id
  join supplier_identifiers i on i.tenant_id = $1 and i.environment = $2 and i.supplier_identity_id = m.id and i.removed_at is null
   and i.kind in ('cvr', 'vat', 'register_number', 'name')
  where r.tenant_id = $1 and r.environment = $2 and r.status = 'stated' and ${IS_NEWEST}
    and (i.identifies or (i.kind = 'name'
      and not exists (select from supplier_identities o join supplier_identifiers n
        on n.tenant_id = $1 and n.environment = $2 and n.supplier_identity_id = o.id and n.removed_at is null
         and n.kind in ('cvr', 'vat', 'register_number')
        where o.tenant_id = $1 and o.environment = $2 and o.root_id = s.root_id)
      and not exists (select from supplier_identifiers n
        where n.tenant_id = $1 and n.environment = $2 and n.kind = 'name' and n.value = i.value and n.identifies
          and n.removed_at is null)))
  order by r.id, i.kind, i.value limit ${IN_FORCE_MAX}`);

/** What counts for lines that are read now. */
export async function selectRulesInForce(db: TenantQueries): Promise<RuleInForceRow[]> {
  return await db.rows<RuleInForceRow>(IN_FORCE);
}
