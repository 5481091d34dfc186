import { foldWords } from "../quantities/commodity-words.ts";

/** What a label on a page announces. Danish, English, German, French, Swedish and Norwegian. */
export type ColumnKind =
  | "description"
  | "item_number"
  | "quantity"
  | "unit"
  | "unit_price"
  | "discount"
  | "vat"
  | "amount"
  | "amount_incl_vat"
  | "date";

export type TotalKind =
  | "net"
  | "vat"
  | "gross"
  /** "Total" alone: net or gross, which arithmetic decides. */
  | "total"
  | "discount"
  | "charge"
  | "rounding"
  /** Paid before, or still open: never the invoice's own amount. */
  | "settlement";

const VAT_NAME =
  "moms|momsen|merværdiafgift|vat|gst|sales tax|tax|taxes|mwst|ust|umsatzsteuer|mehrwertsteuer|tva|mva|merverdiavgift|btw|skat|mervärdesskatt";
const WITHOUT = new RegExp(
  ` (?:ekskl|eksl|eks|exkl|excl|ex|eksklusive|exklusive|excluding|exclusive|uden|utan|uten|without|w o|before|før|vor|ohne|hors|hors de)(?: of)? (?:${VAT_NAME})(?= )| (?:ht|netto|momsfri|momsfrit)(?= )`,
  "u",
);
const WITH = new RegExp(
  ` (?:inkl|incl|inklusive|inclusive|including|med|with|mit|einschl|inkl af|after|efter|avec)(?: of)? (?:\\d+ )?(?:${VAT_NAME})(?= )| (?:ttc|brutto|all taxes included|toutes taxes comprises)(?= )`,
  "u",
);
const CURRENCIES = / (?:i|in|en)? ?(?:dkk|eur|usd|sek|nok|gbp|chf|kr|kroner|euro|danske kroner)(?= )/gu;

/** Whether a label says that the amount it stands for contains VAT; null when it says nothing. */
export function vatInclusion(text: string): "with" | "without" | null {
  const words = foldWords(text);
  if (WITH.test(words)) return "with";
  return WITHOUT.test(words) ? "without" : null;
}

/** The words of a label without currency and without what they say about VAT. */
function bare(text: string): string {
  return foldWords(text)
    .replace(WITH, (phrase) => (/ brutto/u.test(phrase) ? " brutto" : ""))
    .replace(WITHOUT, (phrase) => (/ netto/u.test(phrase) ? " netto" : ""))
    .replaceAll(CURRENCIES, "")
    .trim();
}

const COLUMNS: readonly (readonly [ColumnKind, RegExp])[] = [
  [
    "discount",
    /^(?:(?:linje|vare)?rabat|discount|disc|rabatt|remise|rem|nachlass)(?: (?:pct|procent|percent|i pct))?$/u,
  ],
  [
    "unit_price",
    /^(?:(?:stk|styk|enheds|enhets|enhed|stykke|unit|a|á|à|net|netto|st|liter|time|einzel|stück|e|ep)(?: |-)?)?(?:pris|price|preis|prix|cost|rate|kurs|takst)(?: (?:unitaire|pr enhed|pr stk|pro einheit|each|pr|per (?:unit|item|hour)|stk|unité|enhed))?$|^(?:apris|a pris|tarif|tariff|takst|sats|pu|p u|prix|unit cost|pris enhed|pris stk|(?:(?:kr|øre|ore|ct|cent|eur) ?(?:pr |per |pro )?|(?:pr|per|pro) )(?:kwh|mwh|m3|liter|l)|listepris|kwh pris|ørepris)$/u,
  ],
  [
    "quantity",
    /^(?:antal|antall|mængde|forbrug|qty|qté|quantity|quantité|quantities|menge|anzahl|kvantitet|mängd|volumen|volume|hours|units|timer|leveret(?: antal)?|lev|levererat|levert|shipped|kwh|hrs|usage|verbrauch|förbrukning|forbruk|stk|antal enheder|(?:antal|forbrug|usage|verbrauch|förbrukning|mængde|menge|volumen) (?:i )?(?:kwh|mwh|m3|m|liter|ltr|l)|ltr|qty hrs|hrs qty|liter|litres|liters|mgd|aantal|enheder)$/u,
  ],
  ["unit", /^(?:enhed|enh|enhet|unit|units of measure|uom|einheit|me|eh|unité|unite|pr)$/u],
  [
    "vat",
    new RegExp(
      `^(?:${VAT_NAME})(?: ?(?:pct|sats|rate|code|kode|beløb|betrag|amount|belopp|satz|id))?$|^(?:momssats|momskode|momsbeløb|mwst satz|ust satz|steuersatz|steuer|momspct|tax rate|taux(?: de)? tva|moms i alt)$`,
      "u",
    ),
  ],
  [
    "amount",
    /^(?:(?:linje|line|netto|net|vare|total|gesamt|i alt)?(?: |-)?(?:beløb|beløp|amount|amt|betrag|belopp|total|totalt|totalbeløb|summe|sum|summa|preis|montant|totaal|price)|i alt|ialt|total price|totalpris|pris i alt|gesamtpreis|gesamt|g preis|gp|netto|net|linjesum|extended(?: price| amount)?|ext price|value|værdi|line total|nettopris|total pris|prix total|bedrag|samlet pris)$/u,
  ],
  [
    "item_number",
    /^(?:(?:vare|art|artikel|item|produkt|product|ydelses|material|sku|prod|del)(?: |-)?(?:nr|no|nummer|number|id|code|kode)?|sku|code|kode|ref|reference|référence|nr|no|pos|position|linje|line|lin|ln|num|antal nr|nummer|number|id)$/u,
  ],
  ["date", /^(?:dato|date|datum|leveringsdato|lev dato|delivery date|lieferdatum|periode|period|zeitraum|periods?)$/u],
  [
    "description",
    /^(?:beskrivelse|description|specifikation) |(?:beskrivelse|betegnelse|tekst|specifikation|spesifikasjon|description|designation|désignation|bezeichnung|beschreibung|libellé|libelle|benämning|beskrivning|omschrijving|details?|text|particulars|aktivitet|activity)$|^(?:(?:vare|varer|ydelse|ydelser|produkt|produkter|product|products|service|services|item|items|artikel|leistung|leistungen|tjänst|produit|article|position|art|posten|post|vare ydelse|produkt ydelse|product service|item description|forbrugssted|kategori|category|navn|name|task|fuel|product name)s?)$/u,
  ],
];

/** What a table column holds by its heading, or null. "Item" and "artikel" alone are the description. */
export function columnKind(heading: string): ColumnKind | null {
  const words = bare(heading);
  if (words === "" && /^\s*(?:DKK|EUR|SEK|NOK|kr)\.?\s*$/iu.test(heading)) return "amount";
  if (words === "" || words.length > 40) return null;
  const inclusion = vatInclusion(heading);
  if (/^(?:vare|item|artikel|art|produkt|product|position)$/u.test(words)) return "description";
  const kind = COLUMNS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
  if (words === "brutto") return "amount_incl_vat";
  return kind === "amount" && inclusion === "with" ? "amount_incl_vat" : kind;
}

const SETTLEMENT =
  /(?:^| )(?:betalt|indbetalt|indbetaling|forudbetal|modtaget|paid|payment|deposit|prepaid|residual|restbeløb|previous|tidligere|saldo|acompte|deja|déjà|anzahlung|gezahlt|aconto|a conto|opkrævet|inbetalt|förskott|change|byttepenge|kontant|dankort|mastercard|visa|kort|bar|bargeld|gegeben|cash|tendered|karte|ec karte|girocard|kartenzahlung|debit|mobilepay|tilbage|retur|wechselgeld|r(?:ü|u|ii|li|i)ckge ?ld|zur(?:ü|u|ii|li)ck)(?:$| )/u;
const ROUNDING = /(?:ørea|örea|øre|öres|af|av)?(?:rundning|runding|rounding|rundungs?\p{L}*|arrondi)(?:$| )/u;
const GROSS =
  /at betale|til betaling|betales|å betale|att betala|grand total|amount due|balance due|total due|amount payable|total payable|total to pay|to pay|zu zahlen|zahlbetrag|rechnungs?(?:betrag|summe)|gesamtbetrag|endbetrag|endsumme|gesamtsumme|brutto|net a payer|net à payer|a payer|à payer|invoice total|total invoice|invoice amount|faktura ?(?:beløb|beløp|total|sum|summa)|slutbeløb|slutsumma|fakturans total|te betalen|due now|i alt at/u;
const NET =
  /^sub ?(?:total|totalt)|^sub total|delsum|mellemsum|mellantotal|mellansumma|delbetrag|zwischensumme|sous total|(?:^| )netto(?:beløb|beløp|betrag|summe|belopp|total)?(?:$| )|^net (?:total|amount|sum)|^net$|momsgrundlag|momspligtig|mva grunnlag|grundlag|grunnlag|taxable|total ht|montant ht|beskattningsunderlag|warenwert|nettosumme|varer i alt|vareværdi|tax base|(?:^| )basis(?:$| )|^base(?: ht)?$/u;
const DISCOUNT = /rabat|discount|rabatt|remise|nachlass|skonto|credit applied/u;
const CHARGE =
  /fragt|shipping|freight|versand|frakt|porto|delivery|levering|gebyr|\bfees?\b|handling|ekspedition|tillæg|zuschlag|surcharge|avgift|service charge|drikkepenge|tip/u;
const TOTAL =
  /(?:^| )(?:total|totalt|totaler|totals|i alt|ialt|sum|summe|summa|samlet(?: beløb)?|gesamt|totaal|montant total|montant|amount|beløb|beløp|belopp|betrag)(?:$| )/u;
const VAT = new RegExp(
  `(?:^| )(?:heraf |herav |dont |davon |incl |inkl |inkluderet |of which )?(?:${VAT_NAME}|salgsmoms|dansk moms|momsbeløb|moms i alt|steuer|steuerbetrag|mwst betrag)(?:$| )`,
  "u",
);

/** What an amount below the lines is by its label, or null when the label announces no total. */
export function totalKind(label: string): TotalKind | null {
  const inclusion = vatInclusion(label);
  const words = bare(label.replaceAll(/[\d.,]+ ?%?/g, " "));
  if (words.length > 70) return null;
  if (ROUNDING.test(words)) return "rounding";
  if (inclusion === "without" && (TOTAL.test(words) || NET.test(words) || words === "")) return "net";
  if (inclusion === "with" && (TOTAL.test(words) || GROSS.test(words) || words === "")) return "gross";
  if (SETTLEMENT.test(words) && !/(?:til|total|at|due|balance) /u.test(`${words} `)) return "settlement";
  if (GROSS.test(words)) return "gross";
  if (NET.test(words)) return "net";
  if (VAT.test(words)) return "vat";
  if (DISCOUNT.test(words)) return "discount";
  if (CHARGE.test(words)) return "charge";
  return TOTAL.test(words) ? "total" : null;
}

/** A row that repeats the sum so far where a table continues on another page. */
export function isCarryOver(label: string): boolean {
  return /^(?:transport|overf[øo]rt|overf[øo]res|at overf[øo]re|[üu]bertrag|carried (?:forward|over)|brought forward|balance (?:carried|brought)|report|à reporter|a reporter|transporteras|transport (?:til|fra)|fra forrige side|fortsættes|continued|subtotal (?:side|page))(?:$| )/u.test(
    bare(label),
  );
}
