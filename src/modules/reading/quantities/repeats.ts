import { type Decimal, decimalSum, decimalText } from "../../../core/quantity.ts";
import { monthOfName } from "../period-tokens.ts";
import { isSupplyWord } from "./commodity-words.ts";
import type { ReadLine } from "./quantity-lines.ts";

interface Measured {
  readonly line: ReadLine;
  readonly value: Decimal;
}

/** The deliveries of one supply on a bill. */
export interface Deliveries<T> {
  /** Those whose quantities add up. */
  readonly counted: readonly T[];
  /** Those that may repeat what others count, or be a consumption of their own: nobody can tell but a person. */
  readonly doubtful: readonly T[];
}

/**
 * Leaves out what repeats the quantity of other lines of one supply: a line that is the sum of the others, and one that has the quantity
 * of another to the last digit in the same period. What names a place, a month or a time of use of its own is a consumption of its own,
 * whatever it measures; lines of one text are price periods or meters. A name that says neither leaves it in doubt.
 */
export function withoutRepeats<T extends Measured>(lines: readonly T[]): Deliveries<T> {
  const named = lines.map((line): Named<T> => ({ line, words: wordsOf(line.line.words) }));
  const sums = named.flatMap((one) => {
    const reading = sumReading(one, named);
    return reading === "own" ? [] : [{ one, reading }];
  });
  const parts = named.filter((one) => !sums.some((sum) => sum.one === one));
  const counted: Named<T>[] = [];
  const doubtful = sums.filter(({ reading }) => reading === "doubt").map(({ one }) => one);
  for (const one of parts) {
    const readings = counted.filter((other) => isEqual(one, other)).map((other) => relation(one, other));
    if (readings.includes("repeat")) {
      if (isOneOfSeveral(one, counted)) doubtful.push(one);
    } else if (readings.includes("doubt")) doubtful.push(one);
    else counted.push(one);
  }
  return { counted: counted.map(({ line }) => line), doubtful: doubtful.map(({ line }) => line) };
}

interface Named<T extends Measured> {
  readonly line: T;
  readonly words: LineWords;
}

type Relation = "own" | "repeat" | "doubt";

/** Whether a line is the sum of all others: where it says so, or names nothing but the supply. */
function sumReading<T extends Measured>(one: Named<T>, all: readonly Named<T>[]): Relation {
  const sum = decimalSum(all.map(({ line }) => line.value));
  if (all.length < 3 || !one.line.value.gt(0) || !one.line.value.times(2).eq(sum)) return "own";
  if (one.words.isTotal || one.words.names.size === 0) return "repeat";
  const relations = all.filter((other) => other !== one).map((other) => relation(one, other));
  return relations.every((found) => found === "own") ? "own" : "doubt";
}

/** The same quantity to the last digit, in the same days as far as they are stated. */
function isEqual({ line: one }: Named<Measured>, { line: other }: Named<Measured>): boolean {
  return (
    decimalText(one.value) === decimalText(other.value) &&
    one.line.period_start === other.line.period_start &&
    one.line.period_end === other.line.period_end
  );
}

/** A line that names nothing of its own repeats one of several that do: which one, nobody says. */
function isOneOfSeveral<T extends Measured>(one: Named<T>, counted: readonly Named<T>[]): boolean {
  if (one.words.names.size > 0) return false;
  const naming = counted.filter(({ words }) => words.names.size > 0);
  return naming.some((first) => naming.some((second) => first !== second && relation(first, second) === "own"));
}

/** What two lines of the same quantity are to each other, by what they name besides the supply. */
function relation({ words: one }: Named<Measured>, { words: other }: Named<Measured>): Relation {
  if (one.text === other.text) return "own";
  const own = [...one.names].filter((name) => !other.names.has(name));
  const others = [...other.names].filter((name) => !one.names.has(name));
  if (own.length === 0 || others.length === 0) return "repeat";
  const isShared = own.length < one.names.size;
  const kinds = new Set(own.map(kindOf));
  const isSameKind = others.map(kindOf).some((kind) => kind !== null && kinds.has(kind));
  return isShared || isSameKind ? "own" : "doubt";
}

interface LineWords {
  /** Without numbers. */
  readonly text: string;
  /** What it names besides the supply and the ways of pricing it. */
  readonly names: ReadonlySet<string>;
  readonly isTotal: boolean;
}

const TOTAL = / (?:i ?alt|total\p{L}*|samlet|sammenlagt|sum|summa|sammanlagt|totalt|gesamt\p{L}*|insgesamt|overall) /u;
/** Words between others, and of how energy is sold or measured: they name no place and no time. */
const PLAIN = new Set(
  (
    "af pr per for til og i the of and und och der die das des im den det en et von av from fra with med til kr dkk eur sek nok kwh mwh gj m3 nm3 mtq l " +
    "leveret levering delivered delivery supplied geliefert lieferung levererad aflæst målt metered gemessen uppmätt beregnet estimated " +
    "spot fast fix fixed flex basis standard grøn grønt green grün grön ren vind wind sol solar natur vedvarende renewable øko öko " +
    "pris preis price rate sats køb salg handel trading mængde menge amount quantity periode period perioden måler meter zähler mätare nr no ekstra"
  ).split(" "),
);

function wordsOf(folded: string): LineWords {
  const tokens = folded.split(" ").filter((token) => token !== "" && !/^\p{N}/u.test(token));
  const isTotal = TOTAL.test(folded);
  const names = tokens.filter((token) => isName(token) && !(isTotal && / (?:i|alt|ialt) | total/u.test(` ${token} `)));
  return { text: tokens.join(" "), names: new Set(names), isTotal };
}

function isName(token: string): boolean {
  if (kindOf(token) !== null) return true;
  return !PLAIN.has(token) && !TOTAL.test(` ${token} `) && !isSupplyWord(token);
}

const TIME_OF_USE =
  /^(?:dag|dagtid|nat|natt|nacht|tag|day|night|lav|høj|spids|(?:lav|låg|hög|høj|høy|spids|mellem)last|ht|nt|peak|off|weekend|sommer|sommar|summer|vinter|winter)$/u;
const PLACE =
  /^(?:hal|halle|hall|bygning|building|gebäude|etage|sal|kælder|källare|keller|cellar|basement|butik\p{L}*|shop|laden|lager|lagerhal|warehouse|kontor\p{L}*|office|büro|værksted\p{L}*|workshop|werkstatt|lejlighed|lejl|wohnung|lägenhet|apartment|hus|haus|house|afdeling|filial|branch|erhverv|bolig|stue\p{L}*|forhus|baghus|kantine|trappe\p{L}*|\p{L}+(?:gade|gaden|vej|vejen|allé|plads|torv|stræde|straße|strasse|weg|platz|gatan|vägen|street|road|bygning|hallen))$/u;

const PART_OF_YEAR = /^[qkh][1-4]$/u;

/** What kind of distinction a word makes; null: none that is certain. */
function kindOf(token: string): "month" | "time" | "place" | null {
  if (monthOfName(token) !== null || PART_OF_YEAR.test(token)) return "month";
  if (TIME_OF_USE.test(token)) return "time";
  return PLACE.test(token) ? "place" : null;
}
