import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { decimal } from "../../core/quantity.ts";
import { EXAMPLE_FIGURES, releasedFigures, toFigures } from "./disclosure-record.ts";
import { selectDisclosuresOf } from "./store-disclosures.ts";
import { selectNamedSuppliers } from "./store-trade.ts";
import { identifierOf, keyOf, supplierId } from "./supplier-identity.ts";
import { EXAMPLE_SUPPLIER, supplierRecord, yearInput } from "./supplier-record.ts";
import { loadValueChain, reportYear, type SupplierYear, toRecord } from "./value-chain.ts";

const supplierDetail = z.object({
  supplier: supplierRecord,
  allocation: z.union([
    z.object({ formula: z.union([z.string(), z.null()]), not_allocated_reason: z.union([z.string(), z.null()]) }),
    z.null(),
  ]),
  disclosures: z.array(releasedFigures),
});
SCHEMA_NAMES.add(supplierDetail, { name: "SupplierDetail" });

export const getSupplier = defineOperation({
  name: "get_supplier",
  title: "One supplier with its figures",
  description:
    "A supplier in a year, how the company's part of its figures was calculated (formula, or the reason why it cannot be " +
    "told), and everything it released for any year, newest first, at most 100. Amounts exclude VAT; emissions are kg CO2e.",
  layer: null,
  scope: "suppliers:read",
  access: "read",
  feature: "supplyChain",
  input: z.object({ id: z.uuid().describe("id of the supplier, see list_suppliers"), ...yearInput }),
  output: supplierDetail,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/suppliers/:id" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$supplier_id", year: 2025 },
    output: {
      supplier: { ...EXAMPLE_SUPPLIER, report_year: 2025 },
      allocation: {
        formula: "2174300 kg CO2e x 512400.5 DKK / 61200000 DKK = 18204.450445 kg CO2e",
        not_allocated_reason: null,
      },
      disclosures: [EXAMPLE_FIGURES],
    },
  },
  async run(ctx, input) {
    const chain = await loadValueChain(ctx, await reportYear(ctx, input.year));
    const supplierYear = chain.suppliers.find(({ profile }) => profile.id === input.id);
    const supplier = supplierYear ?? (await ofAnotherYear(ctx, input.id));
    const { allocation } = supplier;
    return {
      supplier: toRecord(chain, supplier),
      allocation:
        allocation === null
          ? null
          : {
              formula: allocation.kind === "allocated" ? allocation.formula : null,
              not_allocated_reason: allocation.kind === "allocated" ? null : allocation.reason,
            },
      disclosures: (await selectDisclosuresOf(ctx.db, input.id)).map(toFigures),
    };
  },
});

/** A supplier that the ledger names in other years only. @throws ServiceError resource.not_found */
async function ofAnotherYear(ctx: Context, id: string): Promise<SupplierYear> {
  for (const named of await selectNamedSuppliers(ctx.db)) {
    const key = keyOf(named);
    if (key === null || supplierId(ctx.tenant, key) !== id) continue;
    const profile = {
      id,
      supplier_identifier: identifierOf(key),
      supplier_country: named.supplier_country,
      supplier_name: named.supplier_name ?? identifierOf(key) ?? key,
      supplier_industry: null,
      status: "none" as const,
      employees: null,
      protected_undertaking: null,
      invited_email: null,
      accepted_at: null,
      revoked_at: null,
      created_at: named.first_seen_at,
    };
    const nothing = { estimated_kg: null, disclosure: null, allocation: null };
    return { profile, trade_amount: decimal(0), disclosure_status: "not_requested", ...nothing };
  }
  throw notFound("supplier");
}
