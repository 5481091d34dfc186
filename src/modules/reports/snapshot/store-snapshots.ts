import type { TenantTransaction } from "../../../core/context.ts";
import { statement } from "../../../core/statement.ts";
import type { Snapshot } from "./snapshot.ts";
import type { ChainHead } from "../../audit/index.ts";

const INSERT = statement(`
  insert into report_snapshots (tenant_id, environment, snapshot_id, snapshot, audit_head, frozen_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (tenant_id, environment, snapshot_id) do nothing`);

const SNAPSHOT = statement(`
  select snapshot, audit_head, frozen_at from report_snapshots
  where tenant_id = $1 and environment = $2 and snapshot_id = $3 order by snapshot_id limit 1`);

/** Keeps the figures under their id; equal figures that were frozen before stay as they are, with their moment and head. */
export async function insertSnapshot(
  tx: TenantTransaction,
  snapshot_id: string,
  { audit_head, frozen_at, ...figures }: Snapshot,
): Promise<void> {
  await tx.rows(INSERT, [snapshot_id, JSON.stringify(figures), JSON.stringify(audit_head), frozen_at]);
}

interface SnapshotRow {
  readonly snapshot: Omit<Snapshot, "audit_head" | "frozen_at">;
  readonly audit_head: ChainHead;
  readonly frozen_at: string;
}

/** The figures as they were first frozen. */
export async function selectSnapshot(tx: TenantTransaction, snapshot_id: string): Promise<Snapshot | undefined> {
  const [row] = await tx.rows<SnapshotRow>(SNAPSHOT, [snapshot_id]);
  if (row === undefined) return undefined;
  return { ...row.snapshot, audit_head: row.audit_head, frozen_at: new Date(row.frozen_at).toISOString() };
}
