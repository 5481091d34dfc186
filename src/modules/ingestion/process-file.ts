import { concurrencyLimit } from "../../core/concurrency-limit.ts";
import type { Context, Environment } from "../../core/context.ts";
import type { LanguageModel } from "../../core/language-model.ts";
import { withTablesInForce } from "../../core/outdated-tables.ts";
import { inTurns } from "../../core/turns.ts";
import { type KnownMappings, loadMappings } from "../column-mappings/index.ts";
import { ownVat } from "../emissions/index.ts";
import {
  type ColumnMapping,
  fileError,
  type FileError,
  type FileOptions,
  type ParsedDocument,
  type ReadOutcome,
} from "../reading/index.ts";
import { loadOwnNumbers } from "../supplier-register/index.ts";
import { linesInQuestion, withModelSuggestions } from "./ask-category-model.ts";
import { type ActivityDraft, draftActivities } from "./draft-activities.ts";
import { holdFile, holdTable, recognisedFacts } from "./hold-file.ts";
import { batcher } from "./batcher.ts";
import { weightedSemaphore } from "./weighted-semaphore.ts";
import { loadTenantTables, preparingFile, type LineReaders, type ReadFile, type TenantTables } from "./prepare-file.ts";
import type { PreparedFile } from "./prepared-file.ts";
import { recordFiles } from "./record-files.ts";
import { rejectFile } from "./reject-file.ts";
import { scanFile, type ScanningPort } from "./scan-file.ts";
import { FILES_MAX, selectFiles, type UploadFileRow } from "./store.ts";
import { unpackFile, unpackInfectedFile } from "./unpack-file.ts";

/**
 * What became of a file's job: its file has a final status (`done`), or nothing was written and another queue is to go on,
 * one that recognises letters on pictures (`needs_ocr`) or one that asks the language model (`needs_model`).
 */
export type ProcessingResult = "done" | "needs_ocr" | "needs_model";

/** What the job needs from outside its module. */
export interface ProcessingPorts {
  /** The tables that lines are categorised with; made at the first use. */
  readonly categorization: () => Promise<LineReaders["categorization"]>;
  readonly contextOf: (tenantId: string, environment: Environment) => Promise<Context>;
  /** Reads bytes with what is known of their company in isolation, within time and memory limits; never throws for a bad file. */
  readonly parse: (bytes: Uint8Array, name: string, options: FileOptions) => Promise<ReadOutcome>;
  /** Null: files are read unscanned, and say so. */
  readonly scanning: ScanningPort | null;
  /** Asked about lines that nothing else can place; null: nobody is. */
  readonly model: LanguageModel | null;
  /** Whether the model is asked here, which takes seconds, or a document that it must be asked about is left to another queue. */
  readonly asks_model: boolean;
}

export interface FileToProcess {
  readonly tenant_id: string;
  readonly environment: Environment;
  readonly file_id: string;
}

/** Files that are looked up together. */
const LOOK_UPS_MAX = 200;
/** Documents and lines that are written in one transaction: with at least one line each, at most 1000 documents. */
const ROWS_PER_GROUP_MAX = 2 * FILES_MAX;
/** Files larger than this take much memory while they are in work, so only few of them are. */
const LARGE_FILE_BYTES = 1024 * 1024;
const LARGE_FILES_MAX = 4;
/** Lines of a document that may always be in work, whatever else is. */
const SHORT_LINES_MAX = 100;
/** Lines of longer documents that are in work together: a line takes 8 to 10 KiB until it is recorded. */
const LONG_LINES_MAX = 6_000;
/** What a company has taught is fifteen statements: files of one upload are read one after the other, and each would ask for itself. */
const TABLES_APART_MS = 60;
/** Companies whose files are recorded at the same time: requests need database connections, too. */
const RECORDING_MAX = 4;

/**
 * Reads stored files into the ledger. Files are read one by one; those of one company that are ready at the same time
 * share their look-ups and are recorded together, which costs an upload of many small invoices less than half of what it
 * costs to record each alone. May run twice for a file: one that has a final status is left alone, and everything that
 * is written about a file, its own status included, is one transaction.
 */
export function fileProcessor(ports: ProcessingPorts): (file: FileToProcess) => Promise<ProcessingResult> {
  const lookUp = batcher({
    work: (files: Files) => lookUpFiles(ports, files),
    weightOf: unitWeight,
    weight_max: LOOK_UPS_MAX,
  });
  const prepare = preparer(ports);
  const recording = concurrencyLimit(RECORDING_MAX);
  const record = batcher({
    work: (files: readonly PreparedFile[]) => recording(() => recordGroup(files)),
    weightOf: rowCount,
    weight_max: ROWS_PER_GROUP_MAX,
  });
  const large = concurrencyLimit(LARGE_FILES_MAX);
  const withinLines = weightedSemaphore({ weightOf: longLines, weight_max: LONG_LINES_MAX });
  const ingestDocument = async (
    key: string,
    ctx: Context,
    file: UploadFileRow,
    document: ParsedDocument,
  ): Promise<ProcessingResult> => {
    const drafts = draftActivities(document);
    if (drafts.length === 0) {
      const error = nothingUsable(document);
      if (document.recognition === undefined) await rejectFile(ctx, file.id, error);
      else await holdFile(ctx, file.id, { error, recognised: recognisedFacts(document) });
      return "done";
    }
    return await withTablesInForce(async () => {
      const prepared = await prepare(key, { ctx, file, document, drafts });
      const lines = linesInQuestion(prepared, ports.model);
      if (lines.length > 0 && !ports.asks_model) return "needs_model";
      await record(key, await withModelSuggestions(prepared, lines, ports.model));
      return "done";
    });
  };
  const ingest = async (
    key: string,
    ctx: Context,
    { file, mappings }: { readonly file: UploadFileRow; readonly mappings: readonly ColumnMapping[] },
    outcome: ReadOutcome,
  ): Promise<ProcessingResult | "stated_meanwhile"> => {
    if (outcome.kind === "pictures") return "needs_ocr";
    if (outcome.kind === "parsed") return await ingestDocument(key, ctx, file, outcome.document);
    if (outcome.kind === "rejected") await rejectFile(ctx, file.id, outcome.error);
    else if (outcome.kind === "unreadable") await holdFile(ctx, file.id, outcome);
    else if (outcome.kind === "asks") return await holdTable(ctx, file, { ...outcome, mappings });
    else await unpackFile(ctx, file, outcome);
    return "done";
  };
  const readFile = async (
    key: string,
    { ctx, file, mappings, company_numbers }: OpenFile,
  ): Promise<ProcessingResult> => {
    const known = mappings(file.data_source_id);
    const own_vat = ownVat(ctx.tenant.country);
    const options = { company_name: ctx.tenant.name, company_numbers, mappings: known, own_vat };
    const parse = async () => await ports.parse(await contentOf(ctx, file), file.name, options);
    const result = await withinLines(parse, (outcome) => ingest(key, ctx, { file, mappings: known }, outcome));
    if (result !== "stated_meanwhile") return result;
    return await readFile(key, { ctx, file, company_numbers, mappings: await loadMappings(ctx.db) });
  };
  return async (fileToProcess) => {
    const key = `${fileToProcess.tenant_id} ${fileToProcess.environment}`;
    const { ctx, file, mappings, company_numbers } = await lookUp(key, fileToProcess);
    if (file?.status !== "stored") return "done";
    const scanned = ports.scanning === null ? "clean" : await scanFile(ports.scanning, ctx, file);
    if (scanned === "refused") return "done";
    const read = async (): Promise<ProcessingResult> => {
      if (scanned === "clean") return await readFile(key, { ctx, file, mappings, company_numbers });
      await unpackInfectedFile(ports, ctx, file);
      return "done";
    };
    return await (file.size_bytes > LARGE_FILE_BYTES ? large(read) : read());
  };
}

async function contentOf({ files }: Context, { sha256 }: UploadFileRow): Promise<Uint8Array> {
  return files.takeReceived(sha256) ?? (await files.read(sha256));
}

/** Categorises and calculates documents with what their company has taught: of several long ones one after the other. */
function preparer({ categorization }: Pick<ProcessingPorts, "categorization">) {
  const tablesOf = batcher({
    work: loadTables,
    weightOf: unitWeight,
    weight_max: LOOK_UPS_MAX,
    apart_ms: TABLES_APART_MS,
  });
  // The first is recorded while the next is prepared; side by side all of them would be ready at the end.
  const longAlone = concurrencyLimit(1);
  return async (key: string, read: Omit<ReadFile, keyof TenantTables>): Promise<PreparedFile> => {
    // Read after the document, so that a rule made while it was parsed counts.
    const tenantTables = await tablesOf(key, read);
    const readers = { categorization: await categorization() };
    const prepare = () => inTurns(preparingFile({ ...read, ...tenantTables }, readers));
    return await (isLong(read.document) ? longAlone(prepare) : prepare());
  };
}

type Files = readonly [FileToProcess, ...FileToProcess[]];

interface FoundFile {
  readonly ctx: Context;
  readonly file: UploadFileRow | undefined;
  readonly mappings: KnownMappings;
  /** Of the company itself. */
  readonly company_numbers: readonly string[];
}

type OpenFile = FoundFile & { readonly file: UploadFileRow };

async function lookUpFiles(ports: ProcessingPorts, files: Files): Promise<FoundFile[]> {
  const [{ tenant_id, environment }] = files;
  const ctx = await ports.contextOf(tenant_id, environment);
  const ids = files.map((file) => file.file_id);
  const [rows, mappings, company_numbers] = await ctx.db.readOnly((tx) =>
    Promise.all([selectFiles(tx, ids), loadMappings(tx), loadOwnNumbers(tx)]),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return files.map(({ file_id }) => ({ ctx, file: byId.get(file_id), mappings, company_numbers }));
}

interface DraftedFile {
  readonly ctx: Context;
  readonly drafts: readonly ActivityDraft[];
}

async function loadTables(files: readonly [DraftedFile, ...DraftedFile[]]): Promise<TenantTables[]> {
  const drafts = files.flatMap((file) => file.drafts);
  const tables = await loadTenantTables(files[0].ctx, drafts);
  return files.map(() => tables);
}

async function recordGroup(files: readonly PreparedFile[]): Promise<void[]> {
  await recordFiles(files);
  return files.map(() => undefined);
}

function unitWeight(): number {
  return 1;
}

/** What is recognised on pictures comes one by one, and is not read twice. */
function longLines(outcome: ReadOutcome): number {
  if (!("document" in outcome) || outcome.document.recognition !== undefined) return 0;
  return isLong(outcome.document) ? outcome.document.lines.length : 0;
}

function isLong({ lines }: ParsedDocument): boolean {
  return lines.length > SHORT_LINES_MAX;
}

function rowCount(file: PreparedFile): number {
  return 1 + file.activities.length;
}

function nothingUsable(document: ParsedDocument): FileError {
  const isDated = document.issue_date !== null || document.lines.some((line) => line.transaction_date !== null);
  return fileError(
    "file.no_invoice_data",
    isDated ? "The file was read but holds no line to account for." : "The file states no date for its lines.",
  );
}
