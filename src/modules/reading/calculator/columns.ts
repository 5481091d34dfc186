import { HEADER_ROWS_MAX, normaliseHeading } from "../csv/columns.ts";

const REQUIRED = [
  "main_category",
  "category",
  "subcategory",
  "description",
  "title_1",
  "parameter_1",
  "title_2",
  "parameter_2",
  "title_3",
  "parameter_3",
  "quantity",
  "amount",
  "unit",
] as const;
type EntryField = (typeof REQUIRED)[number] | "country";

/** Headings of the sheet of entries in Danish and English, compared after `normaliseHeading`; the first is the one that is told. */
const HEADINGS: Readonly<Record<EntryField, readonly [string, ...string[]]>> = {
  main_category: ["Hovedkategori", "Main category"],
  category: ["Kategori", "Category"],
  subcategory: ["Underkategori", "Subcategory"],
  description: ["Beskrivelse", "Description"],
  title_1: ["Parameter 1 - titel", "Parameter 1 - title"],
  parameter_1: ["Parameter", "Parameter 1"],
  title_2: ["Parameter 2 - titel", "Parameter 2 - title"],
  parameter_2: ["Parameter 2"],
  title_3: ["Parameter 3 - titel", "Parameter 3 - title"],
  parameter_3: ["Parameter 3"],
  quantity: ["Mængde", "Amount"],
  amount: ["Beløb (ekskl. Moms, DKK)", "Amount (excl. VAT, DKK)"],
  unit: ["Enhed", "Unit"],
  country: ["Land for emissionsfaktorer", "Country for emission factors", "Country of emission factors"],
};

const FIELDS: readonly EntryField[] = [...REQUIRED, "country"];

const KNOWN: ReadonlyMap<string, EntryField> = new Map(
  FIELDS.flatMap((field) => HEADINGS[field].map((heading): [string, EntryField] => [normaliseHeading(heading), field])),
);

/** Headings of one row from which it is the header of this sheet, even where others are missing. */
const RECOGNISED_FROM = 8;

/** Where each field of an entry stands; the country may be missing. */
export type EntryColumns = Readonly<Record<(typeof REQUIRED)[number], number>> & { readonly country: number | null };

export type EntryHeader =
  | { readonly kind: "found"; readonly row: number; readonly columns: EntryColumns }
  /** The header of such a sheet without some of its columns, named as Klimakompasset names them. */
  | { readonly kind: "incomplete"; readonly missing: readonly string[] };

/** The header of the sheet of entries among the first 50 rows; null: the rows are another table. */
export function entryHeader(records: readonly (readonly string[])[]): EntryHeader | null {
  for (const [row, cells] of records.slice(0, HEADER_ROWS_MAX).entries()) {
    const found = new Map<EntryField, number>();
    for (const [index, cell] of cells.entries()) {
      const field = cell.length > 60 ? undefined : KNOWN.get(normaliseHeading(cell));
      if (field !== undefined && !found.has(field)) found.set(field, index);
    }
    if (found.size < RECOGNISED_FROM) continue;
    const missing = REQUIRED.filter((field) => !found.has(field)).map((field) => HEADINGS[field][0]);
    if (missing.length > 0) return { kind: "incomplete", missing };
    const at = (field: EntryField): number => found.get(field) ?? -1;
    return {
      kind: "found",
      row,
      columns: {
        main_category: at("main_category"),
        category: at("category"),
        subcategory: at("subcategory"),
        description: at("description"),
        title_1: at("title_1"),
        parameter_1: at("parameter_1"),
        title_2: at("title_2"),
        parameter_2: at("parameter_2"),
        title_3: at("title_3"),
        parameter_3: at("parameter_3"),
        quantity: at("quantity"),
        amount: at("amount"),
        unit: at("unit"),
        country: found.get("country") ?? null,
      },
    };
  }
  return null;
}
