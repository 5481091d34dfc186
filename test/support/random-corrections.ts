import type { Context } from "../../src/core/context.ts";
import { statement } from "../../src/core/statement.ts";
import { appendAudit, lockAuditChain } from "../../src/modules/audit/index.ts";
import { newEntries, supersedeHolding } from "../../src/modules/emissions/index.ts";
import { generator, randomDepartment, randomEntry, randomMoment } from "./random-lines.ts";

const CURRENT = statement(`
  select e.activity_split_id, min(e.activity_id::text) as activity_id from emission_entries e
  where tenant_id = $1 and environment = $2
    and not exists (select from emission_entries s where s.tenant_id = $1 and s.environment = $2
      and s.supersedes_entry_id = e.id)
  group by 1 order by md5(e.activity_split_id::text) limit $3`);

/**
 * Reads `count` splits again: other figures, another day and department, now and then no emissions at all. What is
 * superseded once may be superseded again by a later call.
 */
export async function correctRandomly(ctx: Context, count: number, seed: number): Promise<void> {
  const random = generator(seed);
  const splits = await ctx.db.rows<{ activity_split_id: string; activity_id: string }>(CURRENT, [count]);
  for (const { activity_split_id, activity_id } of splits) {
    const source = {
      activity_id,
      activity_split_id: ctx.newId(),
      department_id: randomDepartment(random),
      transaction_date: randomMoment(random),
    };
    const calculated = random() < 0.2 ? [] : [randomEntry(random)];
    await ctx.db.transaction(async (tx) => {
      await lockAuditChain(tx);
      const fresh = newEntries(ctx, source, calculated);
      const { events } = await supersedeHolding(ctx, tx, { from_split_id: activity_split_id, source, fresh }, []);
      await appendAudit(ctx, tx, [...events]);
    });
  }
}
