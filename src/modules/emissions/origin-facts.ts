import type { FieldOrigin } from "./field-origins.ts";
import type { LineageActivityRow, LineageDocumentRow, LineageSplitRow } from "./store-lineage.ts";

/** What the origins of an activity follow from. */
export interface OriginFacts {
  /** As its document states it. */
  readonly activity: Pick<
    LineageActivityRow,
    "amount" | "currency" | "description" | "quantity" | "supplier_name" | "supply_id" | "tax_treatment" | "unit"
  >;
  /** The reading that is asked about. */
  readonly split: LineageSplitRow;
  /** Every reading, oldest first. */
  readonly splits: readonly LineageSplitRow[];
  readonly document: Pick<LineageDocumentRow, "document_type" | "format">;
  /** What its own entry was counted by; null: the reading counts nothing. */
  readonly counted: { readonly inputs: Readonly<Record<string, unknown>> } | null;
  /** Readings with which somebody named files. */
  readonly evidence: ReadonlySet<string>;
  /** The country that the statement of a record names; null: it names none, or is no record. */
  readonly recorded_country: string | null;
  readonly service_period: FieldOrigin | null;
  /** The words of the line that name its days; null: none do. */
  readonly period_words: string | null;
  /** ISO 3166-1 alpha-2 of the company. */
  readonly country: string;
}
