import { AIR_TRAVEL, CAPITAL, groupOf } from "./category-kinds.ts";
import type { Candidate, CategorizationInput } from "./decision.ts";
import { type LexicalEvidence, meaningOf, type Reading } from "./evidence.ts";
import { namesUnknownAirport } from "./places.ts";
import type { ReadText } from "./read-text.ts";
import { familyOf } from "./refine.ts";

const ENERGY = /^(?:energy\.(?:electricity|heat|stationary)\.|purchases\.water)/;
const ELECTRICITY = "energy.electricity.";
const FUEL = /^transport\.own\.(?:diesel|petrol)$/;
const DIESEL_OR_OIL = /^(?:transport\.own\.diesel|energy\.stationary\.heating_oil)$/;
const REFRIGERANT = "energy.fugitive.";
const ANY_WASTE = "waste.operations.residual_incineration";
const TEXTILES = "purchases.materials.textiles";
/** Waste with a first part that is none of the ordinary ones: "rockwoolaffald". */
const OTHER_WASTE =
  /^(?:(?!(?:rest|dag|erhverv|blandet|braend|brand|hush|hotel|kontor|smaat|stor|gewerbe|sied|rest|haus|bioaff)).{3,}(?:affald|avfall|abfall)|(?:klinisk|clinical|sharps|kanyle|farlig|gefaehrlich))$/;
/** Waste of no kind of its own, which is burnt or tipped. */
const MIXED_WASTE =
  /^(?:rest|dagr|husholdning|braend|forbraend|braenn|blandet|blandat|general|residual|mixed|smaat|stort|stor(?:t|skrald|affald)|erhvervsaffald|gewerbeabf|siedlungsabf|haus|hush|hotelaffald|kontoraffald|verbrenn|refuse|trade|non|affald$|avfall$|abfall$|waste$)/;
/** What a fuel is burnt in where it is no car and no boiler, and the colour or the duty by which such fuel is told. */
const NOT_IN_A_CAR =
  /aggregat|^(?:koel|kjoel|kyl|farvet|faerget|fargad|faergad|avgiftsfri|afgiftsfri|rebated|gasoil|graver|gravko|traktor|tractor|truck|maskin|machine)/;
/** What burns fuel and drives nowhere. */
const BOILER = /^(?:kedel|kjel|panna|pannor|boiler|kessel|fyr|oliefyr|varme|heiz)/;
const OWN_TRANSPORT = "transport.own.";
/** Words of a refrigerant's trade; "R22" is also the rim of a tyre. */
const COOLING =
  /^(?:koel|kyl|kael|klima|refrig|cool|air|ac$|kg$|gas|varmepump|heat|topup|top$|laek|lek|leak|paafyld|efterfyld)/;
const DISPOSED = /^(?:bortskaf|dispos|entsorg|aftap|destru|skrot)/;
const KNOWN_BY_SELLER = /^(?:transport\.travel\.|purchases\.food\.)/;
const AGENCY = "transport.travel.agency";
/** Words of accounts of what is used and stays another's. */
const RENTED = /^(?:leje|leie|leas|hyr|miet|hire$|rental|udlej)/;
/** From this weight a supplier's name says what it sells. */
const SELLS = 1.5;
/** From this weight the text names the thing itself. */
const NAMED = 1.9;

/** Distinctions of the trade that a line does not make; told in the reader's language by the forms of the emissions module. */
export const VETOES = [
  "its words say that something is settled, given back, sold or punished",
  "its words name the grid, the tax or the meter, not the energy",
  "its words name the origin of the energy",
  "no fuel is named",
  "what the fuel is burnt in, is not certain",
  "how far the flight went is not certain",
  "no word is about cooling",
  "it is waste of a kind that is not known",
  "which waste it is, is not named",
  "its words name what was done to textiles",
  "the account is of what is rented",
  "the account's name says more than its heading",
  "the supplier sells another kind of it",
  "the account's number says something else",
  "the account holds anything",
] as const;
export type Veto = (typeof VETOES)[number];

/**
 * Why the first candidate of a line may be suggested and not taken, whatever speaks for it; null: it may be taken. Each is a
 * distinction of the trade that the words of such a line do not make.
 */
export function vetoOf(top: Candidate, input: CategorizationInput, { text, evidence }: Reading): Veto | null {
  const { category_key } = top;
  const family = familyOf(category_key);
  const named = evidence.text.reduce((sum, one) => (familyOf(one.category_key) === family ? sum + one.weight : sum), 0);
  // A credit note gives back as a whole: its words about that say nothing more.
  if (text.caveats.has("money") && input.document_type !== "credit_note")
    return "its words say that something is settled, given back, sold or punished";
  // A bill of a metering point states what was used there, whoever of the two companies sends it.
  if (ENERGY.test(category_key) && text.caveats.has("network") && input.is_place_stated !== true)
    return "its words name the grid, the tax or the meter, not the energy";
  if (category_key.startsWith(ELECTRICITY) && text.caveats.has("origin"))
    return "its words name the origin of the energy";
  if (FUEL.test(category_key) && named < NAMED) return "no fuel is named";
  if (DIESEL_OR_OIL.test(category_key) && text.description.some((word) => NOT_IN_A_CAR.test(word.text)))
    return "what the fuel is burnt in, is not certain";
  if (category_key.startsWith(OWN_TRANSPORT) && text.description.some((word) => BOILER.test(word.text)))
    return "what the fuel is burnt in, is not certain";
  if (category_key.startsWith(AIR_TRAVEL) && isDistanceOpen(category_key, input))
    return "how far the flight went is not certain";
  if (category_key.startsWith(REFRIGERANT) && !isAboutCooling(text)) return "no word is about cooling";
  if (category_key === ANY_WASTE && text.description.some((word) => OTHER_WASTE.test(word.text)))
    return "it is waste of a kind that is not known";
  if (category_key === ANY_WASTE && !text.description.some((word) => MIXED_WASTE.test(word.text)))
    return "which waste it is, is not named";
  if (category_key === TEXTILES && text.caveats.has("act")) return "its words name what was done to textiles";
  if (category_key.startsWith(CAPITAL) && text.account.some((word) => RENTED.test(word.text)))
    return "the account is of what is rented";
  if (isHeadingAlone(family, named, { text, evidence })) return "the account's name says more than its heading";
  if (KNOWN_BY_SELLER.test(category_key) && isSoldOtherwise(category_key, evidence))
    return "the supplier sells another kind of it";
  if (text.account.length === 0 && contradictsNumber(category_key, input))
    return "the account's number says something else";
  if (text.heading?.family.length === 0) return "the account holds anything";
  return null;
}

/** One of the things that an account's name lists ("Vinduer, døre, inventar"), where nothing else of the line says so. */
function isHeadingAlone(family: string, named: number, { text, evidence }: Reading): boolean {
  if (text.heading === null || text.heading.is_whole || named > 0) return false;
  return !evidence.supplier.some((one) => familyOf(one.category_key) === family);
}

/** A taxi that drives to a hotel, coffee in a café: who sold it knows the kind better than the words. */
function isSoldOtherwise(category_key: string, { supplier }: LexicalEvidence): boolean {
  const ofGroup = supplier.filter((one) => groupOf(one.category_key) === groupOf(category_key) && one.weight >= SELLS);
  // An agency sells every kind of journey.
  return (
    ofGroup.length > 0 &&
    !ofGroup.some(({ category_key }) => category_key === AGENCY) &&
    !ofGroup.some((one) => familyOf(one.category_key) === familyOf(category_key))
  );
}

function contradictsNumber(category_key: string, { gl_account }: CategorizationInput): boolean {
  const meaning = meaningOf(gl_account);
  if (meaning?.decides === undefined || familyOf(meaning.decides) === familyOf(category_key)) return false;
  return meaning.family?.some((start) => category_key.startsWith(start)) !== true;
}

/** Domestic and short flights are told apart by Danish places. */
function isDistanceOpen(category_key: string, { description, region }: CategorizationInput): boolean {
  if (namesUnknownAirport(description)) return true;
  const isDanish = region === undefined || region === null || region.toUpperCase().startsWith("DK");
  return !isDanish && category_key !== "transport.travel.air_long";
}

function isAboutCooling({ description, supplier, account, heading }: ReadText): boolean {
  if (description.some((word) => DISPOSED.test(word.text))) return false;
  if (heading !== null) return true;
  return [description, supplier, account].some((words) => words.some((word) => COOLING.test(word.text)));
}
