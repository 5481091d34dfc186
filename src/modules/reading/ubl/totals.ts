import { decimal, decimalText } from "../../../core/quantity.ts";
import { sumOf } from "../balance.ts";
import { isVatScheme } from "./party.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, at, child, decimalAt, textOf } from "../xml/values.ts";

/** Net and gross of a document as decimal text, null where neither stated nor derivable. */
export interface Totals {
  readonly net: string | null;
  readonly gross: string | null;
}

/** A tax that is part of the net, such as Danish electricity or registration tax. */
export interface ExciseTax {
  readonly name: string;
  readonly amount: string;
}

/** Totals of EN 16931 documents: as stated; a missing net is gross minus VAT or lines with charges and allowances. */
export function ublTotals(document: XmlElement, currency: string | null): Totals {
  const total = at(document, "LegalMonetaryTotal");
  const gross = decimalAt(total, "TaxInclusiveAmount") ?? null;
  const stated = decimalAt(total, "TaxExclusiveAmount");
  return { net: stated ?? netOfLines(total) ?? netOfGross(document, gross, currency), gross };
}

/**
 * Totals of OIOUBL 2.x, which writes the TAX in `TaxExclusiveAmount` (OIOUBL guideline "Totaler"; all official examples
 * do). Net = `TaxInclusiveAmount` - VAT; excise taxes stay in the net, because they are part of the price.
 */
export function oioublTotals(document: XmlElement, currency: string | null): Totals {
  const total = at(document, "LegalMonetaryTotal");
  const gross = decimalAt(total, "TaxInclusiveAmount");
  if (gross !== null) return { net: netOfGross(document, gross, currency) ?? gross, gross };
  const lines = netOfLines(total);
  const excise = sumOf(exciseTaxes(document, currency).map((tax) => tax.amount));
  return { net: lines === null ? null : decimalText(excise.plus(lines)), gross: null };
}

/** The taxes of a document that are not VAT, in its own currency, in order; zero amounts left out. */
export function exciseTaxes(document: XmlElement, currency: string | null): ExciseTax[] {
  return subtotals(document, currency)
    .filter((subtotal) => !isVatScheme(at(subtotal, "TaxCategory", "TaxScheme")))
    .flatMap((subtotal) => {
      const scheme = at(subtotal, "TaxCategory", "TaxScheme");
      const amount = decimalAt(subtotal, "TaxAmount");
      if (amount === null || decimal(amount).eq(0)) return [];
      return [{ name: textOf(child(scheme, "Name")) ?? `Tax ${textOf(child(scheme, "ID")) ?? ""}`.trim(), amount }];
    });
}

function netOfLines(total: XmlElement | undefined): string | null {
  const lines = decimalAt(total, "LineExtensionAmount");
  if (lines === null) return null;
  const charges = decimalAt(total, "ChargeTotalAmount") ?? "0";
  const allowances = decimalAt(total, "AllowanceTotalAmount") ?? "0";
  return decimalText(decimal(lines).plus(charges).minus(allowances));
}

function netOfGross(document: XmlElement, gross: string | null, currency: string | null): string | null {
  if (gross === null) return null;
  const vat = subtotals(document, currency)
    .filter((subtotal) => isVatScheme(at(subtotal, "TaxCategory", "TaxScheme")))
    .map((subtotal) => decimalAt(subtotal, "TaxAmount"));
  if (vat.length === 0) return null;
  return decimalText(decimal(gross).minus(sumOf(vat)));
}

/** The same tax may be repeated in a second currency (EN 16931 BT-111): only amounts in the document's own count. */
function subtotals(document: XmlElement, currency: string | null): XmlElement[] {
  return all(document, "TaxTotal")
    .flatMap((total) => all(total, "TaxSubtotal"))
    .filter((subtotal) => {
      const stated = child(subtotal, "TaxAmount")?.attributes["currencyID"];
      return stated === undefined || currency === null || stated.trim().toUpperCase() === currency;
    });
}
