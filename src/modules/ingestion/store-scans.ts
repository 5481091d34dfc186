import type { TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** `unscanned`: no scanner has looked at the file. */
export const SCANS = ["unscanned", "clean", "infected"] as const;
export type Scan = (typeof SCANS)[number];

const SET_SCAN = statement(`
  update upload_files set scan = $4, scanned_at = $5::timestamptz where tenant_id = $1 and environment = $2 and id = $3`);

export interface ScannedFile {
  readonly id: string;
  readonly scan: Scan;
  /** ISO 8601 UTC. */
  readonly scanned_at: string;
}

/** Keeps what the scanner said of a file. */
export async function setScan(tx: TenantTransaction, { id, scan, scanned_at }: ScannedFile): Promise<void> {
  await tx.rows(SET_SCAN, [id, scan, scanned_at]);
}
