import { createHash } from "node:crypto";
import type { Context } from "../../src/core/context.ts";
import type { LedgerBatch, NewActivity, RecordedDocument } from "../../src/modules/activities/index.ts";
import { recordDocuments } from "../../src/modules/activities/index.ts";
import { lockAuditChain } from "../../src/modules/audit/index.ts";
import type { CalculatedEntry } from "../../src/modules/emissions/calculation.ts";

let made = 0;

/** Factor of the worked example "245 Nm3 x 2.2627 kg CO2e/Nm3". */
export const GAS_FACTOR = {
  id: "01900000-0000-7000-8000-0000000000f1",
  key: "fuel.dk.natural_gas.2023.nm3",
  name_en: "Natural gas, Denmark",
  value: "2.2627",
  unit: "Nm3",
  region: "DK",
  year: 2023,
  source: "Evida",
  source_url: "https://evida.dk",
  licence: "not stated",
  gwp_set: null,
  boundary: null,
  content_hash: "0".repeat(64),
} as const;

export function calculatedEntry(given: Partial<CalculatedEntry> = {}): CalculatedEntry {
  return {
    scope: 1,
    scope3_category: null,
    category_key: "energy.fuel.natural_gas",
    market_based_kg: "554.3615",
    location_based_kg: "554.3615",
    co2_kg: "554.3615",
    ch4_kg_co2e: null,
    n2o_kg_co2e: null,
    biogenic_co2_kg: "0",
    calculation_method: "fuel_based",
    data_quality_score: 2,
    market_based_fallback: false,
    factor: GAS_FACTOR,
    formula: "245 Nm3 x 2.2627 kg CO2e/Nm3 = 554.3615 kg CO2e",
    inputs: { quantity: "245", unit: "Nm3", factor_value: "2.2627" },
    conversions: [],
    is_upstream: false,
    ...given,
  };
}

export interface LineOptions {
  readonly date?: string;
  readonly entries?: readonly CalculatedEntry[];
  readonly status?: "classified" | "pending_review" | "excluded";
  readonly department_id?: string | null;
  readonly activity?: Partial<NewActivity>;
}

/** A natural gas line; with `entries` it is calculated unless `status` says otherwise. */
export function ledgerLine(number: number, options: LineOptions = {}): NewActivity {
  const status = options.status ?? "classified";
  const entries = options.entries ?? [calculatedEntry()];
  return {
    data_source_id: null,
    external_id: null,
    line_number: number,
    page: 1,
    line_kind: "line",
    invoice_number: "2026-1042",
    supplier_name: "Gasforsyning A/S",
    supplier_identifier: "12345674",
    supplier_country: "DK",
    transaction_date: options.date ?? "2026-03-31",
    service_period_start: "2026-03-01",
    service_period_end: "2026-03-31",
    description: `Naturgas, linje ${number}`,
    amount: "2940.00",
    currency: "DKK",
    tax_treatment: "excl_vat",
    quantity: "245",
    unit: "Nm3",
    gl_account: "2740",
    gl_account_name: "Gas",
    classification_codes: [{ list: "STI", code: "09123000" }],
    split: {
      decision: {
        status,
        category_key: "energy.fuel.natural_gas",
        mapped_by: "rule",
        confidence: 0.95,
        reason: "natural gas counted on the line",
        candidates: [],
      },
      quantity: "245",
      unit: "Nm3",
      conversion: [],
      allocated_amount: "2940",
      allocated_currency: "DKK",
      department_id: options.department_id ?? null,
    },
    result: status === "classified" ? { kind: "calculated", entries } : null,
    ...options.activity,
  };
}

/** A document of its own content with these lines. */
export function ledgerBatch(activities: readonly NewActivity[]): LedgerBatch {
  made += 1;
  const sha256 = createHash("sha256").update(`document ${made}`).digest("hex");
  return {
    document: {
      sha256,
      name: `gas-${made}.xml`,
      media_type: "application/xml",
      size_bytes: 4210,
      format: "ubl",
      document_type: "invoice",
      supplier_name: "Gasforsyning A/S",
      supplier_identifier: "12345674",
      invoice_number: "2026-1042",
      issue_date: "2026-03-31",
      currency: "DKK",
      total_excl_vat: "2940.00",
      total_incl_vat: "3675.00",
      content_key: sha256,
      business_key: null,
    },
    activities,
  };
}

/** Records one document with these lines in a transaction of its own. */
export async function record(ctx: Context, activities: readonly NewActivity[]): Promise<RecordedDocument> {
  const [recorded] = await recordBatches(ctx, [ledgerBatch(activities)]);
  if (recorded === undefined) throw new Error("nothing was recorded");
  return recorded;
}

/** Records documents together in a transaction of their own. */
export async function recordBatches(ctx: Context, batches: readonly LedgerBatch[]): Promise<RecordedDocument[]> {
  return await ctx.db.transaction(async (tx) => recordDocuments(ctx, tx, await lockAuditChain(tx), batches));
}
