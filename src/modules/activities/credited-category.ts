import type { CountedLine } from "./credit-shares.ts";

const GRID = "energy.electricity.grid_";
/** Of Danish electricity nobody said in which price area it was used. */
const OPEN_AREA = "energy.electricity.grid_dk";

/**
 * The category in which a credit note of electricity takes back. It seldom repeats the place of delivery that told the price area of its
 * invoice: where what it can be about counts in one other area, and one of the two is not known, it is about that. Any other category
 * stays. Pure.
 * @param lines of the supplier that count
 * @param isNamed whether the credit note names the number; null: it names no invoice
 */
export function creditedCategory(
  category_key: string,
  lines: readonly Pick<CountedLine, "category_key" | "document_type" | "invoice_number">[],
  isNamed: ((invoice_number: string | null) => boolean) | null,
): string {
  if (!category_key.startsWith(GRID)) return category_key;
  const meant = lines.filter(
    (line) =>
      line.document_type === "invoice" &&
      line.category_key.startsWith(GRID) &&
      (isNamed === null || isNamed(line.invoice_number)),
  );
  const [area = category_key, ...others] = new Set(meant.map((line) => line.category_key));
  const isOpen = category_key === OPEN_AREA || area === OPEN_AREA;
  return others.length === 0 && isOpen ? area : category_key;
}
