import { decimal, decimalText, isDecimalText } from "../../core/quantity.ts";
import { parseUnit, type Unit } from "../../core/units.ts";
import { onlyQuantity, quantityInText } from "./quantity-in-text.ts";

/** What a fuel is sold in, one and several: "11 kg propan flaske", "Træpiller, 16 kg sække". */
const ONE = String.raw`flaske|dunk|sæk|pose|kande|dåse|tromle|flaska|säck|kanna|flasche|sack|kanister|(?<!\p{L})(?:bottle|cylinder|bag|can|canister|drum)`;
const SEVERAL = String.raw`flasker|dunke|sække|poser|kander|dåser|tromler|flaskor|säckar|dunkar|flaschen|säcke|(?<!\p{L})(?:bottles|cylinders|bags|cans|canisters|drums)`;
/** At the end of a word, as Danish, Swedish and German put words together: "gasflaske", "træpillesække". */
const word = (words: string): RegExp => new RegExp(String.raw`(?:${words})(?!\p{L})`, "iu");
const OF_ONE = word(ONE);
const OF_SEVERAL = word(SEVERAL);
const PACKED_IN = new RegExp(String.raw`^\p{L}*(?:${ONE}|${SEVERAL})$`, "iu");

/** What is paid for the package alone, or comes back empty. */
const OF_PACKAGE =
  /(?<!\p{L})(?:tomm?e?|tomma|empty|empties|leer\p{L}*|retur\p{L}*|pant|deposit\p{L}*|pfand|leje|lej|rent\p{L}*|hire|miete|hyra)(?!\p{L})/iu;

/** Another count of them, or what holds several: how many there are of the size, nobody knows. */
const COUNTED_AGAIN =
  /\d ?(?:x|×|\*|stk|pcs|st|stck|stück)(?!\p{L})|(?<!\p{L})(?:\p{L}*pall[eo]\p{L}*|pallets?|kolli|kassen?|kasser|karton\p{L}*|box\p{L}*|pakker?)(?!\p{L})/iu;

/** A quantity of so many packages of one size. */
export interface PackedQuantity {
  /** Decimal text, signed as the pieces are. */
  readonly value: string;
  readonly unit: Unit;
  /** Decimal text, signed as printed. */
  readonly pieces: string;
  /** The words that tell the size of one. */
  readonly words: string;
}

/**
 * The quantity of a line that counts packages whose size stands in its words ("11 kg propan flaske", 4 pieces: 44 kg), in a unit that
 * `counts` accepts; null where the pieces are not whole, the words tell no size or another count of them, say of one piece that
 * there are several, or speak of the package alone.
 */
export function packedQuantity(
  description: string,
  region: string,
  printed: { readonly value: string | null; readonly unit: string | null },
  counts: (unit: Unit) => boolean,
): PackedQuantity | null {
  const { value: pieces, unit } = printed;
  const text = description.normalize("NFC");
  if (pieces === null || unit === null || !isDecimalText(pieces)) return null;
  const count = decimal(pieces);
  if (count.eq(0) || !count.round(0).eq(count)) return null;
  const isPackage = PACKED_IN.test(unit.trim());
  if (!isPackage && parseUnit(unit) !== "piece") return null;
  const isOfSeveral = OF_SEVERAL.test(text);
  // Formats write "1 piece" of a whole line, however many it is about.
  if (count.abs().eq(1) && isOfSeveral) return null;
  if (!(isPackage || isOfSeveral || OF_ONE.test(text)) || COUNTED_AGAIN.test(text)) return null;
  if (OF_PACKAGE.test(text)) return null;
  const size = onlyQuantity(text, region, counts);
  if (size === null || size.is_negative) return null;
  return { value: decimalText(count.times(size.value)), unit: size.unit, pieces, words: size.words };
}

/** The quantity that the words of a line tell, by themselves or with the pieces that it prints; null: they tell none. */
export function wordedQuantity(
  line: { readonly description: string; readonly quantity: string | null; readonly unit: string | null },
  country: string,
): { readonly value: string; readonly words: string } | null {
  const { description, quantity: value, unit } = line;
  const counts = () => true;
  return quantityInText(description, country, counts) ?? packedQuantity(description, country, { value, unit }, counts);
}
