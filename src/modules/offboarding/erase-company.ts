import type { Clock, Environment, SystemDb, SystemQueries, SystemTransaction } from "../../core/context.ts";
import { ENVIRONMENTS } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import { eraseEvents } from "../audit/index.ts";
import { closeBooks } from "./close-books.ts";
import type { ErasurePlan } from "./plan-erasure.ts";
import { type ErasableFiles, queueUnencryptedFiles, queueSealedFiles, removeQueuedFiles } from "./erased-files.ts";
import { deactivate, deleteAccess, emptyCompany } from "./store-erasure.ts";
import { selectHead } from "./store-export.ts";
import { emptyAccounts, selectAccounts } from "./store-people.ts";
import { deleteRows, type Ledger } from "./store-tables.ts";
import { clearTraces } from "./store-traces.ts";
import { companyTables } from "./table-statements.ts";

export interface ErasurePorts {
  readonly admin: SystemDb;
  readonly files: ErasableFiles;
  readonly clock: Clock;
  readonly pause: (delay_ms: number) => Promise<unknown>;
}

export interface ErasureOrder {
  readonly plan: ErasurePlan;
  /** The newest events that the export tells of; null: erased without an export. */
  readonly exported: Readonly<Record<Environment, { readonly seq: number; readonly hash: string } | null>> | null;
  /** SHA-256 of the export's manifest. */
  readonly manifest_sha256: string | null;
  /** Why vouchers are erased that law still keeps; null: none is kept any more. */
  readonly despite_retention: string | null;
}

export interface ErasureOutcome {
  readonly rows: number;
  readonly events: number;
  readonly files: number;
  readonly accounts: number;
  /** Empty tables of whose rows an older server keeps statistics. */
  readonly sampled_tables: number;
}

/**
 * Erases a company, for good. Its books are closed first, so that nothing can be added to them and nobody gets in. Then, in one
 * transaction, its rows go, its accounts and its name are emptied, and the last event of each chain records what went; with
 * the rows go the hashes without which no key of a document can be made again. The files themselves are removed after it. A
 * process that ends on the way leaves the books closed, and the company as it was or erased: the command goes on from there.
 * @throws ServiceError request.validation_failed when the export is not of the present state
 */
export async function eraseCompany(ports: ErasurePorts, order: ErasureOrder): Promise<ErasureOutcome> {
  const { id } = order.plan.company;
  // An older export is told before anybody is shut out.
  await assertExported(ports.admin, order);
  await closeBooks(ports, { tenant_id: id, environments: ENVIRONMENTS, reason: "erasure" }, (tx) => deactivate(tx, id));
  const erased = await ports.admin.transaction((tx) => eraseRows(ports, tx, order));
  return { ...erased, ...(await finishErasure(ports, id)) };
}

/** Removes the files of a company that is erased already, and its traces: what a process that ended early has left. */
export async function finishErasure(
  ports: Pick<ErasurePorts, "admin" | "files">,
  tenant_id: string,
): Promise<Pick<ErasureOutcome, "files" | "sampled_tables">> {
  const removed = await removeQueuedFiles(ports, tenant_id);
  return { files: removed, sampled_tables: await clearTraces(ports.admin, TRACED_TABLES) };
}

/** Tables whose files and statistics may still tell of rows that went. */
const TRACED_TABLES: readonly string[] = [
  ...companyTables().map(([table]) => table),
  "tenants",
  "users",
  "user_sessions",
  "user_links",
  "tenant_members",
  "oauth_tokens",
  "oauth_requests",
];

async function eraseRows(
  ports: ErasurePorts,
  tx: SystemTransaction,
  order: ErasureOrder,
): Promise<Pick<ErasureOutcome, "rows" | "events" | "accounts">> {
  const tenant_id = order.plan.company.id;
  await assertExported(tx, order);
  const { only_here } = await selectAccounts(tx, tenant_id);
  await queueUnencryptedFiles(ports.files, tx, tenant_id);
  await deleteAccess(tx, tenant_id);
  let rows = 0;
  let events = 0;
  for (const environment of ENVIRONMENTS) {
    const ledger = { tenant_id, environment };
    const files = await queueSealedFiles(ports.files, tx, ledger);
    const deleted = await deleteCompanyRows(tx, ledger);
    const facts = factsOf(order, { files, rows: deleted, accounts: only_here.length });
    const head = await eraseEvents(tx, ledger, { clock: ports.clock, actor: "operator", facts });
    rows += Object.values(deleted).reduce((sum, count) => sum + count, 0);
    events += head === null ? 0 : head.seq - 1;
  }
  await emptyAccounts(tx, only_here);
  await emptyCompany(tx, tenant_id);
  return { rows, events, accounts: only_here.length };
}

/** What the event of the erasure says beside what it proves. */
function factsOf(
  { plan, manifest_sha256, despite_retention }: ErasureOrder,
  counts: { readonly files: number; readonly rows: Readonly<Record<string, number>>; readonly accounts: number },
): Readonly<Record<string, unknown>> {
  return {
    ...counts,
    exported_manifest_sha256: manifest_sha256,
    retained_until: plan.retained_until,
    despite_retention,
  };
}

async function assertExported(queries: SystemQueries, { plan, exported }: ErasureOrder): Promise<void> {
  if (exported === null) return;
  for (const environment of ENVIRONMENTS) {
    const head = await selectHead(queries, { tenant_id: plan.company.id, environment });
    if ((head?.hash ?? null) === (exported[environment]?.hash ?? null)) continue;
    throw new ServiceError(
      "request.validation_failed",
      `The export is older than the ${environment} books: they have events that it does not. The company is closed now, so a new ` +
        "export will be complete: run tenant export again, then tenant erase with it.",
    );
  }
}

async function deleteCompanyRows(tx: SystemTransaction, ledger: Ledger): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  for (const [table, { erased }] of companyTables()) {
    if (erased !== "deleted") continue;
    const count = await deleteRows(tx, table, ledger);
    if (count > 0) deleted[table] = count;
  }
  return deleted;
}
