import { cutText } from "../../core/cut-text.ts";
import { sha256Hex } from "../../core/content-hash.ts";
import type { Context, TenantTransaction } from "../../core/context.ts";
import {
  SOURCE_FILE_BYTES_MAX,
  type SourceConnector,
  type SourceCursor,
  SourceError,
  type SourceFile,
  type SourceItem,
  type SourceRecord,
} from "../../core/source-connector.ts";
import { accessOf, isWay } from "./connection.ts";
import { openCredentials } from "./data-source.ts";
import { ledgerRows } from "./ledger-rows.ts";
import { pauseIfGrantEnded } from "./pause-grantee.ts";
import { insertItems, type ItemRow, knownItems, moveItems } from "./store-items.ts";
import {
  advanceCursor,
  failRun,
  finishRun,
  holdRun,
  pinHostKey,
  setOrigin,
  startRun,
  type StoredSource,
} from "./store-sources.ts";

/** A fetched document whose content is in the file store. */
export interface FetchedFile {
  readonly id: string;
  readonly name: string;
  readonly size_bytes: number;
  readonly sha256: string;
  /** Ledger rows cost no invoice of the quota. */
  readonly is_free: boolean;
}

/** What the sync needs from outside its module. */
export interface SyncPorts {
  /** Queues documents for reading, in the transaction that notes them as taken. */
  registerFiles(
    ctx: Context,
    tx: TenantTransaction,
    data_source_id: string,
    files: readonly FetchedFile[],
  ): Promise<void>;
}

/** How long after a sign of life a run counts as lost. */
const LOST_AFTER_MS = 15 * 60_000;
/** Pages in one run; the next run goes on from there. */
const PAGES_MAX = 500;
const FIRST_PAUSE_MS = 60_000;
const PAUSE_MS_MAX = 6 * 3_600_000;
/** Nothing gets better by trying again: a person is needed. */
const PERMANENT: ReadonlySet<string> = new Set(["auth_failed", "forbidden", "host_key_mismatch"]);

/** A newer run, or a change of the source, has taken over. */
class OvertakenError extends Error {}

/**
 * Fetches what is new at a source. Items and the place to go on from are written in one transaction per page, so that a
 * process that dies at any moment loses nothing and takes nothing twice. What goes wrong at the source is recorded there.
 * @throws Error for anything else, and the reason of `signal` when the service stops
 */
export async function syncSource(ports: SyncPorts, ctx: Context, id: string, signal: AbortSignal): Promise<void> {
  const source = await ctx.db.transaction(async (tx) =>
    (await pauseIfGrantEnded(ctx, tx, id)) ? undefined : await startRun(tx, id, later(ctx, LOST_AFTER_MS)),
  );
  if (source === undefined) return;
  let connector: SourceConnector | null = null;
  try {
    connector = ctx.openSource(
      accessOf(source.connection, openCredentials(ctx, id, source.credentials_sealed), source.host_key),
    );
    if (source.connection.kind === "sftp" && source.host_key === null) await pin(ctx, source, connector, signal);
    await pullAll(ports, ctx, { source, connector, signal });
  } catch (error) {
    if (error instanceof OvertakenError) return;
    if (!(error instanceof SourceError)) throw error;
    await recordFailure(ctx, source, error);
  } finally {
    await connector?.close();
  }
}

interface Run {
  readonly source: StoredSource;
  readonly connector: SourceConnector;
  readonly signal: AbortSignal;
}

/** The first contact: whatever key the server shows now is the one it must show from now on. */
async function pin(ctx: Context, { id }: StoredSource, connector: SourceConnector, signal: AbortSignal): Promise<void> {
  const { host_key } = await connector.test(signal);
  if (host_key !== null) await ctx.db.transaction((tx) => pinHostKey(tx, id, host_key));
}

async function pullAll(ports: SyncPorts, ctx: Context, startedRun: Run): Promise<void> {
  const run = await identified(ctx, startedRun);
  const { source, connector, signal } = run;
  let { cursor } = source;
  for (let count = 1; ; count += 1) {
    const page = await connector.pull({ cursor, signal });
    await takePage(ports, ctx, run, page);
    ({ cursor } = page);
    if (!page.has_more || count === PAGES_MAX) {
      const pause_ms = page.has_more ? 0 : source.interval_minutes * 60_000;
      const now = ctx.clock.now().toISOString();
      await ctx.db.transaction((tx) => finishRun(tx, source, { now, next_sync_at: later(ctx, pause_ms) }));
      return;
    }
  }
}

/**
 * The run under the name that the source gives itself. What was taken under the way that led to it goes over to that name; at
 * another agreement than before nothing is known yet.
 */
async function identified(ctx: Context, run: Run): Promise<Run> {
  const { source, connector, signal } = run;
  const origin = (await connector.identify?.(signal)) ?? source.origin;
  if (origin === source.origin) return run;
  const cursor = isWay(source.origin) ? source.cursor : null;
  await ctx.db.transaction(async (tx) => {
    if (!(await holdRun(tx, source))) throw new OvertakenError();
    if (isWay(source.origin)) await moveItems(tx, source.origin, origin);
    await setOrigin(tx, source, { origin, cursor });
  });
  return { ...run, source: { ...source, origin, cursor } };
}

interface KeyedItem<Item extends SourceItem = SourceItem> {
  readonly key: string;
  readonly item: Item;
}

async function takePage(
  ports: SyncPorts,
  ctx: Context,
  { source, signal }: Run,
  page: { readonly items: readonly SourceItem[]; readonly cursor: SourceCursor | null },
): Promise<void> {
  const keyed = new Map(page.items.map((item) => [keyOf(item), item]));
  const knownKeys = await knownItems(ctx.db, source.origin, [...keyed.keys()]);
  const fresh = [...keyed].flatMap(([key, item]) => (knownKeys.has(key) ? [] : [{ key, item }]));
  const rows: ItemRow[] = [];
  const files: FetchedFile[] = [];
  const records: KeyedItem<SourceRecord>[] = [];
  for (const { key, item } of fresh) {
    if (item.kind === "record") records.push({ key, item });
    else if (item.kind === "defect") rows.push(failedRow(key, item, "bad_data", item.message));
    else {
      const outcome = await fetchFile(ctx, { key, item }, signal);
      rows.push(outcome.row);
      if (outcome.file !== null) files.push(outcome.file);
    }
  }
  if (records.length > 0) {
    const file = await storeFile(ctx, `${source.name}.csv`, ledgerRows(records.map(({ item }) => item)));
    files.push({ ...file, is_free: true });
    rows.push(...records.map(({ key, item }) => takenRow(key, item, file.id)));
  }
  await ctx.db.transaction(async (tx) => {
    if (!(await holdRun(tx, source))) throw new OvertakenError();
    const noted = await insertItems(tx, source, rows);
    if (noted.size < rows.length) throw new Error("another source of the same origin took some of the items");
    if (files.length > 0) await ports.registerFiles(ctx, tx, source.id, files);
    await advanceCursor(tx, source, { cursor: page.cursor, due_again_at: later(ctx, LOST_AFTER_MS) });
  });
}

/** What concerns this item alone is noted with it; everything else ends the run. */
async function fetchFile(
  ctx: Context,
  { key, item }: KeyedItem<SourceFile>,
  signal: AbortSignal,
): Promise<{ row: ItemRow; file: FetchedFile | null }> {
  try {
    const bytes = await item.read(signal);
    if (bytes.length > SOURCE_FILE_BYTES_MAX) throw new SourceError("bad_data", "the file is too large");
    const file = await storeFile(ctx, item.name, bytes);
    return { row: takenRow(key, item, file.id), file };
  } catch (error) {
    const isItsOwn = error instanceof SourceError && ["bad_data", "forbidden"].includes(error.failure);
    if (!isItsOwn) throw error;
    return { row: failedRow(key, item, error.failure, error.message), file: null };
  }
}

async function storeFile(ctx: Context, name: string, bytes: Uint8Array): Promise<FetchedFile> {
  const sha256 = sha256Hex(bytes);
  await ctx.files.put(bytes, sha256);
  const shown = cutText(storable(name).trim(), 255);
  return { id: ctx.newId(), name: shown === "" ? "document" : shown, size_bytes: bytes.length, sha256, is_free: false };
}

async function recordFailure(ctx: Context, source: StoredSource, error: SourceError): Promise<void> {
  const { failure: code, message, retry_after_seconds } = error;
  if (PERMANENT.has(code)) {
    const failure = { status: "needs_attention", code, message, next_sync_at: null } as const;
    await ctx.db.transaction((tx) => failRun(tx, source, failure));
    return;
  }
  const doubled_ms = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** Math.min(20, source.consecutive_failures));
  const asked_ms = Math.min(86_400, retry_after_seconds ?? 0) * 1000;
  const next_sync_at = later(ctx, Math.max(doubled_ms, asked_ms));
  await ctx.db.transaction((tx) => failRun(tx, source, { status: "error", code, message, next_sync_at }));
}

function keyOf({ external_id, revision }: SourceItem): string {
  return sha256Hex(`${external_id}\0${revision}`);
}

function takenRow(item_key: string, { external_id, revision }: SourceItem, file_id: string): ItemRow {
  const name = { external_id: storable(external_id), revision: storable(revision) };
  return { item_key, ...name, status: "taken", file_id, error_code: null, error_message: null };
}

function failedRow(
  item_key: string,
  { external_id, revision }: SourceItem,
  error_code: string,
  message: string,
): ItemRow {
  const name = { external_id: storable(external_id), revision: storable(revision) };
  return { item_key, ...name, status: "failed", file_id: null, error_code, error_message: cutText(message, 500) };
}

/** Control characters and halves of characters cannot be stored or shown. */
function storable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, "").slice(0, 2000);
}

function later(ctx: Context, milliseconds: number): string {
  return new Date(ctx.clock.now().getTime() + milliseconds).toISOString();
}
