import { cutText } from "../../../core/cut-text.ts";
import { type Decimal, decimal } from "../../../core/quantity.ts";
import { monthOfName } from "../../../core/month-names.ts";
import { type ParsedLine, ROW_ERROR_CELL_MAX } from "../parsed-document.ts";
import { periodInCell } from "./period-cell.ts";

/** Danish, Swedish, Norwegian, English and German words of totals. */
export const TOTAL_WORDS =
  "total|totaler|totals|totalt|totalsum|totalsumma|totalbeløb|grand total|i alt|ialt|insgesamt|sum|summe|summa|samlet beløb|samlet|gesamt|" +
  "gesamtsumme|gesamtbetrag|endsumme|zwischensumme|delsum|delsumma|slutsumma|subtotal|sub-total|saldo|balance";
const IS_TOTAL = new RegExp(`^(?:${TOTAL_WORDS})[:.]?$`, "i");
/** A total and what it is of. */
const TOTAL_OF = new RegExp(`^(?:${TOTAL_WORDS})\\s+(?<of>\\S.*)$`, "i");
/** "Husleje i alt", "Total Danmark": a total, or what was bought from somebody of that name. */
const SPEAKS_OF_TOTAL = new RegExp(`^(?:${TOTAL_WORDS})\\s|\\s(?:${TOTAL_WORDS})[:.]?$`, "i");

/** Tells totals among the dated rows of a table, which come in their order. */
export interface TotalRows {
  /** The row as it is to be booked; null: it is a sum of rows above it. */
  booked(line: ParsedLine): ParsedLine | null;
  /** The lines at the end of the table, those in doubt that are the sum of rows below them. */
  ended(lines: readonly ParsedLine[]): readonly ParsedLine[];
}

interface Sum {
  value: Decimal;
  rows: number;
}

/**
 * Adds up the rows of each account since its last total, those since the last total of all, and all of them: exact decimals of money, or
 * of the quantity where a row states no money.
 */
export function totalRows(): TotalRows {
  const accounts = new Map<string, Sum>();
  const below = sumsBelow();
  const sinceLast = nothing();
  const all = nothing();
  const sumsOf = (line: ParsedLine): Sum[] => {
    const account = accountOf(line);
    if (account === null) return [sinceLast, all];
    const sum = accounts.get(account) ?? nothing();
    accounts.set(account, sum);
    return [sum, sinceLast, all];
  };
  return {
    booked(line) {
      const figure = decimal(line.amount ?? line.quantity ?? "0");
      const sums = sumsOf(line);
      const said = line.description.trim();
      const rows = Math.max(0, ...sums.filter(({ value }) => value.eq(figure)).map((sum) => sum.rows));
      const isTotal = IS_TOTAL.test(said) && line.supplier?.name !== line.description;
      if (isTotal && rows === 0 && !figure.eq(0)) return doubted(line, "no sum");
      if (isTotal || (rows > 0 && namesWhatIsSummed(said, line))) {
        for (const sum of sums) if (sum !== all) Object.assign(sum, nothing());
        // Of a single row it may as well be a second purchase, of yoga ("Balance") or at a station ("Total").
        return isTotal && (rows > 1 || figure.eq(0)) ? null : doubted(line, "the sum");
      }
      for (const sum of sums) {
        sum.value = sum.value.plus(figure);
        sum.rows += 1;
      }
      below.add(line, figure);
      if (!SPEAKS_OF_TOTAL.test(said)) return line;
      if (rows >= 2) return doubted(line, "the sum");
      below.open(line, figure);
      return line;
    },
    ended: (lines) => {
      const found = below.reached();
      return found.size === 0
        ? lines
        : lines.map((line) => (found.has(line) ? doubted(line, "the sum", "below") : line));
    },
  };
}

/** Rows that speak of a total and wait for those below that may add up to them. */
const OPEN_MAX = 20;

/** Exports that begin with the newest row print a sum above its rows: those of its account, or all, directly below it. */
function sumsBelow() {
  const found = new Set<ParsedLine>();
  let open: { readonly line: ParsedLine; readonly figure: Decimal; readonly sums: readonly Sum[] }[] = [];
  return {
    open(line: ParsedLine, figure: Decimal): void {
      if (!figure.eq(0)) open = [...open, { line, figure, sums: [nothing(), nothing()] }].slice(-OPEN_MAX);
    },
    add(line: ParsedLine, figure: Decimal): void {
      const known = found.size;
      for (const total of open) {
        const isOwn = accountOf(line) === accountOf(total.line);
        for (const sum of isOwn ? total.sums : total.sums.slice(0, 1)) {
          sum.value = sum.value.plus(figure);
          sum.rows += 1;
          if (sum.rows > 1 && sum.value.eq(total.figure)) found.add(total.line);
        }
      }
      if (found.size > known) open = open.filter((total) => !found.has(total.line));
    },
    reached: (): ReadonlySet<ParsedLine> => found,
  };
}

const ACCOUNT_NUMBER = /^\d{3,7}\b[\s:.-]*/;
const CURRENCY = /^(?:kr|[A-Z]{3}|[€$£])$/;

/** "Total 2050", "I alt 2050 El", "Total kr.", "Total marts 2026": behind the word stand the account, a month or a currency. */
function namesWhatIsSummed(said: string, { gl_account, gl_account_name }: ParsedLine): boolean {
  const of = TOTAL_OF.exec(said)?.groups?.["of"]?.replace(/[:.]$/, "");
  if (of === undefined) return false;
  if (CURRENCY.test(of) || monthOfName(of) !== null || periodInCell(of) !== null) return true;
  const name = of.replace(ACCOUNT_NUMBER, "").toLowerCase();
  const isNamed = name === "" || name === gl_account_name?.trim().toLowerCase();
  const isNumbered = name.length === of.length || of.startsWith(gl_account ?? of);
  return isNamed && isNumbered;
}

/** By which rows are added up; null: the row names no account. */
function accountOf({ gl_account, gl_account_name }: ParsedLine): string | null {
  return gl_account ?? gl_account_name;
}

function nothing(): Sum {
  return { value: decimal(0), rows: 0 };
}

function doubted(line: ParsedLine, what: "no sum" | "the sum", where: "above" | "below" = "above"): ParsedLine {
  const words = cutText(line.description, ROW_ERROR_CELL_MAX);
  const detail = `"${words}" speaks of a total, and the row is ${what} of rows ${where} it. Accept it where it was bought, else leave it out.`;
  return { ...line, doubt: line.doubt ?? { detail, is_category_open: false } };
}
