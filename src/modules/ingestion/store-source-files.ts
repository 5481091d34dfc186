import type { TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const SET_SOURCE = statement(`
  update upload_batches set data_source_id = $4 where tenant_id = $1 and environment = $2 and id = $3`);

/** Notes which source a batch was fetched from. */
export async function setBatchSource(tx: TenantTransaction, batch_id: string, data_source_id: string): Promise<void> {
  await tx.rows(SET_SOURCE, [batch_id, data_source_id]);
}
