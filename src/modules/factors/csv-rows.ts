import Papa from "papaparse";
import { z } from "zod";
import { isDecimalText } from "../../core/quantity.ts";

/** One problem of a table, at its line (1 is the header). */
export interface RowIssue {
  readonly line: number;
  readonly reason: string;
}

export interface CsvRows<Row> {
  /** Rows that fit, each with its line in the file. */
  readonly rows: readonly { readonly line: number; readonly row: Row }[];
  readonly rejected: readonly RowIssue[];
}

/**
 * Reads comma separated text with a header line and checks each row by itself: a row that does not fit is reported
 * with its line, the others are kept. Lines are those of the records, which is the line of the file as long as no cell
 * holds a line break.
 * @throws Error when a column that the schema needs is missing from the header.
 */
export function csvRows<Schema extends z.ZodObject>(text: string, schema: Schema): CsvRows<z.output<Schema>> {
  const parsed = Papa.parse<Record<string, string>>(text.replace(/^\u{FEFF}/u, ""), {
    header: true,
    skipEmptyLines: "greedy",
    delimiter: ",",
  });
  const header = new Set(parsed.meta.fields ?? []);
  const missing = Object.entries(schema.shape).flatMap(([column, cells]) =>
    header.has(column) || z.safeParse(cells, undefined).success ? [] : [column],
  );
  if (missing.length > 0) throw new Error(`columns missing: ${missing.join(", ")}`);
  const rows: { line: number; row: z.output<Schema> }[] = [];
  const rejected: RowIssue[] = [];
  for (const [index, record] of parsed.data.entries()) {
    const line = index + 2;
    const result = schema.safeParse(record);
    if (result.success) rows.push({ line, row: result.data });
    else rejected.push({ line, reason: describe(result.error) });
  }
  return { rows, rejected };
}

function describe(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join(".")}: ${issue.message}`)
    .join("; ");
}

const TEXT_MAX = 500;

/** Columns of the reviewed tables, as text cells. An empty cell is "not stated", never zero. */
export const cell = {
  text: z.string().trim().min(1).max(TEXT_MAX),
  optionalText: z
    .string()
    .trim()
    .max(TEXT_MAX)
    .transform((text) => (text === "" ? null : text)),
  decimal: z.string().trim().refine(isDecimalText, { message: "is not a plain decimal" }),
  optionalDecimal: z
    .string()
    .trim()
    .refine((text) => text === "" || isDecimalText(text), { message: "is not a plain decimal" })
    .transform((text) => (text === "" ? null : text)),
  year: z
    .string()
    .trim()
    .regex(/^(19|20|21)\d\d$/, { message: "is not a year" })
    .transform(Number),
  optionalYear: z
    .string()
    .trim()
    .regex(/^((19|20|21)\d\d)?$/, { message: "is not a year" })
    .transform((text) => (text === "" ? null : Number(text))),
  scope: z.enum(["1", "2", "3", ""]).transform((text): 1 | 2 | 3 | null => {
    if (text === "1") return 1;
    if (text === "2") return 2;
    return text === "3" ? 3 : null;
  }),
  scope3Category: z
    .string()
    .regex(/^(1[0-5]|[1-9])?$/, { message: "is not a scope 3 category" })
    .transform((text) => (text === "" ? null : Number(text))),
} as const;

/** A row of data/factors/*.csv and of `factors import --format csv`. */
export const factorCells = z.object({
  key: z
    .string()
    .regex(/^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$/, { message: "is not a factor key" })
    .max(200),
  name_en: cell.text,
  name_da: cell.text,
  scope: cell.scope,
  scope3_category: cell.scope3Category,
  unit: cell.text,
  kg_co2e_per_unit: cell.decimal,
  co2_kg: cell.optionalDecimal,
  ch4_kg_co2e: cell.optionalDecimal,
  n2o_kg_co2e: cell.optionalDecimal,
  biogenic_co2_kg: cell.optionalDecimal,
  region: z.string().regex(/^([A-Z]{2}(-[A-Z0-9]{1,3})?|GLO)$/, { message: "is not a region" }),
  valid_year: cell.year,
  currency: z
    .string()
    .regex(/^([A-Z]{3})?$/, { message: "is not a currency code" })
    .transform((text) => (text === "" ? null : text)),
  price_year: cell.optionalYear,
  boundary: z.enum(["generation", "life_cycle", ""]).transform((text) => (text === "" ? null : text)),
  gwp_set: cell.optionalText,
  release: cell.text,
  source: cell.text,
  source_url: cell.text,
  licence: cell.text,
  note: cell.optionalText,
  confidence: z
    .enum(["transcribed", ""])
    .transform((text) => (text === "" ? null : text))
    .optional(),
  read_in: cell.optionalText.optional(),
});

/** A row of data/categories.csv. */
export const categoryCells = z.object({
  key: cell.text,
  name_da: cell.text,
  name_en: cell.text,
  level: z.enum(["1", "2", "3"]).transform((text): 1 | 2 | 3 => (text === "1" ? 1 : text === "2" ? 2 : 3)),
  parent: cell.optionalText,
  default_scope: cell.scope,
  default_scope3_category: cell.scope3Category,
  default_factor_key: cell.optionalText,
  spend_factor_key: cell.optionalText,
});

const isoDay = z.iso.date();

/** A row of data/factor-releases.csv. */
export const factorReleaseCells = z.object({
  subject: cell.text,
  release: z.string().regex(/^[0-9]{4}\.[0-9]{1,3}$/, { message: "is not a release" }),
  shipped_on: isoDay,
  editions: z
    .string()
    .min(1)
    .max(2_000)
    .transform((text) => text.split(" > "))
    .refine((editions) => editions.every((edition) => /^[^@]+@[^@]+$/.test(edition)), {
      message: "is not a list of publisher@release",
    }),
});

/** A row of data/exchange-rates.csv: units of `currency` per euro. */
export const exchangeRateCells = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/, { message: "is not a currency code" }),
  day: isoDay,
  kind: z.enum(["daily", "monthly_average", "annual_average", "central_rate"]),
  per_eur: cell.decimal,
  source: cell.text,
  source_url: cell.text,
  licence: cell.text,
});

/** A row of data/price-indices.csv and of `factors import --format price-index`. */
export const priceIndexCells = z.object({
  region: z.string().regex(/^[A-Z]{2}$/, { message: "is not a country code" }),
  series: cell.text,
  year: cell.year,
  index_value: cell.decimal,
  source: cell.text,
  source_url: cell.text,
  licence: cell.text,
});
