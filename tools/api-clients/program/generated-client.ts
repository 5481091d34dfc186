/**
 * What a program does with the client that @hey-api/openapi-ts makes of the description: it lists, pages, uploads, reads
 * events and handles refusals, and has no cast.
 */
import {
  type EmissionEntry,
  getReportStatus,
  listEmissions,
  type ReportGenerationCompletedEvent,
  type TargetCreatedEvent,
  uploadActivities,
} from "../generated/client";
import { client } from "../generated/client/client.gen";

export function connect(baseUrl: string, key: string): void {
  client.setConfig({ baseUrl, auth: key });
}

/** Every entry of scope 1, page by page; a limit that is used up is waited for. */
export async function scope1Entries(): Promise<EmissionEntry[]> {
  const entries: EmissionEntry[] = [];
  let cursor: string | undefined;
  do {
    const { data, error } = await listEmissions({ query: { scope: "1", limit: 2, cursor } });
    if (error !== undefined) {
      if (error.code === "rate_limit.exceeded") {
        await new Promise((resolve) => setTimeout(resolve, (error.retry_after_seconds ?? 1) * 1000));
        continue;
      }
      throw new Error(`${error.code}: ${error.detail}`);
    }
    entries.push(...data.items);
    cursor = data.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return entries;
}

/** Unknown is not zero: what is null stays out of the sum and is counted. */
export function total(entries: readonly EmissionEntry[]): { kg: number; in_categories: number } {
  const kg: number = entries.reduce((sum, entry) => sum + entry.co2e_market_based_kg, 0);
  const numbers: (number | null)[] = entries.map((entry) => entry.scope3_category);
  return { kg, in_categories: numbers.filter((number) => number !== null).length };
}

/** @returns the ids of what was queued, or what is wrong with the upload */
export async function upload(name: string, text: string): Promise<string[]> {
  const file = new File([text], name, { type: "text/plain" });
  const { data, error } = await uploadActivities({ body: { files: [file] }, headers: { "Idempotency-Key": name } });
  if (error === undefined) return [data.id];
  switch (error.code) {
    case "quota.exceeded":
    case "idempotency.key_mismatch":
      return [error.title];
    case "request.validation_failed":
      return (error.issues ?? []).map((issue) => `${issue.path}: ${issue.message}`);
    default:
      return [error.detail];
  }
}

/** The code of a refusal is one of those that this operation has; another would not compile. */
export async function statusOf(id: string): Promise<"queued" | "running" | "completed" | "failed" | "unknown report"> {
  const { data, error } = await getReportStatus({ path: { id } });
  if (error === undefined) return data.status;
  if (error.code === "resource.not_found") return "unknown report";
  throw new Error(error.detail);
}

/** A switch on `event` tells what `data` holds. */
export function told(body: TargetCreatedEvent | ReportGenerationCompletedEvent): string {
  switch (body.event) {
    case "target.created":
      return `${body.data.name}: -${body.data.target_reduction_percent} % of ${body.data.baseline_emissions} kg`;
    case "report.generation_completed":
      return body.data.sha256;
  }
}
