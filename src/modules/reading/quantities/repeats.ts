import { type Decimal, decimalSum, decimalText } from "../../../core/quantity.ts";
import { monthOfName } from "../../../core/month-names.ts";
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
 * Leaves out what repeats the quantity of other lines of one supply: one that has the quantity of another to the last digit in the same
 * period, and a line that is the sum of the others. What names a place, a month or a time of use of its own is a consumption of its own,
 * whatever it measures; lines of one text are price periods or meters. What else their names say leaves it in doubt. Its time grows with the
 * lines, and with the square of the different texts that have one quantity.
 */
export function withoutRepeats<T extends Measured>(lines: readonly T[]): Deliveries<T> {
  const named = lines.map((line): Named<T> => ({ line, words: wordsOf(line.line.words) }));
  const equal = withoutEqual(named);
  const sum = decimalSum(equal.counted.map(({ line }) => line.value));
  const readings = equal.counted.map((one) => ({ one, reading: sumReading(one, equal.counted, sum) }));
  const read = (reading: Relation): Named<T>[] =>
    readings.flatMap((each) => (each.reading === reading ? [each.one] : []));
  return {
    counted: read("own").map(({ line }) => line),
    doubtful: [...read("doubt"), ...equal.doubtful].map(({ line }) => line),
  };
}

interface Named<T extends Measured> {
  readonly line: T;
  readonly words: LineWords;
}

type Relation = "own" | "repeat" | "doubt";

function withoutEqual<T extends Measured>(named: readonly Named<T>[]): Deliveries<Named<T>> {
  const counted: Named<T>[] = [];
  const doubtful: Named<T>[] = [];
  const byFigure = new Map<string, Map<string, { readonly first: Named<T>; readonly reading: Relation }>>();
  for (const one of named) {
    const key = figureOf(one);
    const texts = byFigure.get(key) ?? new Map<string, { readonly first: Named<T>; readonly reading: Relation }>();
    byFigure.set(key, texts);
    const { text } = one.words;
    const reading = texts.get(text)?.reading ?? readingOf(one, [...texts.values()].flatMap(ownFirst), counted);
    texts.set(text, texts.get(text) ?? { first: one, reading });
    if (reading === "own") counted.push(one);
    else if (reading === "doubt") doubtful.push(one);
  }
  return { counted, doubtful };
}

function ownFirst<T>({ first, reading }: { readonly first: T; readonly reading: Relation }): T[] {
  return reading === "own" ? [first] : [];
}

/** What a line is beside those of the same figure that count. */
function readingOf<T extends Measured>(
  one: Named<T>,
  equal: readonly Named<T>[],
  counted: readonly Named<T>[],
): Relation {
  const relations = equal.map((other) => ({ other, found: relation(one, other) }));
  const repeated = relations.filter(({ found }) => found === "repeat");
  if (repeated.length > 0) {
    const isNamed = repeated.every(({ other }) => other.words.names.size > 0);
    return isNamed && isOneOfSeveral(one, counted) ? "doubt" : "repeat";
  }
  return relations.some(({ found }) => found === "doubt") ? "doubt" : "own";
}

/** Whether a line is the sum of all others: where it says so, or names nothing but the supply. */
function sumReading<T extends Measured>(one: Named<T>, all: readonly Named<T>[], sum: Decimal): Relation {
  if (all.length < 3 || !one.line.value.gt(0) || !one.line.value.times(2).eq(sum)) return "own";
  if (one.words.isTotal || one.words.names.size === 0) return "repeat";
  const isOwn = all.every((other) => other === one || relation(one, other) === "own");
  return isOwn ? "own" : "doubt";
}

/** The quantity to the last digit, and the days as far as they are stated. */
function figureOf({ line: { line, value } }: Named<Measured>): string {
  return `${decimalText(value)} ${line.period_start ?? ""} ${line.period_end ?? ""}`;
}

/** A line that names nothing of its own repeats one of several that do: which one, nobody says. */
function isOneOfSeveral<T extends Measured>(one: Named<T>, counted: readonly Named<T>[]): boolean {
  if (one.words.names.size > 0) return false;
  const [first, ...others] = counted.filter(({ words }) => words.names.size > 0);
  return first !== undefined && others.some((other) => relation(first, other) === "own");
}

/** What two lines of the same quantity are to each other, by what they name besides the supply and its prices. */
function relation({ words: one }: Named<Measured>, { words: other }: Named<Measured>): Relation {
  if (one.text === other.text) return "own";
  const own = [...one.names].filter((name) => !other.names.has(name));
  const others = [...other.names].filter((name) => !one.names.has(name));
  if (own.length === 0 || others.length === 0) return "repeat";
  const kinds = new Set(own.map(kindOf));
  if (others.map(kindOf).some((kind) => kind !== null && kinds.has(kind))) return "own";
  // "Hal A" and "Hal B", "ladestander 1a" and "ladestander 1b".
  const isLabelled = own.length < one.names.size && [...own, ...others].every((name) => name.length <= LABEL_LENGTH);
  return isLabelled ? "own" : "doubt";
}

const LABEL_LENGTH = 2;

interface LineWords {
  /** Without numbers. */
  readonly text: string;
  /** What it names besides the supply and the ways of pricing it. */
  readonly names: ReadonlySet<string>;
  readonly isTotal: boolean;
}

const TOTAL = / (?:i ?alt|total\p{L}*|samlet|sammenlagt|sum|summa|sammanlagt|totalt|gesamt\p{L}*|insgesamt|overall) /u;
/** What makes up a price, in Danish, Norwegian, Swedish, German and English: a delivery has one line of each. */
const PRICE_COMPONENT =
  /^(?:time|spot|flex|markeds?|klima|miljø|grøn|profil|handels?|produktions?|lednings|net|nät|nett|varme|leverandør|indkøbs?|salgs|system|regulerkraft|ubalance)?(?:pris|omkostning|tab|tillæg|tillegg|tillägg|margin|valg|kraft|kvote|garanti|bidrag|avance|fortjeneste)\p{L}*$|^(?:timepris|flexel|klimavalg|ubalance|oprindelse\p{L}*|beschaffung\p{L}*|vertrieb\p{L}*|börse|herkunftsnachweis\p{L}*|energielieferung|wasserkraft|vandkraft|wholesale|supplier|margin|hedging|retail|cost|charge|certificates?|ursprung\p{L}*|elcertifikat\p{L}*|inköp\p{L}*|påslag)$/u;
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
  // "des" is an article as well as a Norwegian month.
  if (PLAIN.has(token)) return false;
  if (kindOf(token) !== null) return true;
  return !PRICE_COMPONENT.test(token) && !TOTAL.test(` ${token} `) && !isSupplyWord(token);
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
