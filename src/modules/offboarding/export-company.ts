import papaparse from "papaparse";
import type { Environment, FileStore, SystemDb, SystemTransaction } from "../../core/context.ts";
import { neutraliseCsvCell } from "../../core/csv-cell.ts";
import { DocumentStoreError } from "../../core/document-store.ts";
import { ServiceError } from "../../core/errors.ts";
import { exportedName } from "./export-names.ts";
import { EXPORT_FORMAT, type ExportedLedger, type Manifest, type NamedFile, type WrittenFile } from "./manifest.ts";
import { README } from "./read-me.ts";
import {
  companyQueries,
  type ExportedCompany,
  NUMBER_COLUMNS,
  type NamedContent,
  namedContents,
  selectCompany,
  selectHead,
  type SpreadsheetTable,
  spreadsheetTables,
} from "./store-export.ts";
import { cursorRows, freezeMoment, type Ledger, linesQuery, selectColumns } from "./store-tables.ts";
import { companyTables } from "./table-statements.ts";

type Chunks = AsyncIterable<string | Uint8Array>;

/** Where an export is written to. */
export interface ExportFolder {
  /** Writes one file, chunk by chunk; one whose chunks end with an error is not left behind. */
  write(path: string, chunks: Chunks): Promise<WrittenFile>;
}

export interface ExportPorts {
  readonly admin: SystemDb;
  readonly files: (environment: Environment) => Pick<FileStore, "open">;
  readonly folder: ExportFolder;
  readonly service_version: string;
}

/**
 * Writes everything of a company as of one moment, in constant memory: a reading transaction sees that moment, and contents
 * never change. Secrets are left out. Returns what manifest.json says. @throws ServiceError resource.not_found
 */
export async function exportCompany(ports: ExportPorts, tenant_id: string): Promise<Manifest> {
  return await ports.admin.transaction(async (tx) => {
    await freezeMoment(tx);
    const company = await selectCompany(tx, tenant_id);
    if (company === undefined) throw new ServiceError("resource.not_found", "No company has this id.");
    const written: Written = { files: [], rows: new Map() };
    await writeOne(ports, written, "README.md", README);
    await writeOne(ports, written, "company.json", companyText(company));
    for (const [name, query] of Object.entries(companyQueries(tenant_id))) {
      await writeLines({ ports, tx, written }, `${name}.ndjson`, query);
    }
    const ledgers = {
      live: await exportLedger({ ports, tx, written }, { tenant_id, environment: "live" }),
      sandbox: await exportLedger({ ports, tx, written }, { tenant_id, environment: "sandbox" }),
    };
    const manifest: Manifest = {
      format: EXPORT_FORMAT,
      service_version: ports.service_version,
      exported_at: company.moment,
      company: { id: company.id, name: company.name },
      ledgers,
      people: written.rows.get("people.ndjson") ?? 0,
      factors: written.rows.get("factors.ndjson") ?? 0,
      files: written.files,
      not_included: notIncluded(),
    };
    await ports.folder.write("manifest.json", once(`${JSON.stringify(manifest, null, 2)}\n`));
    return manifest;
  });
}

interface Written {
  readonly files: WrittenFile[];
  /** Lines of each file, by its path. */
  readonly rows: Map<string, number>;
}

interface Work {
  readonly ports: ExportPorts;
  readonly tx: SystemTransaction;
  readonly written: Written;
}

async function exportLedger(work: Work, ledger: Ledger): Promise<ExportedLedger> {
  const { ports, tx, written } = work;
  const { environment } = ledger;
  const rows: Record<string, number> = {};
  for (const [table, stated] of companyTables()) {
    if ("not" in stated.exported) continue;
    const query = linesQuery(table, await selectColumns(tx, table), stated, ledger);
    rows[table] = await writeLines(work, `${environment}/tables/${table}.ndjson`, query);
  }
  for (const table of spreadsheetTables(ledger)) {
    await keep(ports, written, `${environment}/csv/${table.name}.csv`, csvChunks(tx, table));
  }
  const counts = { document: 0, report: 0, evidence: 0, missing: 0 };
  await keep(ports, written, `${environment}/documents.ndjson`, contentLines(work, ledger, counts));
  const { document, report, evidence, missing } = counts;
  return { audit_head: await selectHead(tx, ledger), rows, documents: document + evidence, reports: report, missing };
}

/** Writes the contents, and yields the lines that tell of them. */
async function* contentLines(
  { ports, tx }: Work,
  ledger: Ledger,
  counts: Record<NamedContent["kind"] | "missing", number>,
): Chunks {
  const files = ports.files(ledger.environment);
  for await (const contents of namedContents(tx, ledger)) {
    for (const content of contents) {
      const file = await writeContent(ports.folder, files, ledger.environment, content);
      if (file !== null) counts[content.kind] += 1;
      // Evidence may be known by its hash alone.
      else if (content.kind !== "evidence") counts.missing += 1;
      const { sha256, kind, name } = content;
      const line: NamedFile = { sha256, kind, name, path: file?.path ?? null, size_bytes: file?.size_bytes ?? null };
      yield `${JSON.stringify(line)}\n`;
    }
  }
}

async function writeContent(
  folder: ExportFolder,
  files: Pick<FileStore, "open">,
  environment: Environment,
  { sha256, kind, name, month }: NamedContent,
): Promise<WrittenFile | null> {
  const place = kind === "report" ? "reports" : "documents";
  let chunks: Chunks;
  try {
    chunks = await files.open(sha256);
  } catch (error) {
    // A store that is not there now is no missing document.
    if (error instanceof DocumentStoreError && error.code !== "ENOENT") throw error;
    return null;
  }
  const outcome = { isDamaged: false };
  const path = `${environment}/${place}/${month}/${exportedName(name, sha256)}`;
  try {
    return await folder.write(path, told(chunks, outcome));
  } catch (error) {
    if (outcome.isDamaged) return null;
    throw error;
  }
}

/** Tells a content that cannot be read from a folder that cannot be written. */
async function* told(chunks: Chunks, outcome: { isDamaged: boolean }): Chunks {
  const source = chunks[Symbol.asyncIterator]();
  for (;;) {
    let next: IteratorResult<string | Uint8Array>;
    try {
      next = await source.next();
    } catch (error) {
      outcome.isDamaged = !(error instanceof DocumentStoreError);
      throw error;
    }
    if (next.done === true) return;
    yield next.value;
  }
}

async function writeLines({ ports, tx, written }: Work, path: string, query: string): Promise<number> {
  let count = 0;
  async function* lines(): Chunks {
    for await (const rows of cursorRows<{ readonly line: string }>(tx, query)) {
      count += rows.length;
      yield rows.map(({ line }) => `${line}\n`).join("");
    }
  }
  await keep(ports, written, path, lines());
  written.rows.set(path, count);
  return count;
}

/** UTF-8 with its mark, which spreadsheets need to know it by. */
async function* csvChunks(tx: SystemTransaction, { columns, query }: SpreadsheetTable): Chunks {
  yield `\uFEFF${columns.join(",")}\r\n`;
  for await (const rows of cursorRows<Readonly<Record<string, string | null>>>(tx, query)) {
    const cells = rows.map((row) => columns.map((column) => csvCell(column, row[column] ?? "")));
    yield `${papaparse.unparse(cells, { newline: "\r\n" })}\r\n`;
  }
}

function csvCell(column: string, text: string): string {
  return NUMBER_COLUMNS.has(column) ? text : neutraliseCsvCell(text);
}

async function keep(ports: ExportPorts, written: Written, path: string, chunks: Chunks): Promise<void> {
  written.files.push(await ports.folder.write(path, chunks));
}

async function writeOne(ports: ExportPorts, written: Written, path: string, text: string): Promise<void> {
  await keep(ports, written, path, once(text));
}

// oxlint-disable-next-line typescript/require-await -- a text as the chunks that a folder takes
async function* once(text: string): Chunks {
  yield text;
}

function companyText({ id, name, country, plan, settings, created_at }: ExportedCompany): string {
  return `${JSON.stringify({ id, name, country, plan, settings, created_at }, null, 2)}\n`;
}

function notIncluded(): Manifest["not_included"] {
  const tables = companyTables().flatMap(([table, { exported }]) =>
    "not" in exported
      ? [{ what: table, why: exported.not }]
      : (exported.omit ?? []).map((column) => ({ what: `${table}.${column}`, why: "a secret, or what proves one" })),
  );
  return [
    ...tables,
    { what: "passwords, second factors, sessions and links of people", why: "secrets; people get new links" },
    { what: "tokens of programs", why: "secrets; administrators let programs in again" },
  ];
}
