import type { Commodity } from "../parsed-document.ts";
import { PRICE_ADJUSTED } from "./price-words.ts";
import { withoutTaxTreatment } from "./tax-treatment-words.ts";

/** What a text can name; "energy" is what is left when it names nothing. */
type NamedCommodity = Exclude<Commodity, "energy">;

/**
 * How Danish, Swedish, Norwegian, German and English bills call what they sell and what they add to it. All patterns
 * are matched against `foldWords` text: lower case, single blanks between words, a blank at both ends.
 */
const NAMES: Readonly<Record<NamedCommodity, RegExp>> = {
  electricity:
    / (?:el|elektricitet|elkraft|elenergi|strøm|strom|ström|elström|kraft|elektrizität|electricity|wirkarbeit|spotpris)(?= )| el(?:forbrug|forbruk|förbrukning|pris|handel|køb|lever|regning|afregning|användning)\p{L}*| (?:strøm|strom)(?:forbrug|forbruk|verbrauch|pris|preis|liefer|lever|bezug|kosten|regning|tarif)\p{L}*| kraft(?:pris|lever)\p{L}*| \p{L}{2,}str[oø]m(?= )| electric(?:al)? (?:energy|power|supply|usage|consumption)| (?:aktiv|active) energ\p{L}*| (?:el)?opladning| lade(?:vorgang|strøm)| laddning| (?:ev )?charging session/u,
  natural_gas:
    / (?:naturgas|naturgass|erdgas|bygas|stadsgas|gas|gass)(?= )| (?:natur|erd|by|stads)?gass?(?:forbrug|forbruk|verbrauch|förbrukning|pris|preis|liefer|lever|afregning|regning)\p{L}*/u,
  district_heating:
    / (?:varme|värme|wärme|heat|heating)(?= )| (?:fjernvarme|fjärrvärme|fernwärme|nahwärme)\p{L}*| (?:varme|värme|wärme)(?:forbrug|förbrukning|verbrauch|pris|preis|energi|menge|mængde|liefer|lever|afregning|regning)\p{L}*/u,
  water:
    / (?:vand|vatten|wasser|vann|water|drikkevand|dricksvatten|drikkevann|trinkwasser|frischwasser|kaltwasser|brugsvand|ledningsvand)(?= )| (?:vand|vatten|vann|drikkevand|wasser|trinkwasser|frischwasser)(?:forbrug|forbruk|förbrukning|verbrauch|pris|preis|liefer|lever|bezug|køb|regning|afgift|avgift|bidrag)\p{L}*/u,
  diesel: / (?:\p{L}*diesel\p{L}*|dizel|gazole|b7)(?= )/u,
  petrol:
    / (?:\p{L}*benzin|\p{L}*bensin|petrol|gasoline|gasolin|blyfri|blyfritt|bleifrei|unleaded|super ?(?:95|98|e5|e10|plus)|95 oktan|oktan 95|(?:95 )?e10|95 e5|sp ?95)(?= )/u,
  waste:
    / \p{L}*(?:affald|avfall|abfall|abfäll|müll|skrald)\p{L}*| entsorgung\p{L}*| waste(?= )| renovation(?= )| deponi\p{L}*| landfill(?= )| refuse(?= )| \p{L}*br[æä]nn?d?bart\p{L}*/u,
};

/** Things whose names contain a commodity's: not that commodity. */
const NOT: Readonly<Partial<Record<NamedCommodity, RegExp>>> = {
  natural_gas: / (?:flaske|propan|lpg|autogas|svejse|argon|kølemiddel|biogas)/u,
  water:
    /spildevand|afledning|kloak|regnvand|vandløb|avløp|avlopp|spillvatten|dagvatten|abwasser|schmutzwasser|niederschlag|sewage|sewer|waste ?water|drain|mineral|demineral|olie ?(?:og )?vand| vand ?olie|olieholdig|olieblandet|oljehaltig|ölhaltig|oily|slamsug|varmt vand|varmtvatten|warmwasser/u,
  // A tank is bought; what is filled into one is fuel.
  diesel:
    /adblue|ad blue| hvo| biodiesel|rme|motor|generator|filter|additiv|^(?!.*(?: diesel(?!tank)|fyld|lever| til | i | fuel|brændstof)).*dieseltank/u,
  petrol: /rense|petroleum|additiv|alkylat/u,
  waste: /waste ?water|spildevand/u,
};

/**
 * Words around a bill, such as its issuer, that tell which utility it is about when its lines only say "consumption".
 * In Germany balancing levies and energy tax are charged on gas; electricity has Stromsteuer, EEG and KWKG levies.
 */
const SURROUNDINGS: Readonly<Partial<Record<NamedCommodity, RegExp>>> = {
  electricity:
    /elafgift|elavgift|elskatt|stromsteuer|elnät|elnet|elselskab|elforsyning|energinet| stromnev| eeg | kwk | kwkg /u,
  natural_gas:
    / gasselskab| gasnet| gasforsyning| gasdistribution|bilanzierungsumlage|gasspeicherumlage|konvertierungsumlage|energiesteuer/u,
  district_heating: /varmeværk|varmeforsyning|heizkraft|heizwerk|varmecentral/u,
  water: /vandværk|vandforsyning|vattenverk|wasserwerk|vannverk/u,
};

export type LineRole = "energy" | "weak_energy" | "tariff" | "tax" | "fixed" | "discount" | "other";

/** Money that belongs to no delivery, or quantities that nobody used, besides amounts on account: feed-in, reminders. */
const OTHER =
  /einspeis|indfødning|innmating|inmatning|överskottsel|feed in|målerstand|zählerstand|mätarställning| meter reading|rykker|påminnelse|mahn|reminder|inkasso|purre| late fee|opkrævningsgebyr|fakturagebyr|faktureringsgebyr|betalingsservice|forsinkelse/u;
/** A charge for consumption that is worded like a tax. */
const WEAK =
  /forbrugsafgift|förbrukningsavgift|brukningsavgift|variabel\p{L}* (?:varme)?(?:afgift|bidrag)|rörlig\p{L}* avgift|forbrugsbidrag| vandafgift| vandbidrag| vattenavgift| vannavgift| vanngebyr|varmeafgift| energiavgift/u;
const TAX =
  /afgift|avgift|skatt? |skatten |steuer|abgabe|umlage|aufschlag|zuschlag|påslag|tillæg|tilleg|tillägg|surcharge| lev(?:y|ies) | tax | taxes | dut(?:y|ies) | moms | mva | mwst | vat | pso | [cs]ertifi[kc]at|garanti|climate change|co2 (?:pris|preis|kosten|kvote|beprei)| kwk| eeg| konzession| stromnev/u;
const DISCOUNT = /rabat|discount|nachlass| bonus | rebate |godtgørelse/u;
const GRID =
  /nettarif|systemtarif|balancetarif|transmission|distribution|nettleie|nätavgift|elnät|nätöverf|överföring|overføring|netznutzung|netzentgelt| netz| grid | network | duos| tuos|systemydelse|balanc|balans|rådighed|effekt|leistung| demand| capacity|kapacitet|blindarbeit|reaktiv|reactive|afkøling|returtemperatur|motivation|handelsgebyr| transport|håndtering|behandlingsgebyr/u;
const FIXED =
  /abonnement|abonnemang|abonemang|subscription|grundpreis|grundgebühr|grundavgift|grundbetrag|grundbelopp| fast (?:bidrag|afgift|avgift|gebyr|ledd|del) | fastledd| faste? |standing charge|fixed charge|daily charge|supply charge|service charge|målerleje|målergebyr|mätarhyra|målarleie|messpreis|messentgelt|messstell|zählermiet|zählergebühr|meter rent|verrechnungspreis|rumafgift|rumbidrag|arealbidrag|arealafgift|tilslutning/u;
const TARIFF = /tarif/u;
/** Words for what was used when the line does not name it. */
const CONSUMED =
  /arbeitspreis|arbejdspris|verbrauch|forbrug|forbruk|förbrukning|consumption| usage| energi(?:e|pris|epreis|bidrag|andel)? | energy | variabel| rörlig| rørlig|unit (?:charge|rate|price)| kwh | mwh | commodity/u;
/** "incl. taxes" and "excluding VAT" say what a price contains, not what the line is. */
const CONTAINS =
  / (?:inkl|incl|inklusive|including|inclusive|ekskl|exkl|excl|eksklusive|exklusive|excluding|einschl|zzgl|ohne|uden|utan|uten|without|samt) .*$/u;

/** Lower case, letters and digits only, single blanks between words and at both ends. */
export function foldWords(text: string): string {
  return ` ${text
    .slice(0, 1000)
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("m³", "m3")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
}

/** Folded words without what they say that a price contains or leaves out, and how a delivery that they name is taxed. */
export function ownWords(words: string): string {
  return withoutTaxTreatment(words.replace(CONTAINS, " "), namesDelivery);
}

function namesDelivery(words: string): boolean {
  return commodities(words).length > 0;
}

/** What a line is about, by its folded text: a delivery, or something charged besides it. */
export function roleOf(words: string): LineRole {
  const text = ownWords(words);
  if (OTHER.test(text) || NOT.water?.test(text) === true) return "other";
  if (DISCOUNT.test(text) || PRICE_ADJUSTED.test(text)) return "discount";
  if (WEAK.test(text) && !/stats/u.test(text)) return "weak_energy";
  if (FIXED.test(text)) return "fixed";
  if (TAX.test(text)) return "tax";
  if (GRID.test(text)) return "tariff";
  if (CONSUMED.test(text)) return "energy";
  if (TARIFF.test(text)) return "tariff";
  return "energy";
}

/** Whether a line says that something was consumed, without naming it. */
export function saysConsumption(words: string): boolean {
  const text = ownWords(words);
  return CONSUMED.test(text) || WEAK.test(text) || TARIFF.test(text) || GRID.test(text) || TAX.test(text);
}

/** The commodity that a line names first, or null. */
export function namedCommodity(words: string): Commodity | null {
  let first: { commodity: Commodity; at: number } | null = null;
  for (const commodity of commodities(words)) {
    const at = NAMES[commodity].exec(words)?.index ?? -1;
    if (first === null || at < first.at) first = { commodity, at };
  }
  return first?.commodity ?? null;
}

/** Whether a folded word names a supply, its consumption, or what is charged on it: it tells nothing else of its line. */
export function isSupplyWord(word: string): boolean {
  const text = ` ${word} `;
  return commodities(text).length > 0 || saysConsumption(text) || DISCOUNT.test(text) || FIXED.test(text);
}

/** Every commodity that a text names, its surroundings included. */
export function commoditiesAround(words: string): Set<Commodity> {
  const commoditySet = new Set<Commodity>(commodities(words));
  for (const commodity of COMMODITY_NAMES)
    if (SURROUNDINGS[commodity]?.test(words) === true) commoditySet.add(commodity);
  return commoditySet;
}

/** A basic price per kW of connected load is how heat is sold; electricity calls that a power or demand charge. */
export function isHeatBasicPrice(words: string): boolean {
  return / grundpreis | grundbetrag | fast (?:bidrag|afgift) /u.test(words);
}

/** Trades that work on a supply, and goods for it: naming a commodity does not make them part of its bill. */
export function isWorkOrGoods(words: string): boolean {
  return /install|montør|montage|reparation|reparatur|artikler|artikel|materiale|material|arbejde|arbete|arbeit(?!spreis)|cykel|tavle|service|pumpe|pump|kabel|slange|flaske/u.test(
    words,
  );
}

const COMMODITY_NAMES: readonly NamedCommodity[] = [
  "electricity",
  "natural_gas",
  "district_heating",
  "water",
  "diesel",
  "petrol",
  "waste",
];

function commodities(words: string): NamedCommodity[] {
  return COMMODITY_NAMES.filter((commodity) => NAMES[commodity].test(words) && NOT[commodity]?.test(words) !== true);
}
