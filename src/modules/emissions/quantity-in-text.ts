import { decimal, decimalText } from "../../core/quantity.ts";
import { isNamedByNumber } from "../../core/named-by-number.ts";
import { parseUnit, type Unit } from "../../core/units.ts";

/** A quantity that stands in a text, with the words it was read from. */
export interface QuantityInText {
  /** Decimal text, above zero. */
  readonly value: string;
  readonly unit: Unit;
  readonly words: string;
  /** Whether a minus stands before it, so that it is given back. */
  readonly is_negative: boolean;
}

/** Units of consumption as bills print them in their texts; millilitres and the like are sizes of articles. */
const UNIT_WORDS =
  "nm3|nm³|m3|m³|kbm|[kmg]wh|gj|mj|liter|litre|liters|litres|ltr|l|kg|tons?|tonnes?|t|km|kilometer|personkm|pkm|nat|nætter|netter|nätter|nights?|nacht|nächte";

/**
 * A number with its unit that no digit, letter or sign makes part of something else: a range, a product, a rate. A minus directly
 * before it, behind a word, gives it back ("Retur diesel -10,00 L").
 */
const QUANTITY = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,/\-–+x×*~])(?<![x×*/\-–] )((?:(?<=(?:^|[\p{L}.:] ))[-−])?\d[\d.,]*(?: \d{3})*(?:[.,]\d+)?) ?(${UNIT_WORDS})(?![\p{L}\p{N}/³²*×%+-])(?! ?[x×*/] ?)`,
  "giu",
);

/** What is packed in that size, not used in that amount: "20 l spand", "dunk 5 l", "sæk 15 kg"; or a service interval. */
const PACKAGING =
  /(?:^|[^\p{L}])(?:\p{L}*(?:spand|dunke?|flasker?|sæk|sække|poser?|dåser?|kande|tromle|palletank|kasser?|karton|beholder|bags?|cans?|drums?|bottles?|buckets?|keg|canister|box)|service\p{L}*|eftersyn|rækkevidde|range|stk|hver|each)(?![\p{L}])/iu;

/** Characters of a text that is read. */
const LENGTH_MAX = 500;

/** A bound, a rate or an estimate, where it stands directly before the number. */
const QUALIFIED =
  /(?:^|[^\p{L}])(?:pr|per|á|à|a|ad|op til|up to|max|maks|min|ca|approx|inkl|incl|including|under|over|fra|from|til|to)[.:]? ?$/iu;

/**
 * The one quantity that a text states, in a unit that `counts` accepts; null when it states none, two different ones, a
 * number that can be read in two ways in that country, or the size of a package. Danish and most continental texts write
 * "12.450,5"; British, Irish and American ones "12,450.5".
 */
export function quantityInText(text: string, region: string, counts: (unit: Unit) => boolean): QuantityInText | null {
  return PACKAGING.test(text.normalize("NFC")) ? null : onlyQuantity(text, region, counts);
}

/** The same of what may be the size of a package. */
export function onlyQuantity(text: string, region: string, counts: (unit: Unit) => boolean): QuantityInText | null {
  const line = text.normalize("NFC").replaceAll(/\s+/g, " ");
  if (line.length > LENGTH_MAX) return null;
  const found: QuantityInText[] = [];
  for (const match of line.matchAll(QUANTITY)) {
    const [words, printed = "", unitWord = ""] = match;
    const number = printed.replace(/^[-−]/, "");
    const unit = parseUnit(unitWord);
    if (unit === null || !counts(unit)) continue;
    const before = line.slice(0, match.index);
    // "Måler 1 400 kWh" is 400 of meter 1, or 1,400.
    if (QUALIFIED.test(before) || (number.includes(" ") && isNamedByNumber(before))) return null;
    const nights = unit === "room_night" ? roomsIn(line) : ONE_ROOM;
    const value = numberIn(number, region);
    if (value === null || nights === null) return null;
    const is_negative = number !== printed;
    found.push({ value: times(value, nights.count), unit, words: [words, ...nights.words].join(", "), is_negative });
  }
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? null : only;
}

const ONE_ROOM = { count: "1", words: [] };
const ROOMS =
  /(?<![\p{L}\p{N}.,-])(\d{1,3}) (?:\p{L}*(?:værelser?|zimmer)|(?:single |double )?rooms?|(?:enkelt|dubbel)?rum|rom)(?!\p{L})/giu;
/** Several people sleep in one room or in as many: nobody knows. */
const GUESTS =
  /(?<![\p{L}\p{N}.,-])(?!1 )\d{1,3} (?:pers|personer|people|persons|gæster|guests|voksne|adults|deltagere|medarbejdere|mand)(?!\p{L})/iu;

/** How many rooms the nights of a text are of; null: it names several numbers of them, or of guests. */
function roomsIn(line: string): { readonly count: string; readonly words: readonly string[] } | null {
  const [first, ...others] = line.matchAll(ROOMS);
  if (others.length > 0 || (first === undefined && GUESTS.test(line))) return null;
  return first === undefined ? ONE_ROOM : { count: first[1] ?? "1", words: [first[0]] };
}

function times(value: string, count: string): string {
  return decimalText(decimal(value).times(count));
}

/** Countries whose point is a decimal point, ISO 3166-1 alpha-2. */
const POINT_COUNTRIES: ReadonlySet<string> = new Set(["GB", "IE", "US", "CA", "AU", "NZ", "MT", "CY"]);

/** Decimal text of a printed number above zero; null when it is none, or one of two. */
function numberIn(printed: string, region: string): string | null {
  const isPoint = POINT_COUNTRIES.has(region.slice(0, 2));
  const [group, point] = isPoint ? [",", "."] : [".", ","];
  const text = printed.replace(/[.,]$/, "");
  const value =
    plain(text, group, point) ??
    // The other country's way, only where it cannot be taken for a grouped number of this one.
    (/[.,]\d{3}$/.test(text) && !/[.,].*[.,]/.test(text) ? null : plain(text, point, group));
  return value === null || /^0+(?:\.0+)?$/.test(value) || value.length > 14 ? null : value;
}

/** "12.450,5" with its marks taken as said; three digits behind a lone decimal mark could be a group, and are no number. */
function plain(text: string, group: string, point: string): string | null {
  const [whole = "", fraction, ...rest] = text.split(point);
  if (rest.length > 0 || (fraction !== undefined && !/^\d{1,6}$/.test(fraction))) return null;
  const grouped = whole.split(group === "." ? /[. ]/ : /[, ]/);
  const isGrouped = grouped.length > 1;
  if (isGrouped && !/^\d{1,3}$/.test(grouped[0] ?? "")) return null;
  if (isGrouped && grouped[0]?.startsWith("0") === true) return null;
  if (isGrouped && !grouped.slice(1).every((part) => /^\d{3}$/.test(part))) return null;
  if (!isGrouped && !/^\d+$/.test(whole)) return null;
  if (fraction?.length === 3 && !isGrouped && !whole.startsWith("0")) return null;
  const digits = grouped.join("").replace(/^0+(?=\d)/, "");
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}
