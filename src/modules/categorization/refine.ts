import { PRICE_AREAS, type PriceArea } from "../../core/gsrn.ts";
import { DANISH_PLACES } from "./lexicon/danish-places.ts";
import { AIR_TRAVEL } from "./category-kinds.ts";
import type { Candidate, CategorizationInput } from "./decision.ts";
import { flightDistance } from "./places.ts";
import { fold, tokens } from "./text.ts";

/** What is bought is clear, but which of a few sibling categories depends on one more fact. */
export type Refinement = (category_key: string, input: CategorizationInput, words: readonly string[]) => Refined | null;

export interface Refined {
  readonly category_key: string;
  readonly reason: string;
}

/** Sibling categories that the facts of `refine` choose between; they do not compete with each other. */
export function familyOf(category_key: string): string {
  if (category_key.startsWith(AIR_TRAVEL)) return "transport.travel.air";
  if (category_key.startsWith("energy.electricity.grid_")) return "energy.electricity.grid";
  if (category_key === "capital.goods.it" || category_key === "purchases.goods.small_it") return "it equipment";
  return category_key;
}

/** The sibling that the facts of the line call for; null when they say nothing or the category has no siblings. */
export const refine: Refinement = (category_key, input, words) => {
  if (category_key.startsWith(AIR_TRAVEL)) return refineFlight(category_key, words);
  if (category_key === GRID_DK) return refineElectricity(input, words);
  if (category_key === "energy.stationary.natural_gas") return refineGas(words);
  if (category_key === "transport.own.diesel") return refineDiesel(words);
  if (category_key === "capital.goods.it") return refineComputer(input);
  return null;
};

const FLIGHTS = {
  domestic: { category_key: "transport.travel.air_domestic", reason: "places in Denmark only" },
  short: { category_key: "transport.travel.air_short", reason: "place in Europe" },
  long: { category_key: "transport.travel.air_long", reason: "place outside Europe" },
} as const;

function refineFlight(category_key: string, words: readonly string[]): Refined | null {
  const distance = flightDistance(words);
  if (distance === null || FLIGHTS[distance].category_key === category_key) return null;
  return FLIGHTS[distance];
}

const GRID_OTHER = "energy.electricity.grid_other";
const GRID_DK = "energy.electricity.grid_dk";
const EV_CHARGING = "energy.electricity.ev_charging";
/** As parts of words (folded): "elbilopladning", "ladestander", "laddning", "charging session"; not "beladning" or a "standing charge". */
const CHARGING =
  /opladning|^(?:el|bil|elbil|lyn|hurtig|hjemme|destinations)?(?:ladning|lading|laddning)|^lade(?:stand|stroem|boks|punkt|station|vorgang|brik|kort|ydelse|udtag)|^charging$/;

/** Currencies in which electricity is billed in Denmark. */
const BILLED_IN_DENMARK = new Set(["DKK", "EUR"]);

function refineElectricity(input: CategorizationInput, words: readonly string[]): Refined | null {
  const isStated = input.is_place_stated === true;
  if (!isStated && input.place_doubt !== undefined) {
    return { category_key: GRID_OTHER, reason: input.place_doubt };
  }
  const currency = input.currency?.toUpperCase() ?? "DKK";
  if (!isStated && !BILLED_IN_DENMARK.has(currency))
    return { category_key: GRID_OTHER, reason: `billed in ${currency}` };
  const stated = input.region?.toUpperCase() ?? "DK";
  // What a metering point measures stays that of the grid, whatever stands behind the meter.
  const charging = isStated || !stated.startsWith("DK") ? undefined : words.find((word) => CHARGING.test(word));
  if (charging !== undefined) return { category_key: EV_CHARGING, reason: `"${charging}" is the charging of a car` };
  const ofDocument = stated === "DK" ? priceAreaOf(input, words) : undefined;
  const ofCompany = stated === "DK" && ofDocument === undefined ? input.home_area : null;
  const region = ofDocument ?? ofCompany ?? stated;
  const by = ofCompany == null ? "by its document" : "as the company states";
  const reason = `delivered in price area ${region} ${by}`;
  if (region === "DK1") return { category_key: "energy.electricity.grid_dk1", reason };
  if (region === "DK2") return { category_key: "energy.electricity.grid_dk2", reason };
  if (region.startsWith("DK")) return null;
  return { category_key: GRID_OTHER, reason: `consumed in ${region}` };
}

const PLACES: ReadonlyMap<string, PriceArea> = new Map(
  PRICE_AREAS.flatMap((area) => DANISH_PLACES[area].map((name) => [name, area] as const)),
);

/**
 * The price area that a line names, by itself or by a place of its text, where it names one. A place in the supplier's name is where the supplier
 * has its seat, and a line without a supplier may be that name.
 */
function priceAreaOf(
  { description, supplier_name }: CategorizationInput,
  words: readonly string[],
): PriceArea | undefined {
  const areas = PRICE_AREAS.filter((area) => words.includes(area.toLowerCase()));
  const ofSupplier = new Set(tokens(supplier_name ?? "").map(({ text }) => text));
  const places = supplier_name === null ? [] : tokens(description).filter(({ text }) => !ofSupplier.has(text));
  const [named, another] = new Set([...areas, ...places.flatMap(({ text }) => PLACES.get(text) ?? [])]);
  return another === undefined ? named : undefined;
}

/** The words of a line that name a price area, or a place within one; null: none do, so that its meter or place of delivery said it. */
export function priceAreaWords({
  description,
  supplier_name,
}: Pick<CategorizationInput, "description" | "supplier_name">): string | null {
  const ofSupplier = new Set(tokens(supplier_name ?? "").map(({ text }) => text));
  const words = description.split(/[^\p{L}\p{N}]+/u).filter((word) => {
    const folded = fold(word);
    return (PLACES.has(folded) && !ofSupplier.has(folded)) || PRICE_AREAS.some((area) => area.toLowerCase() === folded);
  });
  return words.length === 0 ? null : words.join(", ");
}

/**
 * A remembered grid gives way to a document that states a place on the other side of the border: what was decided before was about
 * another place.
 */
export function atStatedPlace(remembered: Candidate, input: CategorizationInput): Candidate {
  if (input.is_place_stated !== true || !remembered.category_key.startsWith("energy.electricity.grid_"))
    return remembered;
  const refined = refineElectricity(input, []);
  const category_key = refined?.category_key ?? GRID_DK;
  if ((category_key === GRID_OTHER) === (remembered.category_key === GRID_OTHER)) return remembered;
  return { ...remembered, category_key, reason: `${remembered.reason}; ${refined?.reason ?? "delivered in Denmark"}` };
}

/** Suppliers of gas in bottles, who supply no gas by pipe. */
const BOTTLED_GAS = new Set(["primagaz", "kosan", "flaskegas"]);

function refineGas(words: readonly string[]): Refined | null {
  const supplier = words.find((word) => BOTTLED_GAS.has(word));
  return supplier === undefined
    ? null
    : { category_key: "energy.stationary.lpg", reason: `"${supplier}" supplies bottled gas` };
}

const MACHINE =
  /^(?:traktor|tractor|gravemaskine|rendegraver|minigraver|gravko|graver|dumper|mejetaersker|generator|noedgenerator|excavator|loader|laessemaskine|gummiged|entreprenoer|byggeplads|landbrug|kran|maskine|maskintank|machine|harvester|digger|bobcat|greenklipper|plaeneklipper|havetraktor)|maskine[rn]?$/;

/** Dyed diesel bears no road tax, and no car may be driven on it. */
const DYED = /^(?:farvet|faerget|fargad|faergad|roed|dyed)$/;

function refineDiesel(words: readonly string[]): Refined | null {
  const dyed = words.find((word) => DYED.test(word));
  if (dyed !== undefined)
    return { category_key: "transport.own.offroad", reason: `"${dyed}" is fuel that no car may use` };
  const machine = words.find((word) => MACHINE.test(word));
  return machine === undefined ? null : { category_key: "transport.own.offroad", reason: `"${machine}" is a machine` };
}

/** Tax limit below which equipment is expensed (småaktiver, afskrivningsloven section 6, DKK excl. VAT, 2025). */
const SMALL_ASSET_LIMIT_DKK = 34_400;
/** Central rate of the krone in ERM II: 746.038 DKK per 100 EUR. */
const DKK_PER_EUR = 7.46038;

function refineComputer(input: CategorizationInput): Refined | null {
  if (input.amount === null) return null;
  const currency = input.currency ?? "DKK";
  const amount = Math.abs(Number(input.amount)) * (currency === "EUR" ? DKK_PER_EUR : 1);
  if (amount >= SMALL_ASSET_LIMIT_DKK) return null;
  return { category_key: "purchases.goods.small_it", reason: "below the limit for capitalising equipment" };
}
