import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "../../core/page.ts";
import { type Decimal, decimal, decimalSum, roundedNumber } from "../../core/quantity.ts";
import { EXAMPLE_SUPPLIER, leftOut, supplierRecord, yearInput } from "./supplier-record.ts";
import { loadValueChain, reportYear, type SupplierYear, toLeftOut, toRecord } from "./value-chain.ts";

export const getValueChainExposure = defineOperation({
  name: "get_value_chain_exposure",
  title: "Value chain exposure",
  description:
    "Suppliers of a year by trade amount, largest first: whom to ask for figures. share_pct is of " +
    "total_trade_amount. estimated_co2e_kg is the ledger's scope 3, disclosed_co2e_kg the company's part of " +
    "their own figures, kg CO2e. Amounts exclude VAT and credit notes; not_shown tells " +
    "the suppliers beyond limit; left_out is in no sum. Next: " +
    "get_value_chain_coverage.",
  layer: 2,
  scope: "suppliers:read",
  access: "read",
  feature: "supplyChain",
  input: z.object({
    ...yearInput,
    limit: z.int().min(1).max(PAGE_LIMIT_MAX).describe("Suppliers, default 50").optional(),
  }),
  output: z.object({
    report_year: z.int(),
    currency: z.string(),
    total_trade_amount: z.number(),
    suppliers: z.array(supplierRecord.extend({ share_pct: z.union([z.number(), z.null()]) })),
    not_shown: z.object({ supplier_count: z.int(), trade_amount: z.number() }),
    left_out: leftOut,
  }),
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "GET", path: "/value-chain/exposure" },
  tool: true,
  callers: "any",
  example: {
    input: { year: 2026, limit: 10 },
    output: {
      report_year: 2026,
      currency: "DKK",
      total_trade_amount: 1_024_801,
      suppliers: [{ ...EXAMPLE_SUPPLIER, share_pct: 50 }],
      not_shown: { supplier_count: 3, trade_amount: 61_302.5 },
      left_out: { not_converted: [], possible_duplicate_line_count: 0 },
    },
  },
  async run(ctx, input) {
    const chain = await loadValueChain(ctx, await reportYear(ctx, input.year));
    const total = chain.suppliers.reduce((sum, supplier) => sum.plus(supplier.trade_amount), chain.unattributed);
    const traded = chain.suppliers.filter((supplier) => !supplier.trade_amount.eq(0)).toSorted(byTradeAmount);
    const largest = traded.slice(0, input.limit ?? PAGE_LIMIT_DEFAULT);
    const others = traded.slice(largest.length);
    return {
      report_year: chain.report_year,
      currency: chain.currency,
      total_trade_amount: roundedNumber(total),
      suppliers: largest.map((row) => ({ ...toRecord(chain, row), share_pct: share(row.trade_amount, total) })),
      not_shown: {
        supplier_count: others.length,
        trade_amount: roundedNumber(decimalSum(others.map((supplier) => supplier.trade_amount))),
      },
      left_out: toLeftOut(chain),
    };
  },
});

/** Largest first; equals by name, then id, so that the order never flickers. */
function byTradeAmount(a: SupplierYear, b: SupplierYear): number {
  if (!a.trade_amount.eq(b.trade_amount)) return a.trade_amount.lt(b.trade_amount) ? 1 : -1;
  if (a.profile.supplier_name !== b.profile.supplier_name) {
    return a.profile.supplier_name < b.profile.supplier_name ? -1 : 1;
  }
  return a.profile.id < b.profile.id ? -1 : 1;
}

function share(part: Decimal, total: Decimal): number | null {
  return part.gt(0) && total.gt(decimal(0)) ? roundedNumber(part.times(100).div(total)) : null;
}
