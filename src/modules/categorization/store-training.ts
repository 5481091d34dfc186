import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { type Training, type TrainingCount, trainingOf, trainingTerms } from "./training.ts";

/** Counts that are used, the largest first: some 500 decisions of different words. */
const COUNTS_MAX = 20_000;

const LOAD = statement(`
  select term, category_key, count from category_training
  where tenant_id = $1 and environment = $2 and count > 0
  order by count desc, term, category_key
  limit ${COUNTS_MAX}`);

const ADD = statement(`
  insert into category_training (tenant_id, environment, term, category_key, count)
  select $1, $2, term, $4, 1 from unnest($3::text[]) as t (term) order by term
  on conflict (tenant_id, environment, term, category_key)
  do update set count = category_training.count + 1`);

const TAKE_BACK = statement(`
  update category_training set count = greatest(count - 1, 0)
  where tenant_id = $1 and environment = $2 and term = any ($3::text[]) and category_key = $4`);

/** What the company's decisions say about words. */
export async function loadTraining(db: TenantQueries): Promise<Training> {
  return trainingOf(await db.rows<TrainingCount>(LOAD));
}

/**
 * Counts a person's decision about a line, in the transaction of that decision, and takes back what the same person or
 * another had decided about the same line before.
 */
export async function learnDecision(
  tx: TenantTransaction,
  decided: {
    readonly description: string;
    readonly gl_account: string | null;
    /** Category of the earlier decision; null: there is none. */
    readonly earlier: string | null;
    /** Null: the line is kept out, which teaches nothing about words. */
    readonly later: string | null;
  },
): Promise<void> {
  const { earlier, later } = decided;
  if (earlier === later) return;
  const terms = ["", ...trainingTerms(decided)];
  if (earlier !== null) await tx.rows(TAKE_BACK, [terms, earlier]);
  if (later !== null) await tx.rows(ADD, [terms, later]);
}
