import type { Cell, Row } from "../pdf/page-words.ts";

const DANISH_ID =
  /\b(?:cvr|se)[\s.-]*(?:nr|no|nummer|number)?[\s.:/-]*(?<id>(?:DK)?[\s-]?\d{2}[ ]?\d{2}[ ]?\d{2}[ ]?\d{2})(?!\d)/iu;
const VAT_ID =
  /\b(?:vat|moms|ust|tva|mva|btw|uid|tax)[\s.-]*(?:id|identification|intracommunautaire|reg(?:istr\p{L}*)?|registration|nr|no|nummer|number|-?idnr|-?id-?nr)*[\s.:/-]*(?:nr|no)?[\s.:]*(?<id>[A-Z]{2}[ ]?[A-Z0-9][A-Z0-9. ]{5,15}[A-Z0-9])/iu;
const REGISTER_ID =
  /\borg(?:anisation|anisations)?[\s.-]*(?:nr|nummer|no)[\s.:]*(?<id>(?:NO|SE)?[ ]?\d{3}[ ]?\d{3}[ ]?\d{3}(?:[ ]?MVA)?|\d{6}-\d{4})(?![\d])/iu;

const NUMBER_LABEL = /\b(?:cvr|se|vat|moms|ust|tva|mva|btw|uid|tax|org)/iu;

/** A number under which a company is registered. */
export interface FoundNumber {
  readonly scheme: string;
  readonly value: string;
}

/** Whether a text holds a company number. */
export function holdsNumber(text: string): boolean {
  return DANISH_ID.test(text) || VAT_ID.test(text) || REGISTER_ID.test(text);
}

/** The number in a cell, or of which the cell begins the label: what stands left of it is another column. */
export function numberAt({ cell, row }: { readonly cell: Cell; readonly row: Row }): FoundNumber | null {
  const number = numberIn(cell.text);
  if (number !== null || !NUMBER_LABEL.test(cell.text)) return number;
  return numberIn(row.cells.flatMap(({ left, text }) => (left >= cell.left ? [text] : [])).join(" "));
}

function numberIn(printedText: string): FoundNumber | null {
  // Leaders of dots and the like would be tried in every division.
  const text = printedText.slice(0, 300).replaceAll(/[\s.:/-]{2,}/g, " ");
  const danish = DANISH_ID.exec(text)?.groups?.["id"];
  if (danish !== undefined) return { scheme: "DK:CVR", value: danish };
  const vat = VAT_ID.exec(text)?.groups?.["id"];
  if (vat !== undefined) return { scheme: "VA", value: vat };
  const register = REGISTER_ID.exec(text)?.groups?.["id"]?.replaceAll(/[ -]|MVA/gi, "");
  if (register === undefined) return null;
  return { scheme: "VA", value: register.length === 10 ? `SE${register}01` : `NO${register.replace(/^NO/i, "")}` };
}

/** ISO 3166 code of the country that gave a number; null: there is none. */
export function countryOf(number: FoundNumber | null): string | null {
  if (number === null) return null;
  return number.scheme === "DK:CVR" ? "DK" : number.value.slice(0, 2).toUpperCase();
}
