import { decimal, decimalText, roundedText } from "../../core/quantity.ts";
import type { Unit } from "../../core/units.ts";
import type { ConversionStep, UsePeriod } from "../emissions/index.ts";
import type { StatedFacts } from "./stated-facts.ts";

/** What a settlement counted and what it cost without advances; decimals as text. */
export interface SettledPrice {
  readonly document_id: string;
  readonly amount: string;
  readonly currency: string;
  readonly quantity: string;
  readonly unit: string;
}

/** The steps of a split by which an advance is read: its price, and the days that are settled. They stay with later readings. */
export function advanceSteps({ conversion }: { readonly conversion: readonly ConversionStep[] }): ConversionStep[] {
  return conversion.filter(({ kind }) => kind === "unit_price" || kind === "settlement");
}

/** The step by which the price of a settlement makes a quantity of an advance in money. */
export function priceStep({ document_id, amount, currency, quantity, unit }: SettledPrice): ConversionStep {
  return {
    kind: "unit_price",
    from: `${amount} ${currency}`,
    to: `${quantity} ${unit}`,
    factor: null,
    note:
      `Document ${document_id} settles the same supply at ${amount} ${currency} for ${quantity} ${unit}, without advances: ` +
      "the amount of this advance stands for as much, an estimate.",
  };
}

/** A price that a person states, and what it makes of an amount without VAT; 6 decimals. */
export interface StatedPrice {
  readonly quantity: { readonly value: string; readonly unit: Unit };
  readonly step: ConversionStep;
}

/** What a stated price of a unit makes of an amount without VAT; null: there is none, or one of another currency. */
export function statedPrice(
  { value, currency, unit }: NonNullable<StatedFacts["unit_price"]>,
  amount: { readonly value: string; readonly currency: string | null } | null,
): StatedPrice | null {
  if (amount === null || amount.currency !== currency) return null;
  const quantity = roundedText(decimalText(decimal(amount.value).div(value)));
  const note = `A person states that a ${unit} costs ${value} ${currency} without VAT: the amount stands for ${quantity} ${unit}.`;
  const step = {
    kind: "choice" as const,
    from: `${amount.value} ${currency}`,
    to: `${quantity} ${unit}`,
    factor: null,
    note,
  };
  return { quantity: { value: quantity, unit }, step };
}

/** The step that says which days of an advance another document counts. */
export function settlementStep({ start, end }: UsePeriod, document_id: string): ConversionStep {
  return {
    kind: "settlement",
    from: start,
    to: end,
    factor: null,
    note: `Document ${document_id} counts what was used on these days; this advance counts for its other days only.`,
  };
}

/** The days that steps say are settled. */
export function settledPeriods(steps: readonly ConversionStep[]): UsePeriod[] {
  return steps.filter(({ kind }) => kind === "settlement").map(({ from, to }) => ({ start: from, end: to }));
}

/** The quantity that an advance in money stands for, 6 decimals; null: it has no price, or one of another currency. */
export function pricedQuantity(
  line: { readonly conversion: readonly ConversionStep[] },
  amount: { readonly value: string; readonly currency: string | null } | null,
): { readonly value: string; readonly unit: string } | null {
  const price = line.conversion.find(({ kind }) => kind === "unit_price");
  if (price === undefined || amount === null) return null;
  const [paid = "", currency] = price.from.split(" ");
  const [counted = "", unit = ""] = price.to.split(" ");
  if (currency !== amount.currency) return null;
  return { value: roundedText(decimalText(decimal(amount.value).times(counted).div(paid))), unit };
}
