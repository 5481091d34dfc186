import {
  type Download,
  type FetchDependencies,
  fetchDatasets,
  type FetchRecord,
  type Occasion,
} from "../../modules/reference-data/index.ts";
import { type Interval, startInterval } from "../../platform/interval.ts";
import { isLoopbackName } from "../../platform/loopback-reach.ts";
import { createSafeFetch } from "../../platform/outbound/safe-fetch.ts";
import { type SafeFetch, SafeFetchError } from "../../platform/outbound/safe-fetch-types.ts";
import type { Service } from "../service.ts";

/** Fetches published figures when they are due; without REFERENCE_DATA=fetch it does nothing at all. */
export interface ReferenceDataWorker {
  /** Begins to look at the schedule. */
  start(): void;
  /** Fetches now; answers what was fetched, without what another process fetches. */
  fetch(occasion: Occasion): Promise<readonly FetchRecord[]>;
  /** Ends what is under way; it is due again with the next start. */
  close(): Promise<void>;
}

/** The parts of the service that fetching needs. */
export type ReferenceDataService = Pick<Service, "config" | "database" | "clock" | "newId" | "log">;

/** How often the schedule is looked at; datasets are due daily and weekly. */
const LOOK_EVERY_MS = 10 * 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** Eurostat prepares some answers while it is asked. */
const DOWNLOAD_TIMEOUT_MS = 120_000;

export function referenceDataWorker(service: ReferenceDataService): ReferenceDataWorker {
  const { config, database, clock, newId, log } = service;
  const ending = new AbortController();
  // Nothing that could open a connection is made while fetching is off.
  const safeFetch = config.reference_data === "fetch" ? openWay(service) : null;
  const fetch = async (occasion: Occasion): Promise<readonly FetchRecord[]> => {
    if (safeFetch === null) return [];
    const deps: FetchDependencies = {
      admin: database.admin,
      system: database.system,
      clock,
      newId,
      addresses: {
        ecb: config.ecb_url,
        eurostat: config.eurostat_url,
        statbank: config.statbank_url,
        energi_data_service: config.energi_data_service_url,
      },
      download: (url, bytes_max, signal) => download(safeFetch, url, { bytes_max, signal }),
      onFetched: (record) => tell(log, record),
    };
    return await fetchDatasets(deps, occasion, ending.signal);
  };
  let looking: Interval | null = null;
  const look = (): Promise<void> =>
    fetch("due").then(
      () => undefined,
      (error: unknown) => {
        if (!ending.signal.aborted) log.error({ err: error }, "reference data was not fetched");
      },
    );
  return {
    start() {
      if (safeFetch === null || ending.signal.aborted) return;
      looking = startInterval(LOOK_EVERY_MS, look);
      looking.now();
    },
    fetch,
    async close() {
      ending.abort(new Error("the service is stopping"));
      await Promise.all([looking?.end(), safeFetch?.close()]);
    },
  };
}

/** As to the servers of webhooks, with a proxy of its own. */
function openWay({ config }: Pick<Service, "config">): SafeFetch {
  return createSafeFetch({
    allow_cidrs: config.webhook_allow_cidrs,
    dns_servers: config.webhook_dns_servers,
    extra_ca_file: config.webhook_extra_ca_file,
    proxy_url: config.reference_data_proxy_url,
  });
}

async function download(
  safeFetch: SafeFetch,
  url: string,
  { bytes_max, signal }: { readonly bytes_max: number; readonly signal: AbortSignal },
): Promise<Download> {
  try {
    const { status, body, is_truncated } = await safeFetch.fetch({
      url,
      method: "GET",
      headers: { accept: "*/*", "accept-encoding": "identity", "user-agent": "carbon-ledger" },
      connect_timeout_ms: CONNECT_TIMEOUT_MS,
      deadline_ms: DOWNLOAD_TIMEOUT_MS,
      response_limit_bytes: bytes_max,
      // The operator names the address: a mirror on this machine is meant.
      allow_loopback: isLoopbackName(new URL(url).hostname),
      signal,
    });
    return { kind: "answered", status, body, is_truncated };
  } catch (error) {
    if (error instanceof SafeFetchError && !signal.aborted) return { kind: "unanswered", message: error.message };
    throw error;
  }
}

function tell(log: Service["log"], record: FetchRecord): void {
  const isWanting = record.outcome === "failed" || record.refused > 0;
  if (isWanting) log.warn({ ...record }, "reference data was fetched in part or not at all");
  else log.info({ ...record }, "reference data was fetched");
}
