import { isPrintedVat } from "../../core/net-amount.ts";
import { decimal } from "../../core/quantity.ts";
import { PENDING_KEY } from "../categorization/index.ts";
import type { FieldOrigin, FieldOrigins } from "./field-origins.ts";
import { quantityInText } from "./quantity-in-text.ts";
import type { LineageActivityRow, LineageDocumentRow, LineageSplitRow } from "./store-lineage.ts";

/** What the origins of an activity follow from. */
export interface OriginFacts {
  /** As its document states it. */
  readonly activity: Pick<
    LineageActivityRow,
    "amount" | "currency" | "description" | "quantity" | "supplier_name" | "supply_id" | "tax_treatment"
  >;
  /** The reading that is asked about. */
  readonly split: LineageSplitRow;
  /** Every reading, oldest first. */
  readonly splits: readonly LineageSplitRow[];
  readonly document: Pick<LineageDocumentRow, "document_type" | "format">;
  readonly service_period: FieldOrigin | null;
  /** ISO 3166-1 alpha-2 of the company. */
  readonly country: string;
}

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
  };
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
  const words = quantityInText(activity.description, country, () => true);
  const isOfWords = words !== null && decimal(words.value).eq(decimal(split.quantity).abs());
  const isPrinted = activity.quantity !== null && decimal(activity.quantity).abs().eq(decimal(split.quantity).abs());
  return isOfWords && !isPrinted ? "inferred" : "read";
}

const BY_RULE: ReadonlySet<string> = new Set(["rule", "memory"]);

/** The step that weighed most decides: a code of the document, a rule or what a decision taught, words and accounts. */
function categoryOrigin({ category_key, mapped_by, candidates }: LineageSplitRow): FieldOrigin | null {
  if (category_key === PENDING_KEY) return null;
  const step = candidates.find((candidate) => candidate.category_key === category_key)?.step;
  if (step !== undefined && BY_RULE.has(step)) return "rule";
  if (mapped_by === "person") return "person";
  // Without candidates a column of categories named it.
  return step === undefined || step === "code" ? "read" : "inferred";
}

/** The first reading has the department of the document's own code; a later one has what somebody assigned. */
function departmentOrigin({ split, splits }: OriginFacts, own: FieldOrigin): FieldOrigin | null {
  if (split.department_id === null) return null;
  return splits[0]?.department_id === split.department_id ? own : "person";
}
