import type { Sentences } from "./sentences.ts";

const named = (code: string | undefined): string => (code ?? "").replaceAll("_", " ");
const earlier = (day: string | undefined): string => (day === undefined ? "" : `, the newest published before ${day}`);

/** What codes of lineages say, in English; `of` is what stands in the sentence. */
export const TOLD_EN: Sentences = {
  typed: ({ text }) => `“${text}”`,
  corrected: () => "Corrected",
  accepted: () => "Accepted",
  not_a_duplicate: () => "Not a duplicate",
  duplicate_document: () => "Duplicate of a document",
  duplicate: () => "Duplicate",
  deferred: () => "Waits for the settlement",
  follows_largest: () => "charge or allowance on the whole document, follows its largest line",
  covered_by_record: () => "a record covers the line, which is evidence of it",
  counted_by_other: ({ source }) => `the purchase is counted by ${source}; the line is evidence of it`,
  counted_by_others: () => "the purchase is counted by other documents; the line is evidence of them",
  same_posting: () => "the same posting came with another document; the line is evidence of it",
  counted_once: ({ quantity, unit }) => `${quantity} ${unit} of this supply are counted once, by another document`,
  counted_on_line: ({ commodity, quantity, unit, lines }) =>
    `${named(commodity)} is counted once, by ${quantity} ${unit} on line ${lines}; the line is part of the same supply`,
  price_credit: () => "a price change on what is counted by its quantity: the price changes, not the quantity",
  surcharge_on_line: ({ lines }) => `a surcharge on the quantity of line ${lines}, which counts once`,
  charge_on_supply: () => "charge or allowance on a supply that is counted by its quantity",
  freight_charge: () => "charge for freight on the whole document",
  deduction_of_advances: () => "deduction of advances, which were paid before and are no consumption",
  advance_estimate: () => "an advance counts as an estimate until it is settled",
  advance_asked: () => "an advance that a bill may have settled",
  advance_settled: () => "an advance that another document settled",
  own_sale: () => "the seller is the company itself: a sale is kept, and not booked",
  category_column: ({ category }) => `the file's category column says “${category}”`,
  entered_by_hand: () => "entered from the picture",
  rule: ({ supplier, account, text }) =>
    `the company's rule: ${[
      supplier === undefined ? "" : "the supplier",
      account === undefined ? "" : `account ${account}`,
      text === undefined ? "" : `the text contains “${text}”`,
    ]
      .filter((part) => part !== "")
      .join(", ")}`,
  remembered_words: () => "decided before for this supplier and these words",
  remembered_account: ({ account }) => `decided before for this supplier and account ${account}`,
  remembered_elsewhere: () => "decided before for this supplier, on another account",
  remembered: () => "decided before for this supplier",
  measured: ({ commodity }) => `measured ${named(commodity)}`,
  code_of_goods: ({ list, code }) => `code of goods ${code} (${list})`,
  fits_account: ({ account, heading }) => `fits account ${account} (${heading})`,
  account: ({ account, heading }) => `account ${account} (${heading})`,
  flight_route: () => "a route between airports in the text",
  words_in_text: ({ words }) => `${words} in the text`,
  words_in_name: ({ words }) => `${words} in the text as a name`,
  words_in_supplier: ({ words }) => `${words} in the supplier`,
  words_in_account: ({ words }) => `${words} in the name of the account`,
  collects_taxes: ({ words }) => `${words} only collects taxes or contributions`,
  account_headed: ({ words }) => `the account has the heading ${words}`,
  balance_account: ({ words }) => `${words} is an account of the balance sheet or of depreciation`,
  duty: ({ words }) => `${words} is a tax or duty, for which nothing is delivered`,
  incoming_payment: () => "incoming payment",
  places_in_denmark: () => "places in Denmark only",
  place_in_europe: () => "a place in Europe",
  place_outside_europe: () => "a place outside Europe",
  billed_in: ({ currency }) => `billed in ${currency}`,
  price_area: ({ area }) => `delivered in price area ${area}`,
  price_area_document: ({ area }) => `delivered in price area ${area} by its document`,
  price_area_company: ({ area }) => `delivered in price area ${area} as the company states`,
  consumed_in: ({ country }) => `used in ${country}`,
  seller_abroad: ({ country }) => `the seller is in ${country}, and no metering point or place of delivery is stated`,
  billed_abroad: ({ currency }) => `billed in ${currency}, and no metering point or place of delivery is stated`,
  seller_abroad_placed: ({ country }) =>
    `the seller is in ${country}, and the country of the place of delivery is not stated`,
  billed_abroad_placed: ({ currency }) =>
    `billed in ${currency}, and the country of the place of delivery is not stated`,
  meters_in_countries: () => "the bill has metering points in several countries",
  delivered_in_countries: () => "the bill delivers to several countries",
  bottled_gas: ({ words }) => `${words} supplies bottled gas`,
  machine: ({ words }) => `${words} is a machine`,
  small_equipment: () => "below the limit for capitalising equipment",
  branch: ({ branch }) => `the supplier's branch in the company register: ${branch}`,
  earlier_decisions: ({ words }) => `the company's earlier decisions: ${words}`,
  companies: ({ companies }) => `at least ${companies} other companies decided so for this supplier`,
  vocabulary: ({ words }) => `like titles of the EU's classification of goods: ${words}`,
  model: ({ model }) => `proposed by the language model ${model}`,
  nothing_named: () => "nothing in the line names a category",
  refrigerant_taken_out: () => "its words say that refrigerant was taken out of a plant, which is no emission",
  kilometres_no_vehicle: () => "it is counted in kilometres, and no vehicle is bought by them",
  equally_likely: () => "several categories are equally likely",
  unconfirmed: () => "counts for more, because neither supplier nor account confirms another category",
  only_suggested: () => "only suggested, because",
  money_settled: () => "the words say that something is settled, given back, sold or punished",
  grid_or_tax: () => "the words name the grid, the tax or the meter and not the energy",
  origin_of_energy: () => "the words name the origin of the energy",
  no_fuel_named: () => "no fuel is named",
  fuel_use_unclear: () => "what the fuel was used in is not certain",
  flight_distance_unclear: () => "how far the flight went is not certain",
  no_cooling_named: () => "no word is about cooling",
  waste_kind_unknown: () => "it is waste of an unknown kind",
  waste_not_named: () => "the kind of waste is not named",
  textiles_treated: () => "the words name what was done to textiles",
  account_of_rented: () => "the account is for what is rented",
  heading_in_part: () => "the name of the account says more than its heading",
  supplier_sells_other: () => "the supplier sells another kind",
  account_number_differs: () => "the number of the account says something else",
  account_of_anything: () => "the account holds anything",
  other_year: ({ year, factor_year }) => `There is no factor of ${year}: the one of ${factor_year} is used.`,
  other_region: ({ factor_region, region }) => `The factor describes ${factor_region}; there is none for ${region}.`,
  price_area_month: ({ area, month, region }) =>
    `Energinet's declaration in force has no figure of ${area} for ${month}: that of ${region} is used.`,
  price_area_unknown: ({ region }) =>
    `The price area of the supply is not known: the figure of ${region} is used, not that of DK1 or DK2.`,
  quantity_in_words: ({ words }) => `The quantity was read from the line's words “${words}”.`,
  no_unit_factor: ({ quantity, unit }) =>
    `The category has no factor per physical unit: ${quantity} ${unit} was not used.`,
  other_units: ({ units, quantity, unit }) =>
    `The category's factors are per ${units}: ${quantity} ${unit} was not used.`,
  other_gwp_set: ({ gwp_set, factor_gwp_set }) =>
    `The company counts by ${gwp_set}: the warming potential of this factor is of ${factor_gwp_set}.`,
  exchange_rate: ({ rate_kind, day, before, rate, currency, source }) =>
    `${rate_kind} of ${day}${earlier(before)}: ${rate} ${currency}/EUR, ${source}`,
  spend_region: ({ country, factor_region }) =>
    `The seller is in ${country}, of which no spend factor is loaded: that of ${factor_region} stands in.`,
  no_price_index: ({ country, year, price_year }) =>
    `There is no price index of ${country} for ${year} and ${price_year}: the amount is not deflated.`,
  price_index: ({ series, country, base, price_year, price_year_before, index, year, before, source }) =>
    `${series} of ${country}: ${base} in ${price_year}${earlier(price_year_before)}, ${index} in ${year}${earlier(before)}, ${source}`,
  aviation_with: () => "Flights with the addition for effects besides CO2: the company's choice.",
  aviation_without: () => "Flights without the addition for effects besides CO2: the company's choice.",
  footprint_unit: ({ per, stated }) => `The product's footprint is per ${per}; the line states ${stated}.`,
  footprint_dates: ({ from, to }) => `The product's footprint is valid from ${from} to ${to}: it was not used.`,
  two_footprints: () => "Two footprints describe the product: none of them is used.",
  own_factor_category: ({ name }) => `The own factor “${name}” is one of another category.`,
  own_factor_dates: ({ name, from, to }) => `The own factor “${name}” is valid from ${from} to ${to}: it was not used.`,
  own_factor_unit: ({ name, per }) => `The own factor “${name}” is per ${per}, which the line does not state.`,
  fuel_value_unused: ({ statement }) => `The document states ${statement}. It was not used.`,
  printed_parts: ({ quantity, of, unit }) =>
    `The document prints what was used on parts of its period: ${quantity} of ${of} ${unit} on these days.`,
  degree_days: ({ degree_days, of, independent, source }) =>
    `The company allocates heat by degree days: ${degree_days} of ${of}, ${independent} % by days (${source}).`,
  degree_days_missing: ({ months }) =>
    `The company allocates heat by degree days, but has stated none for ${months}: days count.`,
  degree_days_none: () => "The company allocates heat by degree days, but these months have none: days count.",
  stated_before: () => "A person stated it of an earlier line in the same words from the same supplier.",
  metering_point: ({ points }) => `metering point ${points}`,
  place_of_delivery: () => "place of delivery",
  takes_back: () => "Takes back what another document counts, on the same days.",
  waits_for_invoice: ({ invoice }) => `Names invoice ${invoice}, of which not enough is counted yet.`,
  names_no_invoice: () => "Names no invoice, and there is none of which enough is left.",
  priced_by_settlement: ({ amount, currency, quantity, unit }) =>
    `The settlement of the same supply is ${amount} ${currency} for ${quantity} ${unit} without advances: the amount stands for as much, an estimate.`,
  stated_price: ({ unit, price, currency, quantity }) =>
    `A person states that 1 ${unit} costs ${price} ${currency} without VAT: the amount stands for ${quantity} ${unit}.`,
  settled_days: () =>
    "Another document counts what was used on these days; the advance counts for its other days only.",
  kept_beside: ({ stated }) => `${stated} is kept beside the stated emissions and was not multiplied with a factor.`,
  survey_answers: ({ answers, days, weeks, legs, distance, quantity, unit }) =>
    `${answers} answers × ${days} ${days === "1" ? "day" : "days"} a week × ${weeks} weeks × ${legs} legs × ${distance} = ${quantity} ${unit}`,
  survey_hours: ({ answers, days, weeks, hours, quantity, unit }) =>
    `${answers} answers × ${days} ${days === "1" ? "day" : "days"} a week × ${weeks} weeks × ${hours} ${hours === "1" ? "hour" : "hours"} a day = ${quantity} ${unit}`,
  survey_scaled: ({ answers, employees, percent, equation }) =>
    `${answers} of ${employees} employees answered (${percent} %); scaled up to all: ${equation}`,
  unit_by_statement: ({ equation, relation, statement }) =>
    `${equation}: ${relation}, ${statement}: it comes before a published value`,
  unit_by_value: ({ equation, value, worth, source }) => `${equation}: ${value} is ${worth}, ${source}`,
  unit: ({ equation }) => `${equation}`,
  closing: () => "0 kg CO2e: the later reading of the line has no emission here",
  own_generation: ({ kwh }) => `${kwh} kWh of own renewable electricity used on site × 0 kg CO2e/kWh = 0 kg CO2e`,
  stated: ({ kg, source, year, days, period_days }) =>
    `${kg} kg CO2e, as stated by ${source} for ${year}${days === undefined ? "" : `, ${days} of ${period_days} days`}`,
  location_based: () => "Location-based:",
  market_based: () => "Market-based:",
  calculation: ({ expression }) => `${expression}`,
  share_of_days: ({ days, period_days }) => `(${days} of ${period_days} days)`,
  share_as_printed: () => "(as printed on the document)",
  share_by_degree_days: () => "(by degree days)",
  rounded: () => "(rounded to 6 decimals)",
  market_same: () => "Market-based the same.",
  market_same_no_mix: () => "Market-based the same: there is neither a residual mix nor a certificate.",
};
