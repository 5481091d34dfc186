import { isPrintedVat } from "../../core/net-amount.ts";
import { decimal } from "../../core/quantity.ts";
import { categoryOrigin } from "./category-origin.ts";
import type { FieldOrigin, FieldOrigins } from "./field-origins.ts";
import type { OriginFacts } from "./origin-facts.ts";
import { originsOfChoice } from "./origins-of-choice.ts";
import { wordedQuantity } from "./packed-quantity.ts";

/** Where each fact of an activity comes from as one of its readings counts it (CARBON: every field knows its origin). */
export function originsOf(facts: OriginFacts): FieldOrigins {
  const { activity, document, split, service_period } = facts;
  const isPersons = document.document_type === "record" || document.format === "entered";
  const own: FieldOrigin = isPersons ? "person" : "read";
  const stated = split.stated ?? {};
  const of = (fact: string, value: unknown): FieldOrigin | null => {
    if (stated[fact] !== undefined) return stated[fact] === null ? null : "person";
    return value === null ? null : own;
  };
  return {
    supplier: of("supplier", activity.supplier_name),
    transaction_date: of("transaction_date", ""),
    service_period,
    amount: of("amount", activity.amount),
    currency: currencyOrigin(facts, of("amount", activity.currency)),
    tax_treatment: taxOrigin(facts, of("amount", activity.amount)),
    quantity: quantityOrigin(facts, of("quantity", activity.quantity)),
    supply: of("supply", activity.supply_id),
    category: categoryOrigin(split),
    department: departmentOrigin(facts, own),
    ...originsOfChoice(facts),
    evidence: hasEvidence(facts) ? "person" : null,
  };
}

/** Files that somebody named once stay with the activity. */
function hasEvidence({ split, splits, evidence }: OriginFacts): boolean {
  const readings = splits.slice(0, splits.findIndex(({ id }) => id === split.id) + 1);
  return readings.some(({ id }) => evidence.has(id));
}

/** A document without a currency is taken to be in the company's own. */
function currencyOrigin({ activity, split }: OriginFacts, stated: FieldOrigin | null): FieldOrigin | null {
  if (stated !== null || activity.amount === null) return stated;
  return split.allocated_currency === null ? null : "default";
}

/** A payment says nothing of VAT: the country's usual rate is taken to be in it. A rate that a document prints is read. */
function taxOrigin({ activity, split }: OriginFacts, stated: FieldOrigin | null): FieldOrigin | null {
  if (stated === null || stated === "person" || activity.tax_treatment === "excl_vat") return stated;
  return split.conversion.some((step) => step.kind === "tax" && !isPrintedVat(step)) ? "default" : stated;
}

/** What counts as the quantity: stated, printed, read in the words of the line, or made from money by a price. */
function quantityOrigin({ activity, split, country }: OriginFacts, own: FieldOrigin | null): FieldOrigin | null {
  if (own === "person" || split.stated?.["quantity"] === null) return own;
  if (split.stated?.["unit_price"] != null) return "person";
  if (split.quantity === null) return own;
  if (split.conversion.some(({ kind }) => kind === "unit_price")) return "inferred";
  const words = wordedQuantity(activity, country);
  const isOfWords = words !== null && decimal(words.value).abs().eq(decimal(split.quantity).abs());
  const isPrinted = activity.quantity !== null && decimal(activity.quantity).abs().eq(decimal(split.quantity).abs());
  return isOfWords && !isPrinted ? "inferred" : "read";
}

/** The first reading has the department of the document's own code; a later one has what somebody assigned. */
function departmentOrigin({ split, splits }: OriginFacts, own: FieldOrigin): FieldOrigin | null {
  if (split.department_id === null) return null;
  return splits[0]?.department_id === split.department_id ? own : "person";
}
