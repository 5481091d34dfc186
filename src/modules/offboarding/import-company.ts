import { sha256Hex } from "../../core/content-hash.ts";
import type { Clock, Environment, FileStore, SystemDb, SystemTransaction } from "../../core/context.ts";
import { ENVIRONMENTS } from "../../core/context.ts";
import { ServiceError, validationError } from "../../core/errors.ts";
import { appendEvents } from "./append-event.ts";
import { type Manifest, parseManifest, parseNamedFile } from "./manifest.ts";
import {
  insertCompany,
  insertConsultants,
  insertPeople,
  selectConflicts,
  selectUnknownFactors,
} from "./store-import.ts";
import { insertOf, type Ledger, selectColumns } from "./store-tables.ts";
import { companyTables } from "./table-statements.ts";

/** An export, as it lies somewhere. */
export interface ExportedFolder {
  text(name: string): Promise<string>;
  lines(name: string): AsyncIterable<string>;
  open(name: string): AsyncIterable<Uint8Array>;
  /** @throws Error when a file is not as it was exported */
  verify(): Promise<number>;
}

export interface ImportPorts {
  readonly admin: SystemDb;
  readonly clock: Clock;
  readonly folder: ExportedFolder;
  readonly files: (tenant_id: string, environment: Environment) => Pick<FileStore, "put">;
}

export interface ImportOutcome {
  readonly manifest: Manifest;
  readonly rows: number;
  readonly files: number;
  readonly people: number;
  /** Factors that entries name and the catalog here lacks; the entries hold what they were calculated with. */
  readonly unknown_factors: number;
}

/** Rows that one statement inserts. */
const BATCH = 500;
/** A batch is sent before it grows beyond this: a snapshot of a report is one long line. */
const BATCH_CHARACTERS = 4_000_000;

/**
 * Makes the company of an export here, with the same ids and the same audit chains, to which it appends that it was imported.
 * Documents are sealed first; all rows come in one transaction, so that there is all of the company or nothing. Keys, webhooks and
 * programs come without their secrets and are ended; people have no password.
 * @throws ServiceError request.validation_failed when the company or something of it exists here, or the export is damaged
 */
export async function importCompany(ports: ImportPorts): Promise<ImportOutcome> {
  const { admin, clock, folder } = ports;
  await folder.verify();
  const manifest = parseManifest(await folder.text("manifest.json"));
  const tenant_id = manifest.company.id;
  await assertFree(ports, tenant_id);
  let files = 0;
  for (const environment of ENVIRONMENTS) files += await importFiles(ports, { tenant_id, environment });
  const imported = await admin.transaction(async (tx) => {
    await insertCompany(tx, await folder.text("company.json"));
    await insertConsultants(tx, await allLines(folder, "consultants.ndjson"));
    const people = await allLines(folder, "people.ndjson");
    await insertPeople(tx, tenant_id, people);
    let rows = 0;
    for (const environment of ENVIRONMENTS) {
      rows += await importRows(folder, tx, { tenant_id, environment }, manifest);
      await appendEvents({ clock, tx }, { tenant_id, environment }, [
        { action: "tenant.imported", subject: tenant_id, payload: { exported_at: manifest.exported_at } },
      ]);
    }
    return { rows, people: people.length };
  });
  return { manifest, files, ...imported, unknown_factors: await selectUnknownFactors(admin, tenant_id) };
}

async function assertFree({ admin, folder }: ImportPorts, tenant_id: string): Promise<void> {
  const conflicts = await selectConflicts(admin, tenant_id, await allLines(folder, "people.ndjson"));
  if (conflicts.company) {
    throw validationError([
      { path: "from", code: "exists", message: `the company ${tenant_id} exists here already, or was erased here` },
    ]);
  }
  if (conflicts.people.length === 0) return;
  const message =
    `${conflicts.people.length} people of the export have accounts here under other ids (${conflicts.people.slice(0, 5).join(", ")}); ` +
    "the audit log names them by their ids, so they cannot be merged: erase or rename those accounts first";
  throw validationError([{ path: "from", code: "exists", message }]);
}

async function importFiles({ folder, files }: ImportPorts, { tenant_id, environment }: Ledger): Promise<number> {
  const store = files(tenant_id, environment);
  let count = 0;
  for await (const line of folder.lines(`${environment}/documents.ndjson`)) {
    const { path, sha256 } = parseNamedFile(line);
    if (path === null) continue;
    const chunks: Uint8Array[] = [];
    for await (const chunk of folder.open(path)) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (sha256Hex(bytes) !== sha256) {
      throw new ServiceError("request.validation_failed", `${path} is not the content that documents.ndjson names.`);
    }
    await store.put(bytes, sha256);
    count += 1;
  }
  return count;
}

async function importRows(
  folder: ExportedFolder,
  tx: SystemTransaction,
  ledger: Ledger,
  { ledgers }: Manifest,
): Promise<number> {
  let rows = 0;
  for (const [table, stated] of companyTables()) {
    const expected = ledgers[ledger.environment].rows[table];
    // A table that the exporting version did not have.
    if (expected === undefined || "not" in stated.imported) continue;
    const insert = insertOf(table, await selectColumns(tx, table), stated);
    let batch: string[] = [];
    let size = 0;
    let lineCount = 0;
    const send = async (): Promise<void> => {
      if (batch.length > 0) await tx.rows(insert, [`[${batch.join(",")}]`]);
      batch = [];
      size = 0;
    };
    for await (const line of folder.lines(`${ledger.environment}/tables/${table}.ndjson`)) {
      assertOwn(line, ledger, table);
      batch.push(line);
      size += line.length;
      lineCount += 1;
      if (batch.length === BATCH || size > BATCH_CHARACTERS) await send();
    }
    await send();
    if (lineCount !== expected) throw new ServiceError("request.validation_failed", `${table}.ndjson lacks lines.`);
    rows += lineCount;
  }
  return rows;
}

/** Rows are written as the tables' owner: none may claim to be another company's. */
function assertOwn(line: string, { tenant_id, environment }: Ledger, table: string): void {
  // The database checks the rest of it.
  const row = JSON.parse(line) as { readonly tenant_id?: unknown; readonly environment?: unknown };
  if (row.tenant_id === tenant_id && row.environment === environment) return;
  throw new ServiceError("request.validation_failed", `A line of ${table}.ndjson belongs to another company.`);
}

async function allLines(folder: ExportedFolder, name: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of folder.lines(name)) lines.push(line);
  return lines;
}
