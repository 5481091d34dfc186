import { createHash } from "node:crypto";
import type { Context, Environment, TenantIdentity } from "../../src/core/context.ts";
import type { FileScanner } from "../../src/core/file-scanner.ts";
import { invoke } from "../../src/core/invoke.ts";
import { toJsonText } from "../../src/core/json-text.ts";
import type { ReceivedFile } from "../../src/core/received-file.ts";
import { openParser, type Parser } from "../../src/composition/isolation/parser.ts";
import { type IngestionWorker, ingestionWorker } from "../../src/composition/workers/ingestion-worker.ts";
import { statement } from "../../src/core/statement.ts";
import { getEmissionsSummary } from "../../src/modules/emissions/get-emissions-summary.ts";
import { listEmissions } from "../../src/modules/emissions/list-emissions.ts";
import { getUpload } from "../../src/modules/ingestion/get-upload.ts";
import type { UploadBatch } from "../../src/modules/ingestion/index.ts";
import { uploadActivities } from "../../src/modules/ingestion/upload-activities.ts";
import { findTenant } from "../../src/modules/tenants/index.ts";
import { openMetrics } from "../../src/platform/telemetry/metrics.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { createLog } from "../../src/platform/log.ts";
import { shippedCatalog } from "./catalog.ts";
import type { ContextOptions } from "./context.ts";
import { type TestDatabase, testDatabase } from "./database.ts";

export interface TestFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface Company {
  readonly ctx: Context;
  /** Hands files in; nothing is read yet. */
  upload(...files: readonly TestFile[]): Promise<UploadBatch>;
  /** The upload as it is now. */
  state(id: string): Promise<UploadBatch>;
  /** Hands files in, lets the service read everything that waits, and returns how the files ended. */
  ingest(...files: readonly TestFile[]): Promise<UploadBatch["files"]>;
  /** Current readings of all lines, in the order of documents and lines. */
  lines(): Promise<LineState[]>;
  entries(): Promise<EntryState[]>;
  total_kg(): Promise<number>;
}

export interface LineState {
  readonly id: string;
  readonly document_id: string;
  readonly line_number: number;
  readonly line_kind: string;
  readonly description: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly status: "pending_review" | "classified" | "excluded";
  readonly category_key: string;
  readonly mapped_by: string;
  readonly reason: string;
  readonly review_code: string | null;
  readonly quantity: string | null;
  readonly unit: string | null;
  readonly allocated_amount: string | null;
  readonly allocated_currency: string | null;
}

/** Members of a listed entry that tests look at. */
export interface EntryState {
  readonly id: string;
  readonly activity_split_id: string;
  readonly scope: string;
  readonly transaction_date: string;
  readonly category_id: string;
  readonly co2e_market_based_kg: number;
  readonly calculation_method: string;
}

/** The real queue, parser threads and ledger over a database of its own; only the HTTP layer is left out. */
export interface Pipeline {
  readonly db: TestDatabase;
  /** Errors of jobs, which the service would log. */
  readonly errors: unknown[];
  readonly warnings: unknown[];
  /** What the worker tells Prometheus. */
  metrics(): Promise<string>;
  company(overrides?: Partial<TenantIdentity>): Promise<Company>;
  /** Reads everything that waits. */
  drain(): Promise<void>;
  /** Goes on reading by itself, as in the running service. */
  start(): Promise<void>;
  /** Ends the reading and leaves the database open. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

const LINES = statement(`
  select a.id, a.document_id, a.line_number, a.line_kind, a.description, a.amount, a.currency, s.status, s.category_key,
         s.mapped_by, s.reason, s.review_code, s.quantity, s.unit, s.allocated_amount, s.allocated_currency
  from activities a join activity_splits s
    on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id
   and not exists (select from activity_splits later where later.tenant_id = $1 and later.environment = $2
                     and later.supersedes_split_id = s.id)
  where a.tenant_id = $1 and a.environment = $2
  order by a.document_id, a.line_number limit 10000`);

let shared: Parser | undefined;

/** One parser for all pipelines of a process of tests: its threads load the readers once. */
function sharedParser(): Parser {
  shared ??= openParser({ threads: 2, ocr_processes: 1 });
  return { ...shared, close: () => Promise.resolve() };
}

/** What the operator of a pipeline set. */
type OperatorSettings = Readonly<Record<string, string>>;

/** `options` go to every context of the background work; without `scanner` files are read unscanned. */
export async function pipeline(
  options: ContextOptions = {},
  scanner: FileScanner | null = null,
  settings: OperatorSettings = {},
): Promise<Pipeline> {
  return pipelineOver(await testDatabase(), { options, scanner, settings });
}

interface PipelineSettings {
  readonly options?: ContextOptions;
  readonly scanner?: FileScanner | null;
  readonly settings?: OperatorSettings;
  /** Whether it reads with a parser of its own, whose work its metrics count. */
  readonly counts_reading?: boolean;
}

/** The same over a database that is there, such as that of a service under test. */
export function pipelineOver(
  db: TestDatabase,
  { options = {}, scanner = null, settings = {}, counts_reading = false }: PipelineSettings = {},
): Pipeline {
  const errors: unknown[] = [];
  const warnings: unknown[] = [];
  const quiet = createLog("silent");
  const log = { error: (fields: unknown) => errors.push(fields), warn: (fields: unknown) => warnings.push(fields) };
  const parts = {
    config: readConfig({ PARSER_WORKERS: "2", ...settings }),
    catalog: shippedCatalog,
    database: db.database,
    metrics: openMetrics({ version: "0.0.0-test", revision: "test" }),
    log: Object.assign(Object.create(quiet), log),
    operatorContext: async (id: string, environment: Environment, actor: string) => {
      const { name, country, plan } = await findTenant(db.database.system, id);
      const principal = { kind: "operator", actor, credential_id: null } as const;
      return db.context({ id, name, country, plan, environment }, undefined, { ...options, principal });
    },
  };
  const parser = counts_reading ? undefined : sharedParser();
  const worker: IngestionWorker = ingestionWorker(parts, scanner, parser);
  return {
    db,
    errors,
    warnings,
    metrics: () => parts.metrics.registry.metrics(),
    company: async (overrides) => company(db, worker, await db.tenant(overrides)),
    drain: () => worker.drain(),
    start: () => worker.start(),
    stop: () => worker.close(),
    async close() {
      await worker.close();
      await db.close();
    },
  };
}

function company(db: TestDatabase, worker: IngestionWorker, tenant: TenantIdentity): Company {
  const ctx = db.context(tenant);
  // The operations' outputs are checked against their schemas by the contract tests.
  const upload = async (...files: readonly TestFile[]) =>
    (await invoke(uploadActivities, ctx, { files: files.map((file) => received(file)) })) as UploadBatch;
  const state = async (id: string) => {
    const first = (await invoke(getUpload, ctx, { id, limit: 200 })) as UploadBatch;
    const files = [...first.files];
    for (let cursor = first.next_cursor; cursor !== null;) {
      const page = (await invoke(getUpload, ctx, { id, limit: 200, cursor })) as UploadBatch;
      files.push(...page.files);
      cursor = page.next_cursor;
    }
    return { ...first, files };
  };
  return {
    ctx,
    upload,
    state,
    async ingest(...files) {
      const { id } = await upload(...files);
      await worker.drain();
      return (await state(id)).files;
    },
    lines: () => ctx.db.rows<LineState>(LINES),
    async entries() {
      const page = JSON.parse(toJsonText(await invoke(listEmissions, ctx, { limit: 200 }))) as { items: EntryState[] };
      return page.items;
    },
    async total_kg() {
      return ((await invoke(getEmissionsSummary, ctx, {})) as { total_co2e_kg: number | null }).total_co2e_kg ?? 0;
    },
  };
}

/** As the multipart reader hands a small file over: in memory, hashed. */
function received({ name, bytes }: TestFile): ReceivedFile {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { name, media_type: "application/xml", size_bytes: bytes.length, sha256, bytes, path: null };
}
