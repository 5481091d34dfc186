import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { figureBetween, positiveFigure } from "../../core/stated-figure.ts";
import { lineInput } from "../../core/visible-text.ts";
import { appendAudit } from "../audit/index.ts";
import { assertBegun, changeDisclosure, reportYearInput } from "./change-disclosure.ts";
import { disclosureRecord, EXAMPLE_DISCLOSURE, toDisclosure } from "./disclosure-record.ts";
import { ensureSupplier } from "./ensure-supplier.ts";
import { isProtectedUndertaking } from "./protected-undertaking.ts";
import { type DisclosedProduct, insertDisclosure } from "./store-disclosures.ts";

const kg = figureBetween(0, 1e15);

const totalsInput = z.strictObject({
  scope1_kg: kg.describe("Scope 1, kg CO2e").optional(),
  scope2_location_kg: kg.describe("Scope 2 location-based, kg CO2e").optional(),
  scope2_market_kg: kg.describe("Scope 2 market-based, kg CO2e").optional(),
  scope3_upstream_kg: kg.describe("Upstream scope 3, kg CO2e").optional(),
  turnover: z
    .strictObject({
      amount: positiveFigure(1e15),
      currency: z
        .string()
        .max(3)
        .regex(/^[A-Z]{3}$/),
    })
    .describe("Turnover of the same year, ISO 4217 currency")
    .optional(),
});

const productInput = z.strictObject({
  name: lineInput(200),
  quantity: positiveFigure(1e15).describe("Bought in the year, in unit"),
  unit: lineInput(40),
  kg_co2e_per_unit: figureBetween(-1e12, 1e12),
});

const disclosureInput = z.object({
  id: z.uuid().describe("id of the supplier, see list_suppliers"),
  report_year: reportYearInput,
  totals: totalsInput.describe("Figures of the whole supplier; either this or products").optional(),
  products: z.array(productInput).min(1).max(200).describe("Figures of what was bought from it").optional(),
  covers_all_purchases: z.boolean().describe("With products: whether they are everything that was bought").optional(),
  evidence_sha256: z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{64}$/, { message: "must be a SHA-256 in lower-case hexadecimal" })
    .describe("SHA-256 of the document in which the supplier released the figures"),
  evidence_name: lineInput(200).describe("Its name").optional(),
});
type DisclosureInput = z.output<typeof disclosureInput>;

export const recordSupplierDisclosure = defineOperation({
  name: "record_supplier_disclosure",
  title: "Record a supplier's figures",
  description:
    "Records what a supplier released for a year: totals in kg CO2e with its turnover (the company's part is total x " +
    "purchases / turnover), or footprints of the products bought. Newer figures replace older ones, which are kept. The " +
    "disclosure becomes disclosed when it is complete, else partially_disclosed: totals need scope 1, one scope 2 figure " +
    "and turnover, and upstream scope 3 unless the supplier has up to 1,000 employees; products need " +
    "covers_all_purchases. Refused for a supplier that ended its connection.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  feature: "supplyChain",
  input: disclosureInput,
  output: disclosureRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/suppliers/:id/disclosures", status: 201 },
  tool: false,
  callers: "any",
  example: {
    input: {
      id: "$connected_supplier_id",
      report_year: 2025,
      totals: {
        scope1_kg: 182_400,
        scope2_location_kg: 64_300,
        scope2_market_kg: 51_900,
        scope3_upstream_kg: 1_940_000,
        turnover: { amount: 61_200_000, currency: "DKK" },
      },
      evidence_sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      evidence_name: "klimaregnskab-2025.pdf",
    },
    output: EXAMPLE_DISCLOSURE,
  },
  async run(ctx, input) {
    return await ctx.db.transaction((tx) => record(ctx, tx, input));
  },
});

async function record(ctx: Context, tx: TenantTransaction, input: DisclosureInput) {
  assertOneKind(input);
  assertBegun(ctx, input.report_year);
  const supplier = await ensureSupplier(ctx, tx, input.id);
  if (supplier.status === "revoked") {
    const message = "the supplier ended its connection; invite it again first";
    throw validationError([{ path: "id", code: "supplier_revoked", message }]);
  }
  const is_complete = isComplete(input, supplier.employees);
  const { totals = {}, products = [], report_year } = input;
  const row = await insertDisclosure(tx, {
    id: ctx.newId(),
    supplier_id: supplier.id,
    report_year,
    kind: input.totals === undefined ? "products" : "totals",
    scope1_kg: textOf(totals.scope1_kg),
    scope2_location_kg: textOf(totals.scope2_location_kg),
    scope2_market_kg: textOf(totals.scope2_market_kg),
    scope3_upstream_kg: textOf(totals.scope3_upstream_kg),
    turnover_amount: textOf(totals.turnover?.amount),
    turnover_currency: totals.turnover?.currency ?? null,
    products: products.map(storedProduct),
    is_complete,
    evidence_sha256: input.evidence_sha256,
    evidence_name: input.evidence_name ?? null,
    created_by: ctx.principal.actor,
  });
  const { id, created_at: _at, evidence_name: _name, ...payload } = row;
  await appendAudit(ctx, tx, [{ action: "supplier.disclosure_recorded", subject: id, payload }]);
  const event = is_complete ? "record_complete" : "record_partial";
  const state = await changeDisclosure(ctx, tx, { supplier_id: supplier.id, report_year, event });
  return toDisclosure(row, state.disclosure_status);
}

function assertOneKind({ totals, products, covers_all_purchases }: DisclosureInput): void {
  const refuse = (path: string, message: string) => validationError([{ path, code: "invalid_combination", message }]);
  if (totals === undefined && products === undefined) throw refuse("totals", "give either totals or products");
  if (totals !== undefined && products !== undefined) throw refuse("products", "give either totals or products");
  if (totals !== undefined && covers_all_purchases !== undefined) {
    throw refuse("covers_all_purchases", "belongs to products");
  }
  if (totals !== undefined && Object.keys(totals).length === 0) throw refuse("totals", "must hold at least one figure");
}

/** Upstream scope 3 is beyond what a protected undertaking may be required to give (VSME B3: scopes 1 and 2). */
function isComplete({ totals, covers_all_purchases }: DisclosureInput, employees: number | null): boolean {
  if (totals === undefined) return covers_all_purchases === true;
  const hasScope2 = totals.scope2_location_kg !== undefined || totals.scope2_market_kg !== undefined;
  const hasScope3 = totals.scope3_upstream_kg !== undefined || isProtectedUndertaking(employees) === true;
  return totals.scope1_kg !== undefined && hasScope2 && hasScope3 && totals.turnover !== undefined;
}

function storedProduct(product: z.output<typeof productInput>): DisclosedProduct {
  const { name, quantity, unit, kg_co2e_per_unit } = product;
  return { name, quantity: exact(quantity), unit, kg_co2e_per_unit: exact(kg_co2e_per_unit) };
}

function textOf(value: number | undefined): string | null {
  return value === undefined ? null : exact(value);
}

function exact(value: number): string {
  return decimalText(decimal(value));
}
