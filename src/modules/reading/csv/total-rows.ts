import { cutText } from "../../../core/cut-text.ts";
import { type Decimal, decimal } from "../../../core/quantity.ts";
import { type ParsedLine, ROW_ERROR_CELL_MAX } from "../parsed-document.ts";

const WORD = "total|totaler|totals|grand total|i alt|ialt|sum|summe|summa|gesamt|subtotal|sub-total|saldo|balance";
const IS_TOTAL = new RegExp(`^(?:${WORD})[:.]?$`, "i");
/** "Husleje i alt", "Total Danmark": a total, or what was bought from somebody of that name. */
const SPEAKS_OF_TOTAL = new RegExp(`^(?:${WORD})\\s|\\s(?:${WORD})[:.]?$`, "i");

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
      if (IS_TOTAL.test(said) && line.supplier?.name !== line.description) {
        if (!figure.eq(0) && !sums.some((sum) => isSum(sum, figure, 1))) return doubted(line, "no sum");
        for (const sum of sums) if (sum !== all) Object.assign(sum, nothing());
        return null;
      }
      const isDoubtful = SPEAKS_OF_TOTAL.test(said) && sums.some((sum) => isSum(sum, figure, 2));
      for (const sum of sums) {
        sum.value = sum.value.plus(figure);
        sum.rows += 1;
      }
      return isDoubtful ? doubted(line, "the sum") : line;
    },
  };
}

function nothing(): Sum {
  return { value: decimal(0), rows: 0 };
}

function isSum({ value, rows }: Sum, figure: Decimal, rows_min: number): boolean {
  return rows >= rows_min && value.eq(figure);
}

function doubted(line: ParsedLine, what: string): ParsedLine {
  const words = cutText(line.description, ROW_ERROR_CELL_MAX);
  const detail = `"${words}" speaks of a total, and the row is ${what} of rows above it. Accept it where it was bought, else leave it out.`;
  return { ...line, doubt: line.doubt ?? { detail, is_category_open: false } };
}
