import type { Environment } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import { appendEvents } from "./append-event.ts";
import { closeBooks } from "./close-books.ts";
import type { ErasurePorts } from "./erase-company.ts";
import { queueSealedFiles, removeQueuedFiles } from "./erased-files.ts";
import { openLedger, selectState } from "./store-erasure.ts";
import { selectHead } from "./store-export.ts";
import { deleteRows } from "./store-tables.ts";
import { companyTables } from "./table-statements.ts";

export interface SandboxReset {
  readonly rows: number;
  readonly files: number;
}

const SANDBOX: Environment = "sandbox";

/**
 * Makes a company's sandbox empty again: its rows, documents and audit log go, and both logs record it. Keys and grants
 * stay. While it runs the sandbox takes nothing in; one that was interrupted stays closed until it is run again.
 * @throws ServiceError resource.not_found, also for an erased company
 */
export async function resetSandbox(ports: ErasurePorts, tenant_id: string): Promise<SandboxReset> {
  const { admin, clock, files } = ports;
  const state = await selectState(admin, tenant_id);
  if (state === undefined || state.closed_at !== null) {
    throw new ServiceError("resource.not_found", "No company with this id is at work.");
  }
  await closeBooks(ports, { tenant_id, environments: [SANDBOX], reason: "reset" });
  const ledger = { tenant_id, environment: SANDBOX };
  const reset = await admin.transaction(async (tx) => {
    const head = await selectHead(tx, ledger);
    const removed = await queueSealedFiles(files, tx, ledger);
    let rows = 0;
    for (const [table, stated] of companyTables()) {
      if (stated.reset === "deleted") rows += await deleteRows(tx, table, ledger);
    }
    const payload = { rows, files: removed, sandbox_seq: head?.seq ?? 0, sandbox_hash: head?.hash ?? null };
    await appendEvents({ clock, tx }, { tenant_id, environment: "live" }, [
      { action: "sandbox.reset", subject: tenant_id, payload },
    ]);
    await appendEvents({ clock, tx }, ledger, [{ action: "sandbox.reset", subject: tenant_id, payload: {} }]);
    await openLedger(tx, ledger);
    return { rows, files: removed };
  });
  await removeQueuedFiles(ports, tenant_id);
  return reset;
}
