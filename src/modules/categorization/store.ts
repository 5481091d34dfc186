import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import {
  ACCOUNT_LENGTH_MAX,
  type CategoryRule,
  type RememberedCategory,
  type TenantKnowledge,
  tenantKnowledge,
} from "./knowledge.ts";
import { loadLineMemory } from "./store-line-memory.ts";
import { loadTraining } from "./store-training.ts";
import { type BeforeRow, rememberedBefore, type RememberedBefore } from "./remembered-before.ts";

/** Rules that one tenant and environment may have; each is tried on every line. */
export const RULES_MAX = 500;
/** Newest decisions that are used. An older one is forgotten before it is looked up at this size. */
const MEMORY_MAX = 20_000;

export interface CategoryRuleRow extends CategoryRule {
  readonly created_by: string;
  readonly created_by_name: string | null;
  readonly created_at: string;
}

const RULES = statement(`
  select id, position, supplier_key, gl_account, text_contains, category_key
  from category_rules
  where tenant_id = $1 and environment = $2
  order by position, id
  limit ${RULES_MAX}`);

const MEMORY = statement(`
  select supplier_key, gl_account, category_key, decided_by
  from category_memory
  where tenant_id = $1 and environment = $2
  order by decided_at desc, supplier_key, gl_account
  limit ${MEMORY_MAX}`);

const REMEMBER = statement(`
  with before as materialized (
    select category_key, decided_at from category_memory
    where tenant_id = $1 and environment = $2 and supplier_key = $3 and gl_account = $4)
  insert into category_memory (tenant_id, environment, supplier_key, gl_account, category_key, decided_by)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (tenant_id, environment, supplier_key, gl_account)
  do update set category_key = excluded.category_key, decided_by = excluded.decided_by, decided_at = now()
  returning (select category_key from before) as category_key, (select decided_at from before) as decided_at`);

const FORGET = statement(`
  delete from category_memory
  where tenant_id = $1 and environment = $2 and supplier_key = $3 and gl_account = $4 and decided_at = $5::timestamptz
  returning category_key`);

const REMEMBER_AGAIN = statement(`
  update category_memory set category_key = $6, decided_at = coalesce($7::timestamptz, decided_at)
  where tenant_id = $1 and environment = $2 and supplier_key = $3 and gl_account = $4 and decided_at = $5::timestamptz
  returning category_key`);

const RULE_COLUMNS = `id, position, supplier_key, gl_account, text_contains, category_key, created_by,
    actor_name(created_by) as created_by_name, created_at`;

const LIST = statement(`
  select ${RULE_COLUMNS}
  from category_rules
  where tenant_id = $1 and environment = $2
    and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
  order by created_at desc, id desc
  limit $5`);

const BY_ID = statement(`
  select ${RULE_COLUMNS}
  from category_rules
  where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1`);

const COUNT = statement(`
  select count(*)::int as count, coalesce(max(position), 0)::int as last_position
  from category_rules
  where tenant_id = $1 and environment = $2
  order by 1 limit 1`);

/** Two rules made at once must not both be the last that fits. */
const LOCK = statement(`
  select pg_advisory_xact_lock(hashtextextended('category_rules:' || $1::uuid || ':' || $2::text, 0))::text as locked
  order by 1 limit 1`);

const INSERT = statement(`
  insert into category_rules
    (tenant_id, environment, id, position, supplier_key, gl_account, text_contains, category_key, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  returning ${RULE_COLUMNS}`);

const DELETE = statement(`
  delete from category_rules
  where tenant_id = $1 and environment = $2 and id = $3
  returning ${RULE_COLUMNS}`);

/**
 * Rules (at most 500), the newest decisions by supplier and by line (at most 20,000 each) and the words of decided lines (at most 20,000 counts) of the
 * tenant. Load once per batch of lines.
 */
export async function loadTenantKnowledge(db: TenantQueries): Promise<TenantKnowledge> {
  const [rules, remembered, training, lines] = await Promise.all([
    db.rows<CategoryRule>(RULES),
    db.rows<RememberedCategory>(MEMORY),
    loadTraining(db),
    loadLineMemory(db),
  ]);
  return tenantKnowledge(rules, remembered, { training, lines });
}

/** A decision about a supplier's lines on an account; `gl_account` null or "" means without regard to the account. */
interface SupplierAccount {
  readonly supplier_key: string;
  readonly gl_account: string | null;
}

/**
 * Remembers what a person decided, in the transaction of that decision; an earlier decision for the same supplier and
 * account is replaced. A longer account than ACCOUNT_LENGTH_MAX is not remembered.
 * @returns what was remembered before; null: nothing
 */
export async function rememberCategory(
  tx: TenantTransaction,
  decided: SupplierAccount & { readonly category_key: string; readonly decided_by: string },
): Promise<RememberedBefore | null> {
  const { supplier_key, gl_account, category_key, decided_by } = decided;
  if ((gl_account ?? "").length > ACCOUNT_LENGTH_MAX) return null;
  const parameters = [supplier_key, gl_account ?? "", category_key, decided_by];
  return rememberedBefore((await tx.rows<BeforeRow>(REMEMBER, parameters))[0]);
}

/**
 * Remembers again what was remembered before a decision that is taken back; null: nothing was.
 * @returns false when a later decision stands in the memory, which stays
 */
export async function restoreCategory(
  tx: TenantTransaction,
  undone: SupplierAccount & { readonly decided_at: string; readonly before: RememberedBefore | null },
): Promise<boolean> {
  const { supplier_key, gl_account, decided_at, before } = undone;
  const decision = [supplier_key, gl_account ?? "", decided_at];
  const restored =
    before === null
      ? tx.rows(FORGET, decision)
      : tx.rows(REMEMBER_AGAIN, [...decision, before.category_key, before.decided_at]);
  return (await restored).length > 0;
}

export async function selectRules(
  db: TenantQueries,
  after: readonly string[] | null,
  limit: number,
): Promise<CategoryRuleRow[]> {
  return await db.rows<CategoryRuleRow>(LIST, [after?.[0] ?? null, after?.[1] ?? null, limit]);
}

export async function selectRule(db: TenantQueries, id: string): Promise<CategoryRuleRow | undefined> {
  return (await db.rows<CategoryRuleRow>(BY_ID, [id]))[0];
}

/** Waits until no other transaction changes the tenant's rules; held until this one ends. */
export async function lockRules(tx: TenantTransaction): Promise<void> {
  await tx.rows(LOCK);
}

export async function countRules(db: TenantQueries): Promise<{ count: number; last_position: number }> {
  const [row] = await db.rows<{ count: number; last_position: number }>(COUNT);
  if (row === undefined) throw new Error("count of category rules returned no row");
  return row;
}

export async function insertRule(
  tx: TenantTransaction,
  rule: CategoryRule & { readonly created_by: string },
): Promise<CategoryRuleRow> {
  const [row] = await tx.rows<CategoryRuleRow>(INSERT, [
    rule.id,
    rule.position,
    rule.supplier_key,
    rule.gl_account,
    rule.text_contains,
    rule.category_key,
    rule.created_by,
  ]);
  if (row === undefined) throw new Error("insert of a category rule returned no row");
  return row;
}

/** The deleted rule, or undefined when there was none with this id. */
export async function deleteRule(tx: TenantTransaction, id: string): Promise<CategoryRuleRow | undefined> {
  const [row] = await tx.rows<CategoryRuleRow>(DELETE, [id]);
  return row;
}
