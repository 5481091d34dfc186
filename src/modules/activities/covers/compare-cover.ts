import type { Catalog } from "../../../core/catalog.ts";
import { exchangedAmount } from "../../../core/exchanged-amount.ts";
import { type Decimal, decimal, decimalText, roundedText } from "../../../core/quantity.ts";
import { convert, parseUnit } from "../../../core/units.ts";
import type { ReviewReason } from "../../emissions/index.ts";
import type { CurrentActivityRow } from "../store.ts";
import { type Answered, coverInWords, type Measure, MEASURES, type StatedCover } from "./cover.ts";

/** Beyond this share of the record's figure a person is asked; a difference of exactly as much is none. */
const TOLERANCE_SHARE = "0.1";

/** What of a row, or of the record, is compared. */
export type ComparedRow = Pick<
  CurrentActivityRow,
  | "allocated_amount"
  | "allocated_currency"
  | "amount"
  | "quantity"
  | "split_quantity"
  | "split_unit"
  | "transaction_date"
  | "unit"
>;

/** What records state that cover the same, as they are read now, and what the rows say that they cover. Decimal text. */
export interface Comparison {
  readonly record_count: number;
  readonly row_count: number;
  readonly unit: string | null;
  readonly currency: string | null;
  /** Of all the records. Null: one of them states none. */
  readonly stated: Figures;
  /** In the same unit and currency. Null: the records state none, there is no row, or a row has none that can be compared. */
  readonly rows: Figures;
  /** Documents that count purchases of which covered rows tell, in the order of their ids. */
  readonly document_ids: readonly string[];
  /** What a person answered who let the oldest of the records stand; null: nobody did. */
  readonly answered: Answered | null;
}

type Figures = Readonly<Record<Measure, string | null>>;

/** The unit and the currency in which figures are compared: those of the oldest record. */
export type ComparedIn = Pick<CurrentActivityRow, "allocated_currency" | "split_unit">;

/**
 * Adds up rows or records, in as many parts as they come. One without a figure makes the sum unknown, not smaller. Money is net of
 * VAT, in one currency by the rates of each one's day.
 */
export class FigureSums {
  readonly #comparedIn: ComparedIn;
  readonly #catalog: Catalog;
  #count = 0;
  readonly #sums: Record<Measure, Decimal | null> = { quantity: decimal(0), amount: decimal(0) };

  constructor(comparedIn: ComparedIn, catalog: Catalog) {
    this.#comparedIn = comparedIn;
    this.#catalog = catalog;
  }

  get count(): number {
    return this.#count;
  }

  add(rows: readonly ComparedRow[]): void {
    for (const row of rows) {
      this.#count += 1;
      const figures = {
        quantity: quantityOf(row, this.#comparedIn),
        amount: amountOf(row, this.#comparedIn, this.#catalog),
      };
      for (const measure of MEASURES) {
        const figure = figures[measure];
        this.#sums[measure] = figure === null ? null : (this.#sums[measure]?.plus(figure) ?? null);
      }
    }
  }

  figures(): Figures {
    const text = (sum: Decimal | null): string | null => (sum === null || this.#count === 0 ? null : decimalText(sum));
    return { quantity: text(this.#sums.quantity), amount: text(this.#sums.amount) };
  }
}

/** The sums of records and of the rows that they cover, side by side. Pure. */
export function comparisonBetween(
  { split_unit, allocated_currency }: ComparedIn,
  { records, rows }: { readonly records: FigureSums; readonly rows: FigureSums },
  { documentIds, answered }: { readonly documentIds: ReadonlySet<string>; readonly answered: Answered | null },
): Comparison {
  const stated = records.figures();
  const said = rows.figures();
  return {
    record_count: records.count,
    row_count: rows.count,
    unit: split_unit,
    currency: allocated_currency,
    stated,
    rows: {
      quantity: stated.quantity === null ? null : said.quantity,
      amount: stated.amount === null ? null : said.amount,
    },
    document_ids: [...documentIds].toSorted(),
    answered,
  };
}

/** What the row was read to use, or else what it prints, in the record's unit. */
function quantityOf(row: ComparedRow, { split_unit }: ComparedIn): Decimal | null {
  const to = split_unit === null ? null : parseUnit(split_unit);
  const isRead = row.split_quantity !== null && row.split_unit !== null;
  const [value, unit] = isRead ? [row.split_quantity, row.split_unit] : [row.quantity, row.unit];
  const from = unit === null ? null : parseUnit(unit);
  if (to === null || from === null || value === null) return null;
  const converted = convert(value, from, to);
  if (converted === null) return null;
  // A posting that is taken back may print its kilometres without sign.
  const isTakenBack = row.amount !== null && decimal(row.amount).lt(0) && decimal(converted).gt(0);
  return isTakenBack ? decimal(converted).neg() : decimal(converted);
}

function amountOf(
  { allocated_amount: value, allocated_currency: currency, transaction_date }: ComparedRow,
  { allocated_currency: to }: ComparedIn,
  catalog: Catalog,
): Decimal | null {
  if (value === null || currency === null || to === null) return null;
  return exchangedAmount({ value, currency }, { currency: to, day: transaction_date.slice(0, 10) }, catalog);
}

/** What a person is asked about. */
export interface Difference {
  readonly measures: readonly Measure[];
  readonly document_ids: readonly string[];
}

/**
 * In which measures record and rows differ by more than 10 % of the record's figure, and which documents would count beside it;
 * null: they agree, or a person has answered for figures like these. Pure.
 */
export function differenceOf(comparison: Comparison, answered: Answered | null): Difference | null {
  const { stated, rows, document_ids } = comparison;
  const measures = MEASURES.filter(
    (measure) => isFar(stated[measure], rows[measure]) && !isAnswered(measure, comparison, answered),
  );
  const unanswered = document_ids.filter((id) => answered?.document_ids.includes(id) !== true);
  return measures.length === 0 && unanswered.length === 0 ? null : { measures, document_ids: unanswered };
}

/** The figures and documents that a person knows who decides now. */
export function answerOf({ stated, rows, document_ids }: Comparison): Answered {
  const figures: Partial<Record<Measure, readonly [string, string]>> = {};
  for (const measure of MEASURES) {
    const [ofRecord, ofRows] = [stated[measure], rows[measure]];
    if (ofRecord !== null && ofRows !== null) figures[measure] = [ofRecord, ofRows];
  }
  return { figures, document_ids };
}

/** An answer holds as long as neither figure has moved by more than 10 % since. */
function isAnswered(measure: Measure, { stated, rows }: Comparison, answered: Answered | null): boolean {
  const known = answered?.figures[measure];
  return known !== undefined && !isFar(known[0], stated[measure]) && !isFar(known[1], rows[measure]);
}

function isFar(from: string | null, to: string | null): boolean {
  if (from === null || to === null) return false;
  return decimal(to).minus(from).abs().gt(decimal(from).abs().times(TOLERANCE_SHARE));
}

/** Documents that a question names. */
const NAMED_MAX = 5;

/** The question, with both figures. */
export function differsReason(
  cover: StatedCover,
  comparison: Comparison,
  { measures, document_ids }: Difference,
): ReviewReason {
  const { row_count, record_count } = comparison;
  const rows = row_count === 1 ? "1 row of the books" : `${row_count} rows of the books`;
  const figures = measures.map((measure) => inWords(comparison, measure)).join("; ");
  const subject = record_count === 1 ? "It differs" : `The ${record_count} records that cover the same differ`;
  const named = document_ids.slice(0, NAMED_MAX).join(", ");
  const parts = [
    ...(figures === "" ? [] : [`${subject} from ${rows} (${coverInWords(cover)}): ${figures}.`]),
    ...(named === "" ? [] : [`What ${rows} (${coverInWords(cover)}) tell of is counted by document ${named} as well.`]),
    "Accept the record as it is, correct its figure, or leave it out, so that the rows count instead.",
  ];
  return { code: "record_differs", detail: parts.join(" ") };
}

function inWords({ record_count, stated, rows, unit, currency }: Comparison, measure: Measure): string {
  const name = (measure === "quantity" ? unit : currency) ?? "";
  const figure = (value: string | null): string => `${roundedText(value ?? "")} ${name}`;
  const records = record_count === 1 ? "the record states" : "the records state";
  return `${records} ${figure(stated[measure])}, the rows ${figure(rows[measure])}`;
}
