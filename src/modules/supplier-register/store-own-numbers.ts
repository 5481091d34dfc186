import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { OwnNumber, OwnNumbers } from "./own-numbers-record.ts";

const COLUMNS = "numbers, set_by, actor_name(set_by) as set_by_name, created_at as set_at";

const NEWEST = statement(`
  select ${COLUMNS} from own_numbers
  where tenant_id = $1 and environment = $2 order by created_at desc, id desc limit 1`);

const INSERT = statement(`
  insert into own_numbers (tenant_id, environment, id, numbers, set_by) values ($1, $2, $3, $4, $5)
  returning ${COLUMNS}`);

/** The newest statement; undefined: the company has stated none. */
export async function selectOwnNumbers(db: TenantQueries): Promise<OwnNumbers | undefined> {
  return (await db.rows<OwnNumbers>(NEWEST, []))[0];
}

export async function insertOwnNumbers(
  tx: TenantTransaction,
  row: { readonly id: string; readonly numbers: readonly OwnNumber[]; readonly set_by: string },
): Promise<OwnNumbers> {
  const [created] = await tx.rows<OwnNumbers>(INSERT, [row.id, JSON.stringify(row.numbers), row.set_by]);
  if (created === undefined) throw new Error("insert of own numbers returned no row");
  return created;
}
