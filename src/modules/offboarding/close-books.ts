import type { Environment, SystemDb, SystemTransaction } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import { closeLedgers, databaseTime, hasEarlierWork } from "./store-erasure.ts";

const LOOK_EVERY_MS = 50;
/** Longer than a statement, or a transaction that stands still, is let be. */
const EARLIER_WORK_MS_MAX = 90_000;

interface Closing {
  readonly tenant_id: string;
  readonly environments: readonly Environment[];
  readonly reason: "erasure" | "reset";
}

/**
 * Closes books and waits until nobody is at work any more who may have seen them open: from then on nothing is added to
 * them, by whatever process. `also` belongs to the same transaction. @throws ServiceError server.unavailable
 */
export async function closeBooks(
  { admin, pause }: { readonly admin: SystemDb; readonly pause: (delay_ms: number) => Promise<unknown> },
  { tenant_id, environments, reason }: Closing,
  also: (tx: SystemTransaction) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const xid = await admin.transaction(async (tx) => {
    const number = await closeLedgers(tx, tenant_id, environments, reason);
    await also(tx);
    return number;
  });
  const closed_at = await databaseTime(admin);
  for (let waited_ms = 0; await hasEarlierWork(admin, xid, closed_at); waited_ms += LOOK_EVERY_MS) {
    if (waited_ms >= EARLIER_WORK_MS_MAX) {
      throw new ServiceError(
        "server.unavailable",
        "A transaction from before is still at work on this server, so nothing was erased yet; the books are closed. Run the " +
          "command again when it has ended (pg_stat_activity names it).",
      );
    }
    await pause(LOOK_EVERY_MS);
  }
}
