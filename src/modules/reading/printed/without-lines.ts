import { decimal } from "../../../core/quantity.ts";
import { type DescribedLine, invoiceLine } from "../lines.ts";

/** Lines of an invoice, and what is to be said about them. */
export interface LinesRead {
  readonly lines: readonly DescribedLine[];
  readonly warnings: readonly string[];
}

/**
 * Profiles without lines (Factur-X MINIMUM and BASIC WL) and bare totals: the net becomes one charge on the whole
 * document, so that its money is not lost, and a warning says so. Documents with lines are left as they are.
 */
export function withLines(lines: readonly DescribedLine[], net: string | null): LinesRead {
  if (lines.length > 0 || net === null || decimal(net).eq(0)) return { lines, warnings: [] };
  const line = invoiceLine({ number: 1, kind: "document_charge", description: "Invoice total", amount: net });
  return { lines: [{ line, hint: "" }], warnings: ["no_lines: the document states a total but no lines"] };
}
