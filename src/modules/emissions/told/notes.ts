import { type Form, type Told, toldBy, typed } from "../../../core/told.ts";

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;

/** `group` has the day or year asked for where what was published last before it stands in. */
const earlier = (group: string): string => `(?:, the newest published before (?<${group}>[^\\s:,]+))?`;

/** What the service notes of the steps of a calculation. */
const NOTES: readonly Form[] = [
  ["other_year", /^No version of this factor for (?<year>\d+) is loaded: the .+ one, (?<factor_year>\d+), is used\.$/],
  [
    "other_region",
    /^The factor of this category describes (?<factor_region>\S+); none for (?<region>\S+) is loaded\.$/,
  ],
  [
    "quantity_in_words",
    /^No column or field states the quantity: it was read from the words "(?<words>.+)" of the line\.$/s,
  ],
  ["size_of_pieces", /^The line states (?<pieces>\S+) pieces, and its words "(?<words>.+)" the size of one\.$/s],
  ["no_unit_factor", /^The category has no factor per physical unit: (?<quantity>\S+) (?<unit>\S+) was not used\.$/],
  ["other_units", /^The factors of the category are per (?<units>.+): (?<quantity>\S+) (?<unit>\S+) was not used\.$/],
  [
    "other_gwp_set",
    /^The company counts by (?<gwp_set>\S+): the warming potential of this factor is of (?<factor_gwp_set>\S+)\.$/,
  ],
  [
    "exchange_rate",
    new RegExp(
      `^(?<rate_kind>daily rate|average rate of the month|average rate of the year|central rate) of (?<day>\\S+?)` +
        `${earlier("before")}: (?<rate>${NUMBER}) (?<currency>[A-Z]{3})/EUR, (?<source>.+)$`,
    ),
  ],
  [
    "spend_region",
    /^The seller is in (?<country>\S+), of which no spend factor is loaded: that of (?<factor_region>\S+) stands in\.$/,
  ],
  [
    "no_price_index",
    /^No price index of (?<country>\S+) for (?<year>\d+) and (?<price_year>\d+) is loaded: the amount is not deflated\.$/,
  ],
  [
    "price_index",
    new RegExp(
      `^(?<series>.+) of (?<country>\\S+): (?<base>${NUMBER}) in (?<price_year>\\d+)${earlier("price_year_before")}, ` +
        `(?<index>${NUMBER}) in (?<year>\\d+)${earlier("before")}, (?<source>.+)$`,
    ),
  ],
  ["aviation_with", /^Flights with the multiplier for effects besides CO2: .+$/],
  ["aviation_without", /^Flights without the multiplier for effects besides CO2: .+$/],
  ["footprint_unit", /^The product's footprint (?<footprint>\S+) is per (?<per>.+); the line states (?<stated>.+)\.$/],
  [
    "footprint_dates",
    /^The product's footprint (?<footprint>\S+) is valid from (?<from>\S+) to (?<to>\S+): it was not used\.$/,
  ],
  ["two_footprints", /^The footprints \S+ and \S+ both describe it: none was used\.$/],
  ["own_factor_category", /^The company's factor "(?<name>.+)" is one of (?<category>\S+)\.$/],
  [
    "own_factor_dates",
    /^The company's factor "(?<name>.+)" is valid from (?<from>\S+) to (?<to>\S+): it was not used\.$/,
  ],
  ["own_factor_unit", /^The company's factor "(?<name>.+)" is per (?<per>\S+); .+\.$/],
  ["fuel_value_unused", /^The document states (?<statement>.+)\. It was not used: .+\.$/s],
  [
    "price_area_month",
    /^The declaration in force has no figure of (?<area>DK[12]) for (?<month>\S+): that of (?<region>\S+) is used\.$/,
  ],
  [
    "price_area_unknown",
    /^The price area of the supply is not known: the figure of (?<region>\S+) is used, not that of DK1 or DK2\.$/,
  ],
  [
    "printed_parts",
    /^The bill prints what was used on parts of its period: (?<quantity>\S+) of (?<of>\S+) (?<unit>\S+) on these days\.$/,
  ],
  [
    "degree_days",
    /^The company allocates heat by degree days: (?<degree_days>\S+) of (?<of>\S+), (?<independent>\S+) % by days; (?<source>.+)$/s,
  ],
  [
    "degree_days_missing",
    /^The company allocates heat by degree days, but none are stated for (?<months>.+): days count\.$/,
  ],
  ["degree_days_none", /^The company allocates heat by degree days, but its months have none: days count\.$/],
  ["stated_before", /^A person stated it of an earlier line in the same words from the same supplier\.$/],
  ["metering_point", /^metering point (?<points>.+)$/],
  ["place_of_delivery", /^place of delivery$/],
  ["seller_abroad", /^The seller is in (?<country>\S+), and no metering point or place of delivery is stated$/],
  ["billed_abroad", /^It is billed in (?<currency>\S+), and no metering point or place of delivery is stated$/],
  [
    "seller_abroad_placed",
    /^The seller is in (?<country>\S+), and the country of the place of delivery is not stated$/,
  ],
  [
    "billed_abroad_placed",
    /^It is billed in (?<currency>\S+), and the country of the place of delivery is not stated$/,
  ],
  ["meters_in_countries", /^The bill has metering points in several countries$/],
  ["delivered_in_countries", /^The bill delivers to several countries$/],
  ["takes_back", /^Takes back what document (?<document>\S+) counts, on the days .+\.$/],
  ["waits_for_invoice", /^Names invoice (?<invoice>.+), of which not enough is counted yet: .+\.$/],
  ["names_no_invoice", /^Names no invoice, and none is counted of which enough is left: .+\.$/],
  [
    "priced_by_settlement",
    /^Document (?<document>\S+) settles the same supply at (?<amount>\S+) (?<currency>\S+) for (?<quantity>\S+) (?<unit>\S+), without advances: .+$/,
  ],
  [
    "stated_price",
    /^A person states that a (?<unit>\S+) costs (?<price>\S+) (?<currency>\S+) without VAT: the amount stands for (?<quantity>\S+) \S+\.$/,
  ],
  [
    "settled_days",
    /^Document (?<document>\S+) counts what was used on these days; this advance counts for its other days only\.$/,
  ],
  ["covered_by_record", /^record (?<activity>\S+) covers (?<cover>.+); this row is evidence of it$/s],
  ["kept_beside", /^(?<stated>.+) is kept beside the stated emissions and was not multiplied with a factor\.$/],
  [
    "survey_answers",
    /^(?<answers>\S+) answers x (?<days>\S+) days a week x (?<weeks>\S+) weeks x (?<legs>\d+) ways x (?<distance>\S+ km) = (?<quantity>\S+) (?<unit>\S+)$/,
  ],
  [
    "survey_hours",
    /^(?<answers>\S+) answers x (?<days>\S+) days a week x (?<weeks>\S+) weeks x (?<hours>\S+) hours a day = (?<quantity>\S+) (?<unit>\S+)$/,
  ],
  [
    "survey_scaled",
    /^(?<answers>\S+) of (?<employees>\S+) employees answered \((?<percent>\S+) %\); scaled up to all of them: (?<equation>.+)$/,
  ],
  [
    "unit_by_statement",
    /^(?<equation>.+ = \S+ \S+): (?<relation>.+ is \S+ \S+), (?<statement>.+): it comes before a published value$/,
  ],
  ["unit_by_value", /^(?<equation>\S+ \S+ = \S+ \S+): (?<value>\S+ \S+) is (?<worth>\S+ \S+), (?<source>.+)$/],
  ["unit", /^(?<equation>\S+ \S+ = \S+ \S+)$/],
];

/** What a step of a calculation notes. What the document or a person worded, and what no form is known of, is `typed`. */
export function toldNote(note: string): Told {
  return toldBy(NOTES, note) ?? typed(note);
}
