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
  const sinceLast = nothing();
  const all = nothing();
  const sumsOf = ({ gl_account, gl_account_name }: ParsedLine): Sum[] => {
    const account = gl_account ?? gl_account_name;
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
      return rows >= 2 && SPEAKS_OF_TOTAL.test(said) ? doubted(line, "the sum") : line;
    },
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

function nothing(): Sum {
  return { value: decimal(0), rows: 0 };
}

function doubted(line: ParsedLine, what: string): ParsedLine {
  const words = cutText(line.description, ROW_ERROR_CELL_MAX);
  const detail = `"${words}" speaks of a total, and the row is ${what} of rows above it. Accept it where it was bought, else leave it out.`;
  return { ...line, doubt: line.doubt ?? { detail, is_category_open: false } };
}
