import { cutText } from "../../../core/cut-text.ts";
import type { ParsedParty } from "../parsed-document.ts";
import type { Row } from "../pdf/page-words.ts";
import { partyOf } from "../party.ts";
import { isCompanyName } from "./company-name.ts";
import { countryOf, type FoundNumber, numberAt, numberKey, type CellInRow, statesNumber } from "./company-number.ts";

/** Whose document it is: the company is not its own supplier. */
export interface PageOwner {
  readonly company_name: string;
  /** Its own numbers with their kind: "cvr:29189846". */
  readonly company_numbers: readonly string[];
}

/** What a page says of its issuer. */
export interface PrintedParty {
  readonly party: ParsedParty | null;
  readonly confidence: number;
}

const COMPANY =
  /(?:^|[\s,])(?:a\/s|aps|i\/s|k\/s|p\/s|ivs|a\.?m\.?b\.?a\.?|f\.?m\.?b\.?a\.?|s\/i|ab|hb|kb|as|asa|ans|da|ba|gmbh|ag|kg|ohg|e\.?k\.?|ug|ltd\.?|limited|llc|inc\.?|corp\.?|plc|llp|sarl|sas|sa|eurl|b\.?v\.?|n\.?v\.?|s\.?p\.?a\.?|s\.?r\.?l\.?|oy|oyj|se|co\.?)(?=$|[\s,.)])/iu;
const TITLES =
  /^(?:(?:sales |tax |vat |salgs)?(?:faktura|invoice|rechnung|facture|regning)|kreditnota|kreditnote|kreditfaktura|credit note|credit memo|gutschrift|avoir|original|kopi|copy|side|page|seite|kvittering|receipt|quittung|statement|påmindelse|rykker|ordrebekræftelse|tilbud|følgeseddel|årsopgørelse|opgørelse|logo|proforma)\b/iu;
const BUYER =
  /^(?:til|to|bill(?:ed)? to|sold to|ship to|invoice to|customer|client|kunde|kunden|køber|debitor|modtager|recipient|faktureres(?: til)?|fakturaadresse|faktureringsadresse|leveringsadresse|levering|delivery(?: address| to)?|rechnungsempfänger|rechnung an|lieferadresse|empfänger|käufer|facturé à|destinataire|adresse de (?:livraison|facturation)|köpare|mottagare|leveransadress|kjøper|mottaker|att|attn|attention|invoiced to|betaler)\b\.?\s*:?\s*(?<value>.*)$/iu;
const SELLER =
  /^(?:fra|from|supplier|seller|vendor|leverandør|sælger|afsender|udsteder|issued by|issuer|verkäufer|lieferant|rechnungssteller|absender|vendeur|émetteur|fournisseur|säljare|leverantör|avsändare|selger|sold by|bill from|pay to|remit to)\b\s*:?\s*(?<value>.*)$/iu;
/** "0,162 kg x 1,15", "1.000 STK": how much was bought, as a receipt prints it above the product. */
const QUANTITY =
  /^\d{1,6}(?:[.,]\d{1,3})?\s*(?:stk|st|pcs|stück|kg|g|l|ltr)\b|^\d{1,6}(?:[.,]\d{1,3})?\s*(?:\p{L}{1,10}\s*)?[x×*]\s*\d/iu;
const NOT_A_NAME =
  /^(?:EUR|DKK|SEK|NOK|USD|GBP|kr)\.?$|:|@|www\.|https?|\b(?:tlf|tel|telefon|phone|fax|mobil|e-?mail|iban|swift|bic|reg\.|konto|bank|cvr|vat|moms|org\.?|nr|no|dato|date|datum|terms|forfald|page|side|p\.?o\.? box|postboks)\b/iu;
/** What shops print around their name: when they are open, greetings, how they are written when their dots and strokes were lost. */
const AROUND_A_NAME =
  /(?<!\p{L})(?:åbningstider|abningstider|åbent|opening hours|open|öppettider|oppettider|åpningstider|öffnungszeiten|offnungszeiten|geöffnet|geoffnet|velkommen|willkommen|welcome|välkommen|tak for|mange tak|vielen dank|thank you|tack för|auf wiedersehen|es bediente|de blev betjent|du blev betjent|betjent af)(?![\p{L}])|^(?:man|tir|ons|tors|fre|lør|søn|mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|må|ti|on|to|lö|sö)[a-zæøåöä]{0,5}\.?\s*[-–/]\s*\p{L}{2}|(?<![\d.])\d{1,2}[.:]\d{2}\s*(?:uhr\b|kl\b|[-–]\s*\d{1,2}[.:]\d{2})/iu;
const ADDRESS = /^(?:[A-Z]{1,2}-)?\d{4,5}\s|\s\d{1,4}(?:\s?[A-Za-z])?(?:,.*)?$|^\d+\s/u;

const BUYERS_ID = /\b(?:kunde|kunden|kundens|customer|client|deres|jeres|your|køber|buyer|ihre|votre|er)\b/iu;

/** Labels and addresses that are looked at; an invoice has a handful. */
const LABELS_MAX = 50;

interface Candidate extends CellInRow {
  readonly name: string;
  readonly score: number;
}

/**
 * The issuer of a printed invoice: named as seller, else the name that stands out by size, place, legal form, and by the
 * company number, mail or web address near it. What stands below a label of the buyer is never taken. Another name takes the place
 * of the owner's, told by name or by a number of its own in the same block, where the page proves that name to be the issuer
 * (`isShownAsIssuer`). A number of the owner is never another company's.
 */
export function issuerOf(rows: readonly Row[], tableStartsAt: number, owner: PageOwner): PrintedParty {
  const { company_name } = owner;
  const cells = rows.flatMap((row, at) => row.cells.map((cell): CellInRow => ({ cell, row, at })));
  const labels = cells.filter(({ cell }) => BUYER.test(cell.text) && !SELLER.test(cell.text)).slice(0, LABELS_MAX);
  const named = sellerByLabel(rows, cells);
  const candidates = [...headCandidates(cells, tableStartsAt, labels), ...footCandidates(rows, tableStartsAt)];
  const sorted = candidates.toSorted((candidate, other) => other.score - candidate.score);
  const first = named ?? sorted[0];
  if (first === undefined) return { party: null, confidence: 0 };
  const ownNumbers = cells.filter((entry) => isOwnNumber(entry, owner)).slice(0, LABELS_MAX);
  const isOwner = (one: Candidate) =>
    isNameOf(one.name, company_name) || ownNumbers.some((number) => isNumberOf(number, one, cells));
  const ownNames = cells.filter(({ cell }) => isNameOf(cell.text, company_name)).slice(0, LABELS_MAX);
  const own = ownNames.length > 0 ? ownNames : candidates.filter(isOwner);
  const page = { cells, own, labels };
  const other = isOwner(first) ? sorted.find((one) => !isOwner(one) && isOther(one, page)) : undefined;
  const best = named === null && other !== undefined && isShownAsIssuer(other, page) ? other : first;
  const isOwn = isOwner(best);
  const numbers = isOwn ? cells : cells.filter((entry) => !ownNumbers.includes(entry));
  const number = numberNear(best, numbers, isOwn ? labels : [...labels, ...own]);
  const danish = number?.scheme === "DK:CVR";
  const vat = number === null || danish ? [] : [number];
  const party = partyOf({
    name: best.name,
    country: countryOf(number),
    legal: danish ? [number] : [],
    vat,
  });
  return { party, confidence: Math.max(0.3, Math.min(0.97, 0.4 + best.score / 20)) };
}

function isOwnNumber(entry: CellInRow, { company_numbers }: PageOwner): boolean {
  const number = company_numbers.length === 0 ? null : numberAt(entry);
  return number !== null && company_numbers.includes(numberKey(number));
}

/** Whether a number belongs to a name: below it in its block, with no other company or number between them. */
function isNumberOf(number: CellInRow, name: Candidate, cells: readonly CellInRow[]): boolean {
  if (number.at === name.at && number.row.page === name.row.page) return number.cell.left >= name.cell.left;
  if (!isSameBlock(number, name)) return false;
  const between = cells.filter((entry) => entry.at > name.at && entry.at < number.at && isSameBlock(entry, name));
  return !between.some((entry) => COMPANY.test(entry.cell.text) || numberAt(entry) !== null);
}

/** A page with the cells of the company's own name and of the labels of buyers. */
interface PageParties {
  readonly cells: readonly CellInRow[];
  readonly own: readonly CellInRow[];
  readonly labels: readonly CellInRow[];
}

function isNameOf(text: string, company_name: string): boolean {
  return company_name !== "" && folded(text.slice(0, 200)) === folded(company_name);
}

/** A company whose name is not the own one, in a block of its own. */
function isOther(candidate: Candidate, { own }: PageParties): boolean {
  return COMPANY.test(candidate.name) && !own.some((entry) => isSameBlock(candidate, entry));
}

/**
 * Whether the page itself says that another company than the own one has issued it: the own name stands below a
 * label of the buyer, or every company number on the page, which who issues an invoice must print
 * (Council Directive 2006/112/EC, article 226 (3)), stands in the other's block. On a sale of the company the same names
 * stand the other way round, so where the page says neither, the own name stays, and a person is asked.
 */
function isShownAsIssuer(other: Candidate, { cells, own, labels }: PageParties): boolean {
  const [ownName] = own;
  if (ownName === undefined) return false;
  const isLabelled = (entry: CellInRow) => labels.some((label) => label.at < entry.at && isSameBlock(entry, label));
  if (own.some(isLabelled) && !isLabelled(other)) return true;
  const hasOwnDomain = domainsIn(cells).some((domain) => folded(ownName.cell.text).includes(domain));
  if (hasOwnDomain || ownName.cell.size > other.cell.size) return false;
  const numbers = cells.filter((entry) => !BUYERS_ID.test(entry.cell.text) && numberAt(entry) !== null);
  return numbers.length > 0 && numbers.every((entry) => isSameBlock(entry, other) && !isSameBlock(entry, ownName));
}

/** Whether a cell stands in the column of a name or label, at most six rows below it. */
function isSameBlock({ cell, row, at }: CellInRow, head: CellInRow): boolean {
  const isBelow = at >= head.at && at - head.at <= 6 && row.baseline - head.row.baseline < 8 * row.size;
  return row.page === head.row.page && isBelow && Math.abs(cell.left - head.cell.left) < 40;
}

function sellerByLabel(rows: readonly Row[], cells: readonly CellInRow[]): Candidate | null {
  for (const entry of cells) {
    const match = SELLER.exec(entry.cell.text);
    if (match === null) continue;
    const labelValue = (match.groups?.["value"] ?? "").trim();
    const right = entry.row.cells.find((cell) => cell.left > entry.cell.right);
    const under = rows[entry.at + 1]?.cells.find((cell) => Math.abs(cell.left - entry.cell.left) < 20);
    for (const text of [labelValue, right?.text ?? "", under?.text ?? ""]) {
      if (isName(text)) return { ...entry, name: text, score: 10 };
    }
  }
  return null;
}

function isName(text: string): boolean {
  if (isCompanyName(text)) return true;
  const isLong = text.length > 70 || text.split(/\s+/).length > 9;
  const isSentence = /\p{Ll}{2}[.!?]$/u.test(text.trim()) && text.split(/\s+/).length >= 4;
  const isOther =
    TITLES.test(text) || NOT_A_NAME.test(text) || QUANTITY.test(text) || AROUND_A_NAME.test(text.slice(0, 200));
  return /\p{L}{2}/u.test(text) && !isLong && !isSentence && !isOther;
}

function headCandidates(cells: readonly CellInRow[], end: number, buyers: readonly CellInRow[]): Candidate[] {
  const head = cells.filter(({ at, row }) => at < end && row.page === 1);
  const sizes = head.map(({ cell }) => cell.size).toSorted((size, other) => size - other);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 1;
  const domains = domainsIn(cells);
  let order = 0;
  return head.flatMap((entry): Candidate[] => {
    const name =
      cutText(entry.cell.text, 200)
        .split(/\s+[-–|·•]\s+|\s*[·•|]\s*|,\s+(?=\p{Lu}?\p{L}+.*\d)/u)[0]
        ?.trim() ?? "";
    if (!isName(name) || BUYER.test(name) || (ADDRESS.test(name) && !COMPANY.test(name))) return [];
    const isCompany = COMPANY.test(name);
    const size = entry.cell.size > 1.2 * usual ? 4 : 0;
    const first = Math.max(0, 3 - order);
    const domain = domains.some((mailDomain) => folded(name).includes(mailDomain) || mailDomain.includes(folded(name)))
      ? 3
      : 0;
    const buyer = isUnder(entry, buyers) ? -9 : 0;
    order += 1;
    return [{ ...entry, name, score: (isCompany ? 4 : 0) + size + first + domain + buyer }];
  });
}

/** "Firm A/S · Road 1 · 1234 Town · CVR 12345678" at the foot of a page. */
function footCandidates(rows: readonly Row[], from: number): Candidate[] {
  return rows.flatMap((row, at): Candidate[] => {
    const cell = row.cells[0];
    const text = row.cells.map((rowCell) => rowCell.text).join(" · ");
    const name = text.split(/\s*[·•|]\s*|\s+[-–]\s+|,\s+/u)[0]?.trim() ?? "";
    const hasNumber = statesNumber(text);
    if (at < from || cell === undefined || !isName(name) || !COMPANY.test(name)) return [];
    return [{ cell, row, at, name, score: hasNumber && name !== text ? 10 : 3 }];
  });
}

/** Whether a cell belongs to the block below a label of the buyer, or stands beside it. */
function isUnder({ cell, row, at }: CellInRow, labels: readonly CellInRow[]): boolean {
  return labels.some((label) => {
    const distance = row.baseline - label.row.baseline;
    const isColumn = Math.abs(cell.left - label.cell.left) < 40 || (distance === 0 && cell.left > label.cell.left);
    return (
      row.page === label.row.page && isColumn && at - label.at >= 0 && at - label.at <= 6 && distance < 8 * row.size
    );
  });
}

function domainsIn(cells: readonly CellInRow[]): string[] {
  return cells
    .flatMap(({ cell }) =>
      [...cell.text.matchAll(/(?:@|www\.|https?:\/\/)(?:www\.)?([a-z0-9æøåäöü-]{3,40})\.[a-z]{2,}/giu)].map((match) =>
        folded(match[1] ?? ""),
      ),
    )
    .filter((domain) => !/^(?:gmail|hotmail|outlook|live|yahoo|mail|icloud)$/.test(domain))
    .slice(0, LABELS_MAX);
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ø", "oe")
    .replaceAll("æ", "ae")
    .replaceAll("å", "aa")
    .replaceAll(/[^\p{L}\d]/gu, "");
}

/** The company number beside the issuer's name, else the one nearest to it, that does not belong to the buyer. */
function numberNear(name: Candidate, cells: readonly CellInRow[], buyers: readonly CellInRow[]): FoundNumber | null {
  let best: FoundNumber | null = null;
  let distance = Infinity;
  for (const entry of cells) {
    const companyNumber = numberAt(entry);
    if (companyNumber === null || BUYERS_ID.test(entry.cell.text) || isUnder(entry, buyers)) continue;
    const across = Math.abs(entry.cell.left - name.cell.left) < 40 ? 0 : 30;
    const pages = Math.abs(entry.row.page - name.row.page) * 1000;
    const down = entry.at - name.at;
    const placeDistance = isBeside(entry, name) ? -1 : Math.abs(down) + (down < 0 ? 3 : 0) + across + pages;
    if (placeDistance < distance) [best, distance] = [companyNumber, placeDistance];
  }
  return best;
}

/** Whether the cell begins with the issuer's name, or the row does that repeats it below, as at the foot of a page. */
function isBeside({ cell, row, at }: CellInRow, name: Candidate): boolean {
  const [first] = row.cells;
  const texts = at > name.at && first !== undefined ? [cell.text, first.text] : [cell.text];
  return texts.some((text) => folded(cutText(text, 200)).startsWith(folded(name.name)));
}
