import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { ACCOUNT_LENGTH_MAX } from "./knowledge.ts";
import { type LineMemory, lineMemoryOf, lineWords, type RememberedLine } from "./line-memory.ts";

/** Newest decisions that are used. */
const LINES_MAX = 20_000;

const LOAD = statement(`
  select supplier_key, gl_account, words, category_key from category_line_memory
  where tenant_id = $1 and environment = $2
  order by decided_at desc, supplier_key, gl_account, words
  limit ${LINES_MAX}`);

const REMEMBER = statement(`
  insert into category_line_memory (tenant_id, environment, supplier_key, gl_account, words, category_key, decided_by)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (tenant_id, environment, supplier_key, gl_account, words)
  do update set category_key = excluded.category_key, decided_by = excluded.decided_by, decided_at = now()`);

/** What people decided about lines, by their words. */
export async function loadLineMemory(db: TenantQueries): Promise<LineMemory> {
  return lineMemoryOf(await db.rows<RememberedLine>(LOAD));
}

/** Remembers a decision for the words of a line, in the transaction of that decision; an earlier one is replaced. */
export async function rememberLine(
  tx: TenantTransaction,
  decided: Omit<RememberedLine, "gl_account" | "words"> & {
    readonly gl_account: string | null;
    readonly description: string;
    readonly decided_by: string;
  },
): Promise<void> {
  const { supplier_key, gl_account, description, category_key, decided_by } = decided;
  const words = lineWords(description);
  if (words === "" || (gl_account ?? "").length > ACCOUNT_LENGTH_MAX) return;
  await tx.rows(REMEMBER, [supplier_key, gl_account ?? "", words, category_key, decided_by]);
}
