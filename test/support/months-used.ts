import type { RecordingCompany } from "./recording-site.ts";
import type { ingestingSite } from "./ingesting-site.ts";

/** The months ("2026-01") in which the entries of a company were used, of all years, in order; at most 100 entries. */
export async function monthsUsed(
  site: Awaited<ReturnType<typeof ingestingSite>>,
  by: RecordingCompany,
  filter = "",
): Promise<string[]> {
  const query = `${filter}from=2020-01-01&to=2030-12-31&limit=100`;
  const entries = await site.items<{ period_from: string }>(by, `/ledger-rows?${query}`);
  return [...new Set(entries.map(({ period_from }) => period_from.slice(0, 7)))].toSorted();
}
