import type { Cell, Row } from "../pdf/page-words.ts";

const DANISH_ID =
  /\b(?:cvr|se)[\s.-]*(?:nr|no|nummer|number)?[\s.:/-]*(?<id>(?:DK)?[\s-]?\d{2}[ ]?\d{2}[ ]?\d{2}[ ]?\d{2})(?!\d)/iu;
/**
 * Behind its label, not in the middle of a word ("Vattenfall"): a country, at most two letters, then a digit ("Tax invoice 2026" is
 * none), and no currency ("Moms DKK 1.125,00").
 */
const VAT_ID =
  /\b(?:vat|moms|ust|tva|mva|btw|uid|tax)[\s.-]*(?:id|identification|intracommunautaire|reg(?:istr\p{L}*)?|registration|nr|no|nummer|number|-?idnr|-?id-?nr)*[\s.:/-]*(?:nr|no)?[\s.:]*(?<!\p{L})(?!(?:DKK|SEK|NOK|ISK|EUR|GBP|USD|CHF|PLN|CZK|HUF)(?!\p{L}))(?=[A-Z. ]*(?:\d[A-Z. ]*){5})(?<id>[A-Z]{2}[ ]?[A-Z]{0,2}[ ]?\d[A-Z0-9. ]{3,14}[A-Z0-9])/iu;
const REGISTER_ID =
  /\borg(?:anisation|anisations)?[\s.-]*(?:nr|nummer|no)[\s.:]*(?<id>(?:NO|SE)?[ ]?\d{3}[ ]?\d{3}[ ]?\d{3}(?:[ ]?MVA)?|\d{6}-\d{4})(?![\d])/iu;
const NUMBER_LABEL = /\b(?:cvr|se|vat|moms|ust|tva|mva|btw|uid|tax|org)/iu;

/** A cell with its row and the row's place among those of all pages. */
export interface CellInRow {
  readonly cell: Cell;
  readonly row: Row;
  readonly at: number;
}

/** A number of a company as printed, with the scheme that `partyOf` takes. */
export interface FoundNumber {
  readonly scheme: string;
  readonly value: string;
}

/** The number in a cell, or of which the cell begins the label: what stands left of it is another column. */
export function numberAt({ cell, row }: CellInRow): FoundNumber | null {
  const number = numberIn(cell.text);
  if (number !== null || !NUMBER_LABEL.test(cell.text)) return number;
  return numberIn(row.cells.flatMap(({ left, text }) => (left >= cell.left ? [text] : [])).join(" "));
}

/** Whether a text states the number of a company behind its label. */
export function statesNumber(text: string): boolean {
  return DANISH_ID.test(text) || VAT_ID.test(text) || REGISTER_ID.test(text);
}

/** A number with its kind, in the form in which a company's own ones are kept: "cvr:29189846", "vat:DE123456789". */
export function numberKey({ scheme, value }: FoundNumber): string {
  const compact = value.toUpperCase().replaceAll(/[^A-Z\d]/g, "");
  const digits = compact.replace(/^DK/, "");
  return scheme === "DK:CVR" || /^DK\d{8}$/.test(compact) ? `cvr:${digits}` : `vat:${compact}`;
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

/** ISO 3166-1 alpha-2 that a number names. */
export function countryOf(number: FoundNumber | null): string | null {
  if (number === null) return null;
  return number.scheme === "DK:CVR" ? "DK" : number.value.slice(0, 2).toUpperCase();
}
