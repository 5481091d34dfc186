import { cutText } from "../../../core/cut-text.ts";
import { FUEL_VALUE_ORIGINS, type FuelValueOrigin, type StatedFuelValue } from "../../../core/fuel-value.ts";
import { decimal, decimalText, isDecimalText } from "../../../core/quantity.ts";
import { parseUnit, type Unit } from "../../../core/units.ts";

/** Texts longer than this hold more than a value, and values that one document states. */
const TEXT_MAX = 2000;
const VALUES_MAX = 40;

const NUMBER = String.raw`(?<number>\d{1,6}(?:[.,]\d{1,6})?)(?![\d.,]*\d)`;
const VOLUME = String.raw`(?:Nm|Sm|m)[3³]|dm[3³]|ltr|liter|litre|l`;
const PER = String.raw`\s*(?:\/|pr\.?\s|per\s|pro\s)\s*`;
const ENERGY_PER = String.raw`(?<energy>[kM]Wh|[MG]J)${PER}(?<base>${VOLUME}|kg|tons?|tonnes?|t)(?![\p{L}\d³])`;
const MASS_PER = String.raw`(?<mass>kg|g|t)${PER}(?<base>dm[3³]|cm[3³]|m[3³]|ltr|liter|litre|l|ml)(?![\p{L}\d³])`;

const BASIS = String.raw`(?:øvre|nedre|upper|lower|higher|gross|net|brutto|netto)`;
const HEATING = String.raw`(?:${BASIS}\s+)?(?:brændværdi(?:en)?|brennverdi|värmevärde|(?:calorific|heating)\s+value|brennwert|heizwert|omregningsfaktor|konverteringsfaktor|conversion\s+factor)|\b(?:GCV|NCV|HHV|LHV|H[sioSIO],?n?)(?=[\s:=])`;
const DENSITY = String.raw`densitet(?:en)?|massefylde(?:n)?|vægtfylde(?:n)?|density|dichte|densité`;
const FACTOR = String.raw`korrektionsfaktor|omregningsfaktor|konverteringsfaktor|(?:conversion|correction)\s+factor|zustandszahl`;

/** Between a label and its value: few words and no other number but the temperature of a density. */
const BETWEEN = String.raw`(?:(?![a-zæøå]{2,}:)[^\d;]){0,30}?`;
const MARKS = String.raw`[\s:=)\].]{0,6}`;

/** "Øvre brændværdi: 12,157 kWh/Nm3" and "Brændværdi (kWh/Nm3): 12,157". */
const HEATING_VALUE = [
  new RegExp(String.raw`(?<![\p{L}])(?:${HEATING})${BETWEEN}${NUMBER}\s*${ENERGY_PER}`, "giu"),
  new RegExp(
    String.raw`(?<![\p{L}])(?:${HEATING})[^\d;]{0,20}?${ENERGY_PER}${MARKS}${NUMBER}(?!\s*(?:%|\p{L}))`,
    "giu",
  ),
];
/** "Densitet 0,84 kg/l", "massefylde ved 15 °C: 832 kg/m3". */
const DENSITY_VALUE = [
  new RegExp(String.raw`(?<![\p{L}])(?:${DENSITY})(?:[^\d;]|15\s?°){0,30}?${NUMBER}\s*${MASS_PER}`, "giu"),
  new RegExp(
    String.raw`(?<![\p{L}])(?:${DENSITY})(?:[^\d;]|15\s?°){0,20}?${MASS_PER}${MARKS}${NUMBER}(?!\s*(?:%|\p{L}))`,
    "giu",
  ),
];
/** "Korrektionsfaktor 0,9812", "Omregningsfaktor m3 til Nm3: 1,0123"; a number with a unit of its own is another value. */
const VOLUME_FACTOR = [
  new RegExp(
    String.raw`(?<![\p{L}])(?<label>${FACTOR})(?<between>(?:[^\d;]|(?<=m)3){0,30}?)(?<number>\d{1,2}[.,]\d{1,6})(?![\d.,]*\d)(?!\s*(?:%|[kM]Wh|[MG]J|kr|DKK))(?<after>\s*\(?Nm[3³]\s*\/\s*m[3³])?`,
    "giu",
  ),
];
const LABELLED = new RegExp(String.raw`${HEATING}|${DENSITY}|${FACTOR}`, "iu");

/**
 * Heating values, densities and conversion factors that a text states with a label and their unit. The words are taken as
 * they stand; what they leave open (upper or lower, of which units) stays open.
 */
export function fuelValuesIn(printedText: string, origin: FuelValueOrigin): StatedFuelValue[] {
  const text = cutText(printedText.normalize("NFC"), TEXT_MAX).replaceAll(/\s+/gu, " ");
  if (!LABELLED.test(text)) return [];
  const found: Found[] = [
    ...matchesOf(HEATING_VALUE, text).map((match) => heatingValue(match, text)),
    ...matchesOf(DENSITY_VALUE, text).map(density),
    ...matchesOf(VOLUME_FACTOR, text).map(volumeFactor),
  ].flatMap((value) => value ?? []);
  found.push(...lowerInWords(found, text));
  return found.map(({ words, ...value }) => ({
    ...value,
    statement: `"${cutText(words.trim(), 200)}", ${FUEL_VALUE_ORIGINS[origin]}`,
  }));
}

const LOWER_IN_WORDS = /(?<![\p{L}])(?:nedre|lower|net|netto)\s+(?:brændværdi(?:en)?|(?:calorific|heating)\s+value)/iu;

/** The lower heating value that a text names without a number of it: whose energy it counts is then in question. */
function lowerInWords(found: readonly Found[], text: string): Found[] {
  const words = LOWER_IN_WORDS.exec(text);
  const isNumbered = found.some(({ to_unit }) => to_unit?.startsWith("kWh") === true);
  if (words === null || isNumbered || basisIn((text.match(NAMED_BASIS) ?? []).join(" ")) !== "net") return [];
  return [{ from_quantity: "1", from_unit: "kWh", to_quantity: "1", to_unit: "kWh_net", words: words[0] }];
}

/** Values without repeats, at most 40: one that was read before from the same document tells nothing more. */
export function distinctFuelValues(values: readonly StatedFuelValue[]): StatedFuelValue[] {
  const seen = new Map<string, StatedFuelValue>();
  for (const value of values) {
    const { from_quantity, from_unit, to_quantity, to_unit } = value;
    const key = [from_quantity, from_unit, to_quantity, to_unit ?? ""].join(" ");
    if (!seen.has(key)) seen.set(key, value);
  }
  return [...seen.values()].slice(0, VALUES_MAX);
}

/** Members of a line or document that states such values; none where it states none. */
export function withFuelValues(values: readonly StatedFuelValue[]): {
  readonly fuel_values?: readonly StatedFuelValue[];
} {
  return values.length === 0 ? {} : { fuel_values: distinctFuelValues(values) };
}

/** The values of one line, of which that its volume is corrected already stands before any factor to do so. */
export function ofCorrected(
  values: readonly StatedFuelValue[],
  corrected: StatedFuelValue | null,
): readonly StatedFuelValue[] {
  if (corrected === null) return values;
  return [corrected, ...values.filter(({ from_unit, to_unit }) => from_unit !== "m3" || to_unit !== "Nm3")];
}

type Found = Omit<StatedFuelValue, "statement"> & { readonly words: string };

function matchesOf(patterns: readonly RegExp[], text: string): RegExpExecArray[] {
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)]);
}

function heatingValue(match: RegExpExecArray, text: string): Found | null {
  const { number = "", energy = "", base = "" } = match.groups ?? {};
  const basis = basisIn(match[0]) ?? basisBeside(text, match.index + match[0].length);
  const value = numberOf(number, isPerTonne(base) && /wh|mj/i.test(energy));
  const amount = value === null ? null : perBase(base);
  if (value === null || amount === null) return null;
  const [ofEnergy, times] = ENERGY[energy.toLowerCase()] ?? ["1", "1"];
  return {
    from_quantity: product(amount.quantity, ofEnergy),
    from_unit: amount.unit,
    to_quantity: product(value, times),
    to_unit: basis === null ? "kWh" : `kWh_${basis}`,
    words: match[0],
  };
}

/** How much fuel the printed number counts in kWh, and how many of them: 1 MJ is 1/3.6 kWh, so 3.6 units hold so many kWh. */
const ENERGY: Readonly<Record<string, readonly [from: string, times: string]>> = {
  kwh: ["1", "1"],
  mwh: ["1", "1000"],
  mj: ["3.6", "1"],
  gj: ["3.6", "1000"],
};

const UPPER = /øvre|upper|higher|gross|brutto|brennwert|\b(?:GCV|HHV|Hs|Ho)\b/iu;
const LOWER = /nedre|lower|\bnett?o?\b|heizwert|\b(?:NCV|LHV|Hi)\b/iu;

/** Which heating value words name; null: none, or both. */
function basisIn(words: string): "gross" | "net" | null {
  const isUpper = UPPER.test(words);
  if (isUpper === LOWER.test(words)) return null;
  return isUpper ? "gross" : "net";
}

const NAMED_BASIS = new RegExp(String.raw`(?<![\p{L}])${BASIS}\s+(?:brændværdi|(?:calorific|heating)\s+value)`, "giu");
const BASIS_BEHIND = new RegExp(String.raw`^\s*[(,]\s*(?:${BASIS}|Hs|Ho|Hi)(?![\p{L}])`, "iu");

/** The one that stands directly behind a value, or that the same text names with the word for heating values. */
function basisBeside(text: string, end: number): "gross" | "net" | null {
  const behind = BASIS_BEHIND.exec(text.slice(end, end + 30));
  return basisIn(behind?.[0] ?? (text.match(NAMED_BASIS) ?? []).join(" "));
}

function density(match: RegExpExecArray): Found | null {
  const { number = "", mass = "", base = "" } = match.groups ?? {};
  const value = numberOf(number, false);
  if (value === null) return null;
  const volume = base.toLowerCase().replace("³", "3");
  // g/ml and g/cm3 are kg/l; a tonne per cubic metre is too.
  const isCube = volume === "m3";
  const isSmall = volume === "ml" || volume === "cm3";
  if ((mass === "g") !== isSmall || (mass === "t") !== (isCube && mass === "t")) return null;
  const from_quantity = isCube && mass === "kg" ? "1000" : "1";
  return { from_quantity, from_unit: "l", to_quantity: value, to_unit: "kg", words: match[0] };
}

function volumeFactor(match: RegExpExecArray): Found | null {
  const { label = "", between = "", after = "", number = "" } = match.groups ?? {};
  const value = numberOf(number, false);
  if (value === null) return null;
  const namesVolumes =
    /Nm[3³]/iu.test(between) || after !== "" || /^(?:korrektionsfaktor|correction|zustandszahl)/iu.test(label);
  // A heating value beside its factor has a unit of its own, which the number of this pattern lacks.
  if (/[kM]Wh|[MG]J|kg/iu.test(between)) return null;
  return {
    from_quantity: "1",
    from_unit: "m3",
    to_quantity: value,
    to_unit: namesVolumes ? "Nm3" : null,
    words: match[0],
  };
}

function isPerTonne(base: string): boolean {
  return /^t/iu.test(base);
}

function perBase(base: string): { readonly unit: Unit; readonly quantity: string } | null {
  if (isPerTonne(base)) return { unit: "kg", quantity: "1000" };
  const unit = parseUnit(base);
  return unit === null ? null : { unit, quantity: "1" };
}

/** A value per unit has one mark, which is of decimals; only what a tonne holds runs to thousands: "4.900 kWh/ton". */
function numberOf(printed: string, isThousands: boolean): string | null {
  const plain =
    isThousands && /^\d{1,3}[.,]\d{3}$/.test(printed) ? printed.replace(/[.,]/, "") : printed.replace(",", ".");
  if (!isDecimalText(plain) || decimal(plain).lte(0)) return null;
  return decimalText(decimal(plain));
}

function product(one: string, other: string): string {
  return decimalText(decimal(one).times(other));
}
