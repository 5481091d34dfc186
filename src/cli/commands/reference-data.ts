import { type FetchRecord, type Freshness, readFreshness } from "../../modules/reference-data/index.ts";
import { referenceDataWorker } from "../../composition/workers/reference-data-worker.ts";
import type { Service } from "../../composition/service.ts";
import type { Command } from "../command.ts";

export const factorsFetch: Command = {
  name: "factors fetch",
  usage: "",
  summary:
    "Fetches exchange rates and price levels from their publishers now, whether or not they are due (REFERENCE_DATA=fetch); what is " +
    "stored stays, and implausible figures are left out",
  options: {},
  async run(service) {
    if (service.config.reference_data === "off") {
      const sentence = "REFERENCE_DATA is off: nothing is fetched; set REFERENCE_DATA=fetch, or import files";
      return { json: { problem: sentence }, lines: [sentence], failed: true, isMisconfigured: true };
    }
    const worker = referenceDataWorker(service);
    try {
      const records = await worker.fetch("all");
      const failed = records.length === 0 || records.some(isWanting);
      const busy = records.length === 0 ? ["another process fetches at this moment"] : [];
      return { json: records, lines: [...records.map(lineOf), ...busy], failed };
    } finally {
      await worker.close();
    }
  },
};

function isWanting({ outcome, refused }: FetchRecord): boolean {
  return outcome === "failed" || refused > 0;
}

function lineOf({ dataset, outcome, inserted, unchanged, refused, content_hash, reason }: FetchRecord): string {
  const counts = `${inserted} added, ${unchanged} known, ${refused} refused`;
  const hash = content_hash === null ? "" : ` (SHA-256 ${content_hash})`;
  return `${dataset}: ${outcome}, ${counts}${hash}${reason === null ? "" : `: ${reason}`}`;
}

/** What `doctor` says of datasets that are fetched. */
export async function referenceDataFinding(
  service: Service,
): Promise<{ readonly ok: boolean; readonly report: readonly Freshness[]; readonly lines: readonly string[] }> {
  const report = await readFreshness(service.database.system, service.clock.now().toISOString());
  const lines = report.map(
    ({ dataset, answered_at, problem }) =>
      `reference data ${dataset}: ${problem ?? (answered_at === null ? "not fetched yet" : `fetched ${answered_at}`)}`,
  );
  return { ok: report.every(({ problem }) => problem === null), report, lines };
}
