import { z } from "zod";
import { ENVIRONMENTS } from "./context.ts";
import type { EventName } from "./events.ts";

const id = z.string();
const status = z.string();
const reportTerms = {
  report_year: z.int(),
  standard_type: z.string(),
  format: z.string(),
  language: z.string(),
};

/**
 * What `data` of each event holds, members of the first version only: more may be added at any time, none is taken away
 * without a new schema_version. `id` is the record's, except of a quota threshold, which has no record.
 */
export const EVENT_DATA = {
  "supplier.invited": z.object({
    id,
    supplier_identifier: z.union([z.string(), z.null()]),
    status,
    report_year: z.int(),
    due_on: z.string(),
  }),
  "supplier.connected": z.object({
    id,
    supplier_identifier: z.union([z.string(), z.null()]),
    status,
    accepted_at: z.union([z.iso.datetime(), z.null()]),
  }),
  "target.created": z.object({
    id,
    name: z.string(),
    scope: z.string(),
    category: z.union([z.string(), z.null()]),
    target_type: z.string(),
    baseline_year: z.int(),
    target_year: z.int(),
    target_reduction_percent: z.number(),
    baseline_emissions: z.number(),
  }),
  "report.generation_started": z.object({ id, ...reportTerms }),
  "report.generation_completed": z.object({ id, job_id: z.string(), ...reportTerms, sha256: z.string() }),
  "report.attested": z.object({
    id,
    attestation_id: z.string(),
    sha256: z.string(),
    engagement_type: z.string(),
    standard: z.string(),
  }),
  "usage.quota_threshold": z.object({
    id,
    threshold_percent: z.int(),
    limit: z.int(),
    used: z.int(),
    period_start: z.string(),
    period_end: z.string(),
  }),
  "api_key.created": z.object({
    id,
    environment: z.enum(ENVIRONMENTS),
    scopes: z.array(z.string()),
    expires_at: z.union([z.iso.datetime(), z.null()]),
  }),
  "api_key.revoked": z.object({
    id,
    environment: z.enum(ENVIRONMENTS),
    revoked_at: z.union([z.iso.datetime(), z.null()]),
  }),
} as const satisfies Record<EventName, z.ZodObject>;
