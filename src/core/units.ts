import { type Decimal, decimal, decimalText, isDecimalText } from "./quantity.ts";

/**
 * A unit of what is measured and its size in the base unit of that measure, as a fraction so that 1 GJ = 1000/3.6 kWh
 * stays exact until the last step. Units of different measures never convert: a normal cubic metre of gas (0 degrees C)
 * is not a cubic metre, a kWh of fuel by gross calorific value is not one by net value, and neither is a kWh delivered.
 */
interface UnitDefinition {
  readonly measure: string;
  readonly numerator: string;
  readonly denominator: string;
}

function unit(measure: string, numerator = "1", denominator = "1"): UnitDefinition {
  return { measure, numerator, denominator };
}

const DEFINITIONS = {
  Wh: unit("energy", "1", "1000"),
  kWh: unit("energy"),
  MWh: unit("energy", "1000"),
  GWh: unit("energy", "1000000"),
  MJ: unit("energy", "1", "3.6"),
  GJ: unit("energy", "1000", "3.6"),
  TJ: unit("energy", "1000000", "3.6"),
  kWh_gross: unit("energy_gross_calorific"),
  MWh_gross: unit("energy_gross_calorific", "1000"),
  kWh_net: unit("energy_net_calorific"),
  MWh_net: unit("energy_net_calorific", "1000"),
  ml: unit("volume", "1", "1000000"),
  cl: unit("volume", "1", "100000"),
  dl: unit("volume", "1", "10000"),
  l: unit("volume", "1", "1000"),
  hl: unit("volume", "1", "10"),
  m3: unit("volume"),
  Nm3: unit("normal_gas_volume"),
  Sm3: unit("standard_gas_volume"),
  g: unit("mass", "1", "1000"),
  kg: unit("mass"),
  t: unit("mass", "1000"),
  kg_gas: unit("gas_mass"),
  m: unit("distance", "1", "1000"),
  km: unit("distance"),
  mile: unit("distance", "1.609344"),
  nautical_mile: unit("distance", "1.852"),
  passenger_km: unit("passenger_distance"),
  kg_km: unit("freight", "1", "1000"),
  tonne_km: unit("freight"),
  room_night: unit("room_night"),
  fte_hour: unit("fte_hour"),
  hour: unit("hour"),
  day: unit("day"),
  week: unit("week"),
  month: unit("month"),
  year: unit("year"),
  m2: unit("area"),
  kW: unit("power"),
  piece: unit("piece"),
} as const satisfies Record<string, UnitDefinition>;

export type Unit = keyof typeof DEFINITIONS;

/** Every unit of this service, those of one measure side by side. */
export const UNIT_NAMES: readonly Unit[] = Object.keys(DEFINITIONS).filter(isUnit);

/** Whether `text` is one of this service's own unit names, spelt exactly so. */
export function isUnit(text: string): text is Unit {
  return Object.hasOwn(DEFINITIONS, text);
}

/**
 * Other ways to write a unit, compared without case. Codes are UN/ECE Recommendation 20 (the list that UBL and CII
 * use); words are Danish and English as printed on invoices. A word that could mean two units is left out, e.g.
 * "overnatning", which may be a guest's or a room's.
 */
const SPELLINGS: Readonly<Partial<Record<Unit, string>>> = {
  Wh: "WHR",
  kWh: "KWH kilowatttime kilowatttimer kilowatt_hour kilowatt_hours",
  MWh: "MWH megawatttime megawatttimer megawatt_hour megawatt_hours",
  GWh: "GWH",
  MJ: "3B megajoule",
  GJ: "GV gigajoule",
  TJ: "D30 terajoule",
  kWh_gross: "kwh_(gross_cv) kwh_gross_cv kwh_hs kwh_øvre kwh_(øvre) kwh_(øvre_brændværdi)",
  kWh_net: "kwh_(net_cv) kwh_net_cv kwh_hi kwh_nedre kwh_(nedre) kwh_(nedre_brændværdi)",
  MWh_gross: "mwh_(gross_cv) mwh_gross_cv",
  MWh_net: "mwh_(net_cv) mwh_net_cv",
  ml: "MLT milliliter",
  cl: "CLT centiliter",
  dl: "DLT deciliter",
  l: "LTR lt liter litre liters litres DMQ dm3",
  hl: "HLT hektoliter hectolitre",
  m3: "MTQ K6 kilolitre kbm cbm m^3 kubikmeter cubic_metre cubic_metres cubic_meter cubic_meters",
  Nm3: "NM3 nm^3 normalkubikmeter normal_m3",
  Sm3: "SM3 standard_m3",
  g: "GRM gram grams gr",
  kg: "KGM kilo kilogram kilograms kgs",
  t: "TNE ton tons tonne tonnes",
  m: "MTR meter metre meters metres",
  km: "KMT KTM kilometer kilometre kilometers kilometres",
  mile: "SMI miles",
  nautical_mile: "NMI",
  passenger_km: "pkm personkm person_km person_kilometer passenger_kilometre passengerkm",
  tonne_km: "TKM tonkm ton_km tonkilometer tonne_kilometre tonnekm",
  room_night:
    "room_nights roomnight værelsesnat værelsesnætter nat nætter night nights nacht nächte natt nätter netter",
  fte_hour: "fte_hours",
  hour: "HUR hours time timer hr hrs",
  day: "DAY days dag dage",
  week: "WEE weeks uge uger",
  month: "MON months mdr måned måneder",
  year: "ANN years år",
  m2: "MTK kvm kvadratmeter square_metre m^2",
  kW: "KWT kilowatt",
  piece: "C62 H87 EA NAR PCE PCS PC each stk styk piece pieces unit units enhed",
};

const BY_SPELLING: ReadonlyMap<string, Unit> = new Map(
  UNIT_NAMES.flatMap((name) =>
    [name, ...(SPELLINGS[name] ?? "").split(" ")]
      .filter((spelling) => spelling !== "")
      .map((spelling): [string, Unit] => [normalise(spelling), name]),
  ),
);

/**
 * The unit meant by a UN/ECE Rec 20 code ("KWH", "MTQ") or a printed text ("kWh", "liter", "ltr.", "stk"), or null when
 * it is none that this service knows: the caller decides what to do without a unit, never this function.
 */
export function parseUnit(code: string): Unit | null {
  return BY_SPELLING.get(normalise(code)) ?? null;
}

function normalise(text: string): string {
  return text
    .normalize("NFC")
    .trim()
    .toLowerCase()
    .replaceAll("³", "3")
    .replaceAll("²", "2")
    .replace(/\.+$/, "")
    .replaceAll(/[\s\-\u2010-\u2013.]+/g, "_");
}

/** Units that count a person's time, a number of things or a rating: a price list states them of anything that is sold. */
const COUNTS: ReadonlySet<string> = new Set([
  "fte_hour",
  "hour",
  "day",
  "week",
  "month",
  "year",
  "area",
  "power",
  "piece",
]);

/** Whether a unit measures what is consumed or carried (energy, volume, mass, distance, nights), not pieces or time. */
export function isPhysical(unit: Unit): boolean {
  return !COUNTS.has(DEFINITIONS[unit].measure);
}

/** Whether a code or printed text, as `parseUnit` reads them, measures energy as it is delivered: kWh, GJ and the like. */
export function isEnergyUnit(code: string): boolean {
  const unit = parseUnit(code);
  return unit !== null && unitRatio(unit, "kWh") !== null;
}

/** A size as a fraction, so that nothing is rounded before the last step. */
export interface UnitRatio {
  readonly numerator: Decimal;
  readonly denominator: Decimal;
}

/** How many of `to` one `from` is; null when no exact relation exists. */
export function unitRatio(from: Unit, to: Unit): UnitRatio | null {
  const source: UnitDefinition = DEFINITIONS[from];
  const target: UnitDefinition = DEFINITIONS[to];
  if (source.measure !== target.measure) return null;
  return {
    numerator: decimal(source.numerator).times(target.denominator),
    denominator: decimal(source.denominator).times(target.numerator),
  };
}

/**
 * `value` (decimal text, in `from`) expressed in `to`: 1.5 MWh = 1500 kWh. Exact; a result that does not terminate
 * (energy in joule to kWh) keeps 24 decimals. Null when the two do not measure the same thing, or `value` is no decimal.
 */
export function convert(value: string, from: Unit, to: Unit): string | null {
  if (!isDecimalText(value)) return null;
  const ratio = unitRatio(from, to);
  if (ratio === null) return null;
  return decimalText(decimal(value).times(ratio.numerator).div(ratio.denominator));
}
