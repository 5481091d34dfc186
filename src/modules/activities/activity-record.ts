import { z } from "zod";
import type { TenantIdentity } from "../../core/context.ts";
import { roundedNumber } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { FIELD_ORIGINS } from "../emissions/index.ts";
import { supplierIdOf } from "../suppliers/index.ts";
import { isPeriodAssumed, periodOrigin } from "./period-origin.ts";
import { pendingRestatement } from "./pending-restatement-record.ts";
import { FACTS } from "./stated-facts.ts";
import type { ActivityListRow, ActivityRow } from "./store.ts";

const textOrNull = z.union([z.string(), z.null()]);
const numberOrNull = z.union([z.number(), z.null()]);

/** An activity as lists show it: one invoice line or transaction and how it is read now. */
export const activityListItem = z.object({
  id: z.uuid(),
  document_sha256: z.string(),
  supplier_name: textOrNull,
  supplier_identifier: textOrNull,
  supplier_id: z.union([z.uuid(), z.null()]),
  invoice_number: textOrNull,
  description: z.string(),
  amount: numberOrNull,
  currency: textOrNull,
  quantity: numberOrNull,
  unit: textOrNull,
  transaction_date: z.iso.datetime(),
  status: z.enum(["pending_review", "classified", "excluded"]),
  category_id: z.string(),
  confidence: z.number(),
  created_at: z.iso.datetime(),
  /** It is used over time and nothing states when: the transaction date stands in for its period. */
  period_assumed: z.boolean(),
});
SCHEMA_NAMES.add(activityListItem, { name: "ActivityListItem" });

export type ActivityListItem = z.infer<typeof activityListItem>;

/** The whole activity: what else its document states, and who read it this way and why. */
export const activityRecord = activityListItem.extend({
  external_id: textOrNull,
  document_id: z.uuid(),
  data_source_id: z.union([z.uuid(), z.null()]),
  tax_treatment: z.string(),
  gl_account: textOrNull,
  service_period_start: textOrNull,
  service_period_end: textOrNull,
  /** Where the period comes from; default: the transaction date stands in for it. Null: the day itself is right. */
  period_origin: z.union([z.enum(FIELD_ORIGINS), z.null()]),
  supply_id: z.union([z.uuid(), z.null()]),
  department_id: z.union([z.uuid(), z.null()]),
  /** Of its reading: another one after every change. */
  version: z.uuid(),
  mapped_by: z.enum(["rule", "model", "person"]),
  reason: z.string(),
  review_code: textOrNull,
  /** Facts that a person states in place of the document; the lineage has the document's own. */
  stated: z.array(z.enum(FACTS)),
});

/** The line after a correction, with the entries that the correction wrote. */
export const activityChange = activityRecord.extend({
  entry_ids: z.array(z.uuid()),
  /** What waits for a closed year to be restated; absent: nothing does. */
  pending_restatements: z.array(pendingRestatement).optional(),
});
SCHEMA_NAMES.add(activityChange, { name: "ActivityChange" });

export type ActivityRecord = z.infer<typeof activityRecord>;

/** A row of the list as it is shown. supplier_id is the id that list_suppliers gives the supplier of the line. */
export function toActivityListItem(tenant: TenantIdentity, row: ActivityListRow): ActivityListItem {
  return {
    id: row.id,
    document_sha256: row.document_sha256,
    supplier_name: row.supplier_name,
    supplier_identifier: row.supplier_identifier,
    supplier_id: supplierIdOf(tenant, row),
    invoice_number: row.invoice_number,
    description: row.description,
    amount: row.amount === null ? null : roundedNumber(row.amount),
    currency: row.currency,
    quantity: row.quantity === null ? null : roundedNumber(row.quantity),
    unit: row.unit,
    transaction_date: row.transaction_date,
    status: row.status,
    category_id: row.category_key,
    confidence: roundedNumber(row.confidence),
    created_at: row.created_at,
    period_assumed: isPeriodAssumed(row),
  };
}

/** The whole activity as it is shown. */
export function toActivityRecord(tenant: TenantIdentity, row: ActivityRow): ActivityRecord {
  return {
    ...toActivityListItem(tenant, row),
    external_id: row.external_id,
    document_id: row.document_id,
    data_source_id: row.data_source_id,
    tax_treatment: row.tax_treatment,
    gl_account: row.gl_account,
    service_period_start: row.service_period_start,
    service_period_end: row.service_period_end,
    period_origin: periodOrigin(row),
    supply_id: row.supply_id,
    department_id: row.department_id,
    version: row.split_id,
    mapped_by: row.mapped_by,
    reason: row.reason,
    review_code: row.review_code,
    stated: FACTS.filter((fact) => row.stated?.[fact] !== undefined),
  };
}

/** The list row of the examples: a line that says too little and waits for a person. */
export const ACTIVITY_LIST_EXAMPLE: ActivityListItem = {
  id: "0198c0de-0000-7000-8000-000000000004",
  document_sha256: "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
  supplier_name: "Kontorland A/S",
  supplier_identifier: "12345674",
  supplier_id: "0198c0de-0000-8000-8000-000000000003",
  invoice_number: "2026-1042",
  description: "Diverse",
  amount: 1250,
  currency: "DKK",
  quantity: 10,
  unit: "EA",
  transaction_date: "2026-03-31T00:00:00.000000Z",
  status: "pending_review",
  category_id: "unclassified.pending",
  confidence: 0.31,
  created_at: "2026-04-02T08:00:00.123456Z",
  period_assumed: false,
};

/** The whole of it. */
export const ACTIVITY_EXAMPLE: ActivityRecord = {
  ...ACTIVITY_LIST_EXAMPLE,
  external_id: null,
  document_id: "0198c0de-0000-7000-8000-000000000005",
  data_source_id: "0198c0de-0000-7000-8000-000000000007",
  tax_treatment: "excl_vat",
  gl_account: null,
  service_period_start: null,
  service_period_end: null,
  period_origin: null,
  supply_id: null,
  department_id: null,
  mapped_by: "model",
  version: "0198c0de-0000-7000-8000-000000000006",
  reason: "no rule, code or word says what was bought",
  review_code: "category_needs_person",
  stated: [],
};
