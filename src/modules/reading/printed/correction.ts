import type { ParsedDocument } from "../parsed-document.ts";
import { type Row, rowText } from "../pdf/page-words.ts";

/** "Erstatter regning R-1", "Korrektion af faktura nr. 4711", "Ersetzt Rechnung 2025-17", "Replaces invoice A-100". */
const REPLACES =
  /(?<!\p{L})(?:erstatter|ersätter|ersetzt|replaces|supersedes|corrects|(?:korrektion|rettelse) (?:af|til)|korrektur (?:zu|der|von)|correction (?:of|to))\s+(?:(?:tidligere|vores|unsere|our|vår|tidigare|the)\s+)?(?:faktura|fakturan|regning|rechnung|invoice|bill)(?:\s*(?:nr|no|nummer|number)\.?)?\s*:?\s*(?<number>[\p{L}\d][\p{L}\d./-]{0,29})/iu;

/** The invoice that a printed one says it takes the place of, and that it does; no reference where it says so of none. */
export function correctionOf(rows: readonly Row[]): Pick<ParsedDocument, "is_correction" | "references"> {
  for (const row of rows) {
    const number = REPLACES.exec(rowText(row))?.groups?.["number"]?.replace(/[./-]+$/, "");
    if (number !== undefined && /\d/.test(number)) {
      return { is_correction: true, references: [{ kind: "invoice", number }] };
    }
  }
  return { references: [] };
}
