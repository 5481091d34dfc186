import type { SystemDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const COUNT = statement(`select state, count(*) as jobs from jobs group by state order by state limit 10`);

/** Number of jobs by state, for the metrics. */
export async function jobCounts(system: SystemDb): Promise<Readonly<Record<string, number>>> {
  const rows = await system.rows<{ state: string; jobs: number }>(COUNT);
  return Object.fromEntries(rows.map((row) => [row.state, row.jobs]));
}
