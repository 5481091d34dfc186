import { decimal } from "../../core/quantity.ts";
import type { ConversionStep } from "./calculation.ts";
import { vatPercents } from "./vat-rates.ts";

/** The totals of a document, and what they are of. */
interface PrintedTotals {
  readonly total_excl_vat: string | null;
  readonly total_incl_vat: string | null;
  readonly currency: string | null;
  /** The seller: whose country's VAT it is. */
  readonly supplier: { readonly country: string | null } | null;
  readonly lines: readonly unknown[];
}

const PERCENT = "printed_vat_percent";
/** Each line and each of the two totals may have been rounded to the cent by itself. */
const ROUNDED = "0.005";
const TOTALS = 2;

/**
 * The rate by which a document's totals are made, in percent, decimal text: every line that includes VAT has it. A rate that no
 * country concerned has is a mixture, such as 20 % of a Danish bill for a hotel and a train: of which nobody knows each line's. Null: no
 * totals without and with VAT are printed, or none of the rates makes them, or more than one does, the amounts being as small.
 */
export function printedVatPercent(document: PrintedTotals, company: string): string | null {
  const { total_excl_vat, total_incl_vat, currency, supplier, lines } = document;
  if (total_excl_vat === null || total_incl_vat === null) return null;
  const net = decimal(total_excl_vat).abs();
  const vat = decimal(total_incl_vat).abs().minus(net);
  if (!net.gt(0) || !vat.gt(0)) return null;
  const tolerance = decimal(ROUNDED).times(lines.length + TOTALS);
  const isMade = (percent: string) => net.times(percent).div(100).minus(vat).abs().lte(tolerance);
  const [percent, ...others] = vatPercents({ seller: supplier?.country ?? null, currency, company }).filter(isMade);
  return percent === undefined || others.length > 0 ? null : percent;
}

/** The step that keeps the printed rate with the reading of a line; none where there is none. */
export function printedVatSteps(percent: string | null): ConversionStep[] {
  if (percent === null) return [];
  const note = `The totals of the document are made by ${percent} % VAT.`;
  return [{ kind: "attribute", from: PERCENT, to: percent, factor: null, note }];
}

/** The rate that the document of a line printed when it was read, from its steps; null: none. */
export function keptVatPercent(conversion: readonly ConversionStep[]): string | null {
  return conversion.find(({ kind, from }) => kind === "attribute" && from === PERCENT)?.to ?? null;
}
