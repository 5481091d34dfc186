import type { Clock, NewId, SystemDb } from "../../core/context.ts";
import { sha256Hex } from "../../core/content-hash.ts";
import { calendarDay } from "../../core/days.ts";
import { ServiceError } from "../../core/errors.ts";
import { importFactors, type ImportReport } from "../factors/index.ts";
import {
  DATASET_NAMES,
  DATASETS,
  type DatasetName,
  type PublishedDataset,
  type PublisherAddresses,
} from "./datasets.ts";
import type { FetchOutcome, FetchRecord } from "./fetch-record.ts";
import { plainBytes } from "./plain-bytes.ts";
import { claimDataset, insertFetchRecord, releaseDataset, scheduleDatasets } from "./store.ts";

/** A whole answer, or why there is none. */
export type Download =
  | { readonly kind: "answered"; readonly status: number; readonly body: Buffer; readonly is_truncated: boolean }
  | { readonly kind: "unanswered"; readonly message: string };

export interface FetchDependencies {
  /** The owner of the reference tables. */
  readonly admin: SystemDb;
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly addresses: PublisherAddresses;
  /** Reads at most `bytes_max` of the answer, follows no redirect, throws only when `signal` ends it. */
  readonly download: (url: string, bytes_max: number, signal: AbortSignal) => Promise<Download>;
  /** Told of each fetch once it is recorded. */
  readonly onFetched: (record: FetchRecord) => void;
}

/** Longer than a download may take, and than an import takes. */
const LEASE_MS = 10 * 60_000;
const RETRY_AFTER_HOURS = 6;
const HOUR_MS = 3_600_000;
const REASONS_TOLD = 5;
const REASON_CHARACTERS_MAX = 2_000;

/** `due`: those whose time has come; `all`: at once, because an operator asks. */
export type Occasion = "due" | "all";

/**
 * Fetches each dataset of the occasion that no other process fetches, one after the other, and imports what is new and plausible.
 * Figures that are stored stay as they are, nothing that was booked is touched, and no release of factors changes.
 * @returns what was fetched, in the order of `DATASETS`
 */
export async function fetchDatasets(
  deps: FetchDependencies,
  occasion: Occasion,
  signal: AbortSignal,
): Promise<readonly FetchRecord[]> {
  await scheduleDatasets(deps.system, DATASET_NAMES, deps.clock.now().toISOString());
  const records: FetchRecord[] = [];
  for (const dataset of DATASET_NAMES) {
    if (signal.aborted) break;
    const id = deps.newId();
    const now = deps.clock.now().toISOString();
    const lease = { id, now, lease_ms: LEASE_MS, is_asked_for: occasion === "all" };
    if (!(await claimDataset(deps.system, dataset, lease))) continue;
    let record: FetchRecord | undefined;
    try {
      record = await fetchDataset(deps, dataset, { id, signal });
      records.push(record);
    } finally {
      const wait_hours =
        record === undefined || record.outcome === "failed" ? RETRY_AFTER_HOURS : DATASETS[dataset].every_hours;
      const due_at = new Date(deps.clock.now().getTime() + wait_hours * HOUR_MS).toISOString();
      // What a stop interrupted is due with the next start.
      await releaseDataset(deps.system, dataset, { id, due_at: signal.aborted ? now : due_at });
    }
  }
  return records;
}

async function fetchDataset(
  deps: FetchDependencies,
  dataset: DatasetName,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<FetchRecord> {
  const { publisher, path, bytes_max }: PublishedDataset = DATASETS[dataset];
  const started = deps.clock.now();
  const url = `${deps.addresses[publisher]}${path(started.getUTCFullYear())}`;
  const answer = await deps.download(url, bytes_max, signal);
  const record: FetchRecord = {
    id,
    dataset,
    url,
    started_at: started.toISOString(),
    ...NOTHING,
    ...(await outcomeOf(deps, dataset, answer)),
    finished_at: deps.clock.now().toISOString(),
  };
  await insertFetchRecord(deps.system, record);
  deps.onFetched(record);
  return record;
}

const NOTHING = {
  http_status: null,
  body_bytes: null,
  content_hash: null,
  inserted: 0,
  unchanged: 0,
  refused: 0,
  reason: null,
} as const;

type Result = Pick<FetchRecord, "outcome"> & Partial<Omit<FetchRecord, "id" | "dataset" | "url" | "outcome">>;

async function outcomeOf(deps: FetchDependencies, dataset: DatasetName, answer: Download): Promise<Result> {
  if (answer.kind === "unanswered") return { outcome: "failed", reason: answer.message };
  const { status: http_status, body, is_truncated } = answer;
  if (http_status !== 200) return { outcome: "failed", http_status, reason: `the answer has status ${http_status}` };
  const { bytes_max } = DATASETS[dataset];
  const bytes = is_truncated ? null : plainBytes(body, bytes_max);
  if (bytes === null) {
    return {
      outcome: "refused",
      http_status,
      refused: 1,
      reason: `the file is larger than ${bytes_max} bytes, or broken`,
    };
  }
  const file = { http_status, body_bytes: bytes.length, content_hash: sha256Hex(bytes) };
  return { ...file, ...(await imported(deps, dataset, bytes)) };
}

async function imported({ admin, clock }: FetchDependencies, dataset: DatasetName, bytes: Buffer): Promise<Result> {
  const today = calendarDay(clock.now());
  try {
    const report = await importFactors(admin, DATASETS[dataset].format, bytes, null, {
      today,
      refusesImplausible: true,
    });
    const { inserted, unchanged, rejected } = report;
    return {
      outcome: outcomeOfImport(report),
      inserted,
      unchanged,
      refused: rejected.length,
      reason: reasonsOf(report),
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { outcome: "refused", refused: 1, reason: error.detail.slice(0, REASON_CHARACTERS_MAX) };
  }
}

function outcomeOfImport({ inserted, rejected }: ImportReport): FetchOutcome {
  if (inserted > 0) return "imported";
  return rejected.length > 0 ? "refused" : "unchanged";
}

function reasonsOf({ rejected }: ImportReport): string | null {
  if (rejected.length === 0) return null;
  const reasons = [...new Set(rejected.map(({ reason }) => reason))];
  const more = reasons.length > REASONS_TOLD ? ` (and ${reasons.length - REASONS_TOLD} more)` : "";
  return `${reasons.slice(0, REASONS_TOLD).join("; ")}${more}`.slice(0, REASON_CHARACTERS_MAX);
}
