import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { type Decimal, decimal, decimalSum, roundedNumber } from "../../core/quantity.ts";
import { COVERING, DISCLOSURE_STATUSES, type DisclosureStatus } from "./disclosure-states.ts";
import { leftOut, yearInput } from "./supplier-record.ts";
import { loadValueChain, reportYear, type SupplierYear, toLeftOut } from "./value-chain.ts";

const statusSum = z.object({ supplier_count: z.int(), trade_amount: z.number() });

export const getValueChainCoverage = defineOperation({
  name: "get_value_chain_coverage",
  title: "Value chain coverage",
  description:
    "Purchases covered by figures that suppliers released. coverage_pct is spend with disclosed or verified " +
    "suppliers in percent of all spend; partial answers do not count; null without spend. Amounts exclude VAT; a " +
    "net credit counts as zero. Spend on documents that name no supplier (unattributed) is never covered. " +
    "left_out is in no sum. Next: get_value_chain_exposure shows whom to ask.",
  layer: 2,
  scope: "suppliers:read",
  access: "read",
  feature: "supplyChain",
  input: z.object({ ...yearInput }),
  output: z.object({
    report_year: z.int(),
    currency: z.string(),
    total_supplier_count: z.int(),
    active_supplier_count: z.int(),
    coverage_pct: z.union([z.number(), z.null()]),
    total_trade_amount: z.number(),
    covered_trade_amount: z.number(),
    unattributed_trade_amount: z.number(),
    by_status: z.record(z.enum(DISCLOSURE_STATUSES), statusSum),
    left_out: leftOut,
  }),
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "GET", path: "/value-chain/coverage" },
  tool: true,
  callers: "any",
  example: {
    input: { year: 2026 },
    output: {
      report_year: 2026,
      currency: "DKK",
      total_supplier_count: 2,
      active_supplier_count: 1,
      coverage_pct: 25,
      total_trade_amount: 400_000,
      covered_trade_amount: 100_000,
      unattributed_trade_amount: 0,
      by_status: {
        not_requested: { supplier_count: 1, trade_amount: 300_000 },
        requested: { supplier_count: 0, trade_amount: 0 },
        partially_disclosed: { supplier_count: 0, trade_amount: 0 },
        disclosed: { supplier_count: 1, trade_amount: 100_000 },
        verified: { supplier_count: 0, trade_amount: 0 },
        declined: { supplier_count: 0, trade_amount: 0 },
        overdue: { supplier_count: 0, trade_amount: 0 },
        expired: { supplier_count: 0, trade_amount: 0 },
      },
      left_out: { not_converted: [], possible_duplicate_line_count: 0 },
    },
  },
  async run(ctx, input) {
    const chain = await loadValueChain(ctx, await reportYear(ctx, input.year));
    const { suppliers } = chain;
    const unattributed = atLeastZero(chain.unattributed);
    const total = spendOf(suppliers).plus(unattributed);
    const covered = spendOf(suppliers.filter((supplier) => COVERING.has(supplier.disclosure_status)));
    return {
      report_year: chain.report_year,
      currency: chain.currency,
      total_supplier_count: suppliers.length,
      active_supplier_count: suppliers.filter(({ profile }) => profile.status === "active").length,
      coverage_pct: total.gt(0) ? roundedNumber(covered.times(100).div(total)) : null,
      total_trade_amount: roundedNumber(total),
      covered_trade_amount: roundedNumber(covered),
      unattributed_trade_amount: roundedNumber(unattributed),
      by_status: {
        not_requested: sumOf(suppliers, "not_requested"),
        requested: sumOf(suppliers, "requested"),
        partially_disclosed: sumOf(suppliers, "partially_disclosed"),
        disclosed: sumOf(suppliers, "disclosed"),
        verified: sumOf(suppliers, "verified"),
        declined: sumOf(suppliers, "declined"),
        overdue: sumOf(suppliers, "overdue"),
        expired: sumOf(suppliers, "expired"),
      },
      left_out: toLeftOut(chain),
    };
  },
});

function sumOf(suppliers: readonly SupplierYear[], status: DisclosureStatus) {
  const matchingSuppliers = suppliers.filter((supplier) => supplier.disclosure_status === status);
  return { supplier_count: matchingSuppliers.length, trade_amount: roundedNumber(spendOf(matchingSuppliers)) };
}

/** Money that a share can be taken of: negative sums would push one beyond 0 to 100 percent. */
function spendOf(suppliers: readonly SupplierYear[]): Decimal {
  return decimalSum(suppliers.map((supplier) => atLeastZero(supplier.trade_amount)));
}

function atLeastZero(amount: Decimal): Decimal {
  return amount.gt(0) ? amount : decimal(0);
}
