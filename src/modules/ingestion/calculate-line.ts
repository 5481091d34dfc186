import type { NewSplit } from "../activities/index.ts";
import {
  calculate,
  lineChoice,
  sellerCountry,
  type CalculationResult,
  type LineQuantity,
  type QuantityTables,
  type ReviewReason,
  type StatedPeriod,
} from "../emissions/index.ts";
import type { DecidedLine } from "./decided-line.ts";
import { isHandedOver } from "./line-quantity.ts";

interface LineToCalculate extends DecidedLine {
  /** The days that it is about; null: not known. */
  readonly period: StatedPeriod | null;
  readonly split: NewSplit;
  readonly counted: LineQuantity;
}

/** What a decided line counts, or why it waits; `ofDocument` is set when its whole document waits. */
export function calculateLine(
  { draft, period, split, counted, waits, advance, product, supplier_key, rule, place }: LineToCalculate,
  tables: QuantityTables & { readonly region: string },
  ofDocument: ReviewReason | null,
): CalculationResult {
  const reviewReason = ofDocument ?? waits;
  if (reviewReason !== null) return { kind: "review", reviewReason };
  if (counted.quantity === null && draft.amount !== null && split.allocated_amount === null) {
    return {
      kind: "review",
      reviewReason: { code: "vat_unknown", detail: "The amount includes VAT at a rate that is not known." },
    };
  }
  const isIncome = isHandedOver({ draft, decision: split.decision });
  const hasMoney = split.allocated_amount !== null && split.allocated_currency !== null && !isIncome;
  return calculate(
    {
      category_key: split.decision.category_key,
      transaction_date: draft.transaction_date,
      service_period: period,
      ...(draft.open_period === undefined ? {} : { open_period: draft.open_period }),
      ...counted,
      fuel_values: draft.fuel_values ?? [],
      amount: hasMoney ? { value: split.allocated_amount ?? "", currency: split.allocated_currency ?? "" } : null,
      region: tables.region,
      ...sellerCountry(draft.supplier?.country ?? null),
      ...(advance === null ? {} : { advance }),
      ...(product === null ? {} : { product }),
      supplier_key,
      ...lineChoice({
        category_key: split.decision.category_key,
        description: draft.line.description,
        seller: draft.supplier?.name ?? null,
        rule,
        place,
      }),
    },
    tables.catalog,
    tables.settings,
  );
}
