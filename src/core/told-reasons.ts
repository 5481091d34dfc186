import { type Form, type Told, toldBy, typed } from "./told.ts";

/** What stands before another reason, or before what a person typed. */
const BEFORE: readonly Form[] = [
  ["corrected", /^corrected: (?<rest>.+)$/s],
  ["accepted", /^accepted: (?<rest>.+)$/s],
  ["not_a_duplicate", /^not a duplicate: (?<rest>.+)$/s],
  ["duplicate_document", /^duplicate document: (?<rest>.+)$/s],
  ["duplicate", /^duplicate: (?<rest>.+)$/s],
  ["deferred", /^deferred to the settlement: (?<rest>.+)$/s],
  ["counted_by_others", /^a person linked it with .+?; this line is evidence of it: (?<rest>.+)$/s],
  ["not_a_duplicate", /^a purchase of its own: (?<rest>.+)$/s],
  ["follows_largest", /^charge or allowance on the whole document, follows its largest line: (?<rest>.+)$/s],
];

/** Reasons that hold a semicolon of their own, or stand alone. */
const WHOLE: readonly Form[] = [
  ["covered_by_record", /^record (?<activity>\S+) covers (?<cover>.+); this row is evidence of it$/s],
  [
    "counted_by_other",
    /^the purchase is counted by (?<source>a bank line|a ledger row|an invoice|a utility statement), document (?<document>\S+); this line is evidence of it$/,
  ],
  ["counted_by_others", /^the purchase is counted by .+; this line is evidence of them$/s],
  ["same_posting", /^the same posting \(.+\) came with document (?<document>\S+); this line is evidence of it$/],
  [
    "counted_once",
    /^the (?<quantity>\S+) (?<unit>\S+) of this supply are counted once: .+, another document of the same metering$/s,
  ],
  [
    "counted_on_line",
    /^(?<commodity>[a-z_]+) is counted once, by (?<quantity>\S+) (?<unit>\S+) on line (?<lines>.+); this line is part of the same supply$/,
  ],
  [
    "price_credit",
    /^a (?:price change|credit) on what is counted by its quantity: the price changes, not the quantity$/,
  ],
  ["surcharge_on_line", /^a surcharge on the quantity of line (?<lines>.+), which counts once$/],
  ["charge_on_supply", /^charge or allowance on a supply that is counted by its quantity$/],
  ["freight_charge", /^charge for freight on the whole document$/],
  ["deduction_of_advances", /^deduction of advances, money that was charged before and not consumption: .+$/s],
  ["advance_estimate", /^an advance counts as an estimate until it is settled$/],
  ["advance_asked", /^an advance that a bill may have settled(?: \(.+\))?$/s],
  ["advance_settled", /^an advance, settled: document (?<document>\S+) counts what was used on its days$/],
  ["takes_back", /^takes back what document (?<document>\S+) counts$/],
  ["own_sale", /^the seller is the company itself.*: a sale is kept, and not booked$/s],
  ["category_column", /^the file's category column says "(?<category>.+)"$/],
  ["entered_by_hand", /^entered from the picture$/],
];

/** Reasons of the categorization; several are joined by semicolons. */
const PARTS: readonly Form[] = [
  [
    "rule",
    /^the company's rule: (?<supplier>supplier)?(?:, )?(?:account (?<account>[^",]+))?(?:, )?(?:text contains "(?<text>.*)")?$/s,
  ],
  ["remembered_words", /^decided before for this supplier and these words$/],
  ["remembered_account", /^decided before for this supplier and account (?<account>.+)$/],
  ["remembered_elsewhere", /^decided before for this supplier, on another account$/],
  ["remembered", /^decided before for this supplier$/],
  ["measured", /^measured (?<commodity>[a-z_]+)$/],
  ["code_of_goods", /^(?<list>\S+) code (?<code>.+) \((?<prefix>.+)\.\.\.\)$/],
  ["fits_account", /^fits account (?<account>\S+) \((?<heading>.+)\)$/],
  ["account", /^account (?<account>\S+) \((?<heading>.+)\)$/],
  ["flight_route", /^"route between airports" in the text$/],
  ["words_in_text", /^(?<words>".+") in the text$/s],
  ["words_in_name", /^(?<words>".+") in the text as a name$/s],
  ["words_in_supplier", /^(?<words>".+") in the supplier$/s],
  ["words_in_account", /^(?<words>".+") in the account(?:'s)? name$/s],
  ["collects_taxes", /^(?<words>".+") only collects taxes or contributions$/],
  ["account_headed", /^account headed (?<words>".+")$/s],
  ["balance_account", /^(?<words>".+") is an account of the balance sheet or of depreciation$/],
  ["duty", /^(?<words>".+") is a tax or duty, for which nothing is delivered$/],
  ["incoming_payment", /^incoming payment$/],
  ["places_in_denmark", /^places in Denmark only$/],
  ["place_in_europe", /^place in Europe$/],
  ["place_outside_europe", /^place outside Europe$/],
  ["billed_in", /^billed in (?<currency>[A-Z]{3})$/],
  ["price_area", /^delivered in price area (?<area>DK[12])$/],
  ["price_area_document", /^delivered in price area (?<area>DK[12]) by its document$/],
  ["price_area_company", /^delivered in price area (?<area>DK[12]) as the company states$/],
  ["consumed_in", /^consumed in (?<country>\S+)$/],
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
  ["bottled_gas", /^(?<words>".+") supplies bottled gas$/],
  ["car_charging", /^(?<words>".+") is the charging of a car$/],
  ["dyed_fuel", /^(?<words>".+") is fuel that no car may use$/],
  ["machine", /^(?<words>".+") is a machine$/],
  ["small_equipment", /^below the limit for capitalising equipment$/],
  ["branch", /^the supplier's branch in the company register: (?<branch>\S+) \((?<prefix>.+)\.\.\.\)$/],
  ["earlier_decisions", /^the company's earlier decisions: (?<words>.+)$/s],
  ["vocabulary", /^like titles of the procurement vocabulary: (?<words>.+)$/s],
  ["companies", /^at least (?<companies>\d+) other companies decided so for this supplier$/],
  ["model", /^the language model (?<model>.+) suggests it$/],
  ["nothing_named", /^Nothing in the line names a category\.$/],
  ["refrigerant_taken_out", /^Its words say that refrigerant was taken out of a plant, which is no emission\.$/],
  ["tank_no_fuel", /^Its words name a tank for fuel, and no fuel\.$/],
  ["states_exchange_rate", /^Its words state a rate of exchange\.$/],
  ["kilometres_no_vehicle", /^It is counted in kilometres, and no vehicle is bought by them\.$/],
  ["equally_likely", /^Several categories are equally likely\.$/],
];

const UNCONFIRMED = " (counts for more: neither supplier nor account confirms another category)";

/** Why the first candidate is suggested and not taken: what stands behind `ONLY_SUGGESTED` (categorization/vetoes.ts). */
const VETOES: readonly Form[] = [
  ["money_settled", /^its words say that something is settled, given back, sold or punished$/],
  ["grid_or_tax", /^its words name the grid, the tax or the meter, not the energy$/],
  ["origin_of_energy", /^its words name the origin of the energy$/],
  ["no_fuel_named", /^no fuel is named$/],
  ["fuel_use_unclear", /^what the fuel is burnt in, is not certain$/],
  ["flight_distance_unclear", /^how far the flight went is not certain$/],
  ["no_cooling_named", /^no word is about cooling$/],
  ["waste_kind_unknown", /^it is waste of a kind that is not known$/],
  ["waste_not_named", /^which waste it is, is not named$/],
  ["textiles_treated", /^its words name what was done to textiles$/],
  ["account_of_rented", /^the account is of what is rented$/],
  ["heading_in_part", /^the account's name says more than its heading$/],
  ["supplier_sells_other", /^the supplier sells another kind of it$/],
  ["account_number_differs", /^the account's number says something else$/],
  ["account_of_anything", /^the account holds anything$/],
];
const ONLY_SUGGESTED = /^(?<reason>.+) \(only suggested: (?<veto>[^()]+)\)$/s;

/**
 * Why a line was read as it was, piece by piece: readings keep it as English sentences, which are part of their hash. What people
 * typed, and what no form is known of, has the code `typed`.
 */
export function toldReasons(reason: string): Told[] {
  const before = toldBy(BEFORE, reason);
  if (before !== null) {
    const { rest = "", ...parameters } = before.parameters;
    return [{ code: before.code, parameters }, ...toldReasons(rest)];
  }
  const suggested = ONLY_SUGGESTED.exec(reason)?.groups;
  const veto = suggested === undefined ? null : toldBy(VETOES, suggested["veto"] ?? "");
  if (veto !== null)
    return [...toldReasons(suggested?.["reason"] ?? ""), { code: "only_suggested", parameters: {} }, veto];
  const whole = toldBy(WHOLE, reason);
  if (whole !== null) return [whole];
  return joined(pieces(reason).flatMap(toldPiece));
}

function toldPiece(piece: string): Told[] {
  if (piece.endsWith(UNCONFIRMED)) {
    return [...toldPiece(piece.slice(0, -UNCONFIRMED.length)), { code: "unconfirmed", parameters: {} }];
  }
  return [toldBy(PARTS, piece) ?? typed(piece)];
}

/** A reason at its semicolons, of which those between quotation marks are words of the line. */
function pieces(reason: string): string[] {
  return reason.split(/; (?=(?:[^"]*"[^"]*")*[^"]*$)/);
}

/** Pieces of one typed text belong together. */
function joined(parts: readonly Told[]): Told[] {
  const all: Told[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.code !== "typed" || last?.code !== "typed") all.push(part);
    else all.splice(-1, 1, typed(`${last.parameters["text"] ?? ""}; ${part.parameters["text"] ?? ""}`));
  }
  return all;
}
