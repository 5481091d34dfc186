import { decimal, decimalText } from "../../core/quantity.ts";
import type { ConversionStep } from "./calculation.ts";

/** The totals of a document. */
interface PrintedTotals {
  readonly total_excl_vat: string | null;
  readonly total_incl_vat: string | null;
}

const PERCENT = "printed_vat_percent";
/** No VAT is higher: Hungary's 27 % is the highest in Europe. */
const PERCENT_MAX = 27;
/** Net and VAT are each rounded to the cent. */
const ROUNDED = "0.01";

/**
 * The rate by which a document's totals are made, in percent, decimal text: every line that includes VAT has it. Null: no totals
 * without and with VAT are printed, or no whole rate makes them: then several do, of which nobody knows each line's. Several that
 * look like one take off as much in all.
 */
export function printedVatPercent({ total_excl_vat, total_incl_vat }: PrintedTotals): string | null {
  if (total_excl_vat === null || total_incl_vat === null) return null;
  const net = decimal(total_excl_vat).abs();
  const vat = decimal(total_incl_vat).abs().minus(net);
  if (!net.gt(0) || !vat.gt(0)) return null;
  const percent = vat.div(net).times(100).round(0);
  if (percent.lt(1) || percent.gt(PERCENT_MAX)) return null;
  const isMade = net.times(percent).div(100).minus(vat).abs().lte(ROUNDED);
  return isMade ? decimalText(percent) : null;
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
