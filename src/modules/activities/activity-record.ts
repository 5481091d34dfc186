import { z } from "zod";
import { roundedNumber } from "../../core/quantity.ts";
import type { ActivityListRow } from "./store.ts";

const textOrNull = z.union([z.string(), z.null()]);
const numberOrNull = z.union([z.number(), z.null()]);

/** An activity as lists show it: one invoice line or transaction and how it is read now. */
export const activityRecord = z.object({
  id: z.uuid(),
  external_id: textOrNull,
  document_id: z.uuid(),
  document_sha256: z.string(),
  data_source_id: z.union([z.uuid(), z.null()]),
  supplier_name: textOrNull,
  supplier_identifier: textOrNull,
  supplier_id: z.union([z.uuid(), z.null()]),
  invoice_number: textOrNull,
  description: z.string(),
  amount: numberOrNull,
  currency: textOrNull,
  tax_treatment: z.string(),
  quantity: numberOrNull,
  unit: textOrNull,
  gl_account: textOrNull,
  transaction_date: z.iso.datetime(),
  service_period_start: textOrNull,
  service_period_end: textOrNull,
  status: z.enum(["pending_review", "classified", "excluded"]),
  category_id: z.string(),
  confidence: z.number(),
  created_at: z.iso.datetime(),
});

export type ActivityRecord = z.infer<typeof activityRecord>;

/** A row of the list as it is shown. */
export function toActivityRecord(row: ActivityListRow): ActivityRecord {
  return {
    id: row.id,
    external_id: row.external_id,
    document_id: row.document_id,
    document_sha256: row.document_sha256,
    data_source_id: row.data_source_id,
    supplier_name: row.supplier_name,
    supplier_identifier: row.supplier_identifier,
    supplier_id: null,
    invoice_number: row.invoice_number,
    description: row.description,
    amount: row.amount === null ? null : roundedNumber(row.amount),
    currency: row.currency,
    tax_treatment: row.tax_treatment,
    quantity: row.quantity === null ? null : roundedNumber(row.quantity),
    unit: row.unit,
    gl_account: row.gl_account,
    transaction_date: row.transaction_date,
    service_period_start: row.service_period_start,
    service_period_end: row.service_period_end,
    status: row.status,
    category_id: row.category_key,
    confidence: roundedNumber(row.confidence),
    created_at: row.created_at,
  };
}

/** The record of the examples: an electricity line that waits for a person. */
export const ACTIVITY_EXAMPLE: ActivityRecord = {
  id: "0198c0de-0000-7000-8000-000000000004",
  external_id: null,
  document_id: "0198c0de-0000-7000-8000-000000000005",
  document_sha256: "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
  data_source_id: "0198c0de-0000-7000-8000-000000000007",
  supplier_name: "Kontorland A/S",
  supplier_identifier: "12345674",
  supplier_id: null,
  invoice_number: "2026-1042",
  description: "Diverse",
  amount: 1250,
  currency: "DKK",
  tax_treatment: "excl_vat",
  quantity: 10,
  unit: "EA",
  gl_account: null,
  transaction_date: "2026-03-31T00:00:00.000000Z",
  service_period_start: null,
  service_period_end: null,
  status: "pending_review",
  category_id: "unclassified.pending",
  confidence: 0.31,
  created_at: "2026-04-02T08:00:00.123456Z",
};
