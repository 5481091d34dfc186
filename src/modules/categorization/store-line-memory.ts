import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { ACCOUNT_LENGTH_MAX } from "./knowledge.ts";
import { type BeforeRow, rememberedBefore, type RememberedBefore } from "./remembered-before.ts";
import { type LineMemory, lineMemoryOf, lineWords, type RememberedLine } from "./line-memory.ts";

/** Newest decisions that are used. */
const LINES_MAX = 20_000;

const LOAD = statement(`
  select supplier_key, gl_account, words, category_key, attributes, emission_factor_key from category_line_memory
  where tenant_id = $1 and environment = $2
  order by decided_at desc, supplier_key, gl_account, words
  limit ${LINES_MAX}`);

const REMEMBER = statement(`
  with before as materialized (
    select category_key, decided_at, attributes, emission_factor_key from category_line_memory
    where tenant_id = $1 and environment = $2 and supplier_key = $3 and gl_account = $4 and words = $5)
  insert into category_line_memory (tenant_id, environment, supplier_key, gl_account, words, category_key, decided_by,
    attributes, emission_factor_key)
  values ($1, $2, $3, $4, $5, $6, $7, $9::jsonb, $11)
  on conflict (tenant_id, environment, supplier_key, gl_account, words)
  do update set category_key = excluded.category_key, decided_by = excluded.decided_by, decided_at = now(),
    attributes = case when $8::boolean then excluded.attributes
      when category_line_memory.category_key = excluded.category_key then category_line_memory.attributes end,
    emission_factor_key = case when $10::boolean then excluded.emission_factor_key
      when category_line_memory.category_key = excluded.category_key then category_line_memory.emission_factor_key end
  returning (select category_key from before) as category_key, (select decided_at from before) as decided_at,
    (select attributes from before) as attributes, (select emission_factor_key from before) as emission_factor_key`);

const FORGET = statement(`
  delete from category_line_memory
  where tenant_id = $1 and environment = $2 and supplier_key = $3 and gl_account = $4 and words = $5
    and decided_at = $6::timestamptz
  returning category_key`);

const REMEMBER_AGAIN = statement(`
  update category_line_memory set category_key = $7, decided_at = coalesce($8::timestamptz, decided_at),
    attributes = $9::jsonb, emission_factor_key = $10
  where tenant_id = $1 and environment = $2 and supplier_key = $3 and gl_account = $4 and words = $5
    and decided_at = $6::timestamptz
  returning category_key`);

/** What people decided about lines, by their words. */
export async function loadLineMemory(db: TenantQueries): Promise<LineMemory> {
  return lineMemoryOf(await db.rows<RememberedLine>(LOAD));
}

/**
 * Remembers a decision for the words of a line, in the transaction of that decision; an earlier one is replaced.
 * @returns what was remembered before; null: nothing
 */
export async function rememberLine(
  tx: TenantTransaction,
  decided: Pick<RememberedLine, "supplier_key" | "category_key"> & {
    readonly gl_account: string | null;
    /** Absent: what was remembered of lines of the category stays. */
    readonly attributes?: Readonly<Record<string, string>> | null;
    readonly emission_factor_key?: string | null;
    readonly description: string;
    readonly decided_by: string;
  },
): Promise<RememberedBefore | null> {
  const { supplier_key, gl_account, description, category_key, decided_by } = decided;
  const words = lineWords(description);
  if (words === "" || (gl_account ?? "").length > ACCOUNT_LENGTH_MAX) return null;
  const { attributes, emission_factor_key } = decided;
  const parameters = [
    supplier_key,
    gl_account ?? "",
    words,
    category_key,
    decided_by,
    attributes !== undefined,
    attributes == null ? null : JSON.stringify(attributes),
    emission_factor_key !== undefined,
    emission_factor_key ?? null,
  ];
  return rememberedBefore((await tx.rows<BeforeRow>(REMEMBER, parameters))[0]);
}

/**
 * Remembers again what was remembered for the words before a decision that is taken back; null: nothing was.
 * @returns false when a later decision stands in the memory, which stays
 */
export async function restoreLine(
  tx: TenantTransaction,
  undone: {
    readonly supplier_key: string;
    readonly gl_account: string | null;
    readonly description: string;
    readonly decided_at: string;
    readonly before: RememberedBefore | null;
  },
): Promise<boolean> {
  const { supplier_key, gl_account, description, decided_at, before } = undone;
  const words = lineWords(description);
  if (words === "") return true;
  const decision = [supplier_key, gl_account ?? "", words, decided_at];
  const restored =
    before === null
      ? tx.rows(FORGET, decision)
      : tx.rows(REMEMBER_AGAIN, [
          ...decision,
          before.category_key,
          before.decided_at,
          before.attributes == null ? null : JSON.stringify(before.attributes),
          before.emission_factor_key ?? null,
        ]);
  return (await restored).length > 0;
}
