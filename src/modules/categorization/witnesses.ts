import { AIR_TRAVEL, CAPITAL, groupOf, SERVICES, THING } from "./category-kinds.ts";
import { type Classified, type Likelihood, likelihoodOf } from "./classifier.ts";
import type { Candidate, CategorizationInput } from "./decision.ts";
import { meaningOf, type Reading } from "./evidence.ts";
import { fitsHeading } from "./account-heading.ts";
import type { Hit } from "./match-terms.ts";
import type { ReadText } from "./read-text.ts";
import { familyOf } from "./refine.ts";

/**
 * Who speaks for the first candidate of a line, independently of the others: its own words, the account that it is posted on, and what
 * its supplier sells (by its name or by its branch, which say the same thing and count once).
 */
export interface Witnesses {
  /** `plain` and `clear`: a whole word or a phrase, of which nothing else in the text says otherwise. */
  readonly words: "none" | "weak" | "plain" | "clear";
  /** `decides`: the account is of this category; `fits`: of a few, and this is one; `wide`: of many; `beside`: mostly of another one. */
  readonly account: "decides" | "fits" | "wide" | "beside" | "against" | "none";
  readonly supplier: "agrees" | "branch" | "part" | "group" | "other" | "none";
  /** Words of the text that no term covers, as far as they are told apart: what nobody read may say something else. 0..3 */
  readonly unread: number;
  /** How likely the classifier holds it, who saw labelled lines of other companies' books and nothing of the tables. */
  readonly classifier: Likelihood;
  /** Whether the classifier holds it likelier than any other. */
  readonly is_likeliest: boolean;
}

/** Weights of terms that are found as whole words or phrases (term-tables.ts). */
const WHOLE_WORD: ReadonlySet<number> = new Set([5, 2.4]);
const WHOLE_NAME: ReadonlySet<number> = new Set([3, 1.9]);
const CLEAR = 4;
/** What else the text names at most, as a share of what it names for the first candidate. */
const RIVAL_SHARE = 0.3;
/** A heading of at most so many categories says much of each. */
const FEW = 3;

/** The witnesses for a line's first candidate; `said` is what the classifier says of the line. Pure. */
export function witnessesOf(
  top: Candidate,
  input: CategorizationInput,
  reading: Reading,
  said: Pick<Classified, "shareOf" | "first">,
): Witnesses {
  return {
    words: wordsOf(top, reading),
    account: accountOf(top, input, reading.text),
    supplier: supplierOf(top, reading),
    unread: unreadWords(reading.text),
    classifier: likelihoodOf(said.shareOf(top.category_key)),
    is_likeliest: said.first === top.category_key,
  };
}

function wordsOf({ category_key }: Candidate, { text, evidence }: Reading): Witnesses["words"] {
  const family = familyOf(category_key);
  const isNameRepeated = namesItsSupplier(text);
  const isRepeated = ({ at }: Hit): boolean =>
    isNameRepeated && text.supplier.some((word) => word.text === text.description[at]?.text);
  const own = text.hits.filter((hit) => familyOf(hit.category_key) === family);
  const said = own.filter((hit) => WHOLE_WORD.has(hit.weight) && !isRepeated(hit));
  if (said.length === 0) return own.length === 0 ? "none" : "weak";
  let [named, rival] = [0, 0];
  for (const one of evidence.text) {
    if (familyOf(one.category_key) === family) named += one.weight;
    else rival = Math.max(rival, one.weight);
  }
  // What one flies for stands beside the ticket: "Flybilletter København-Milano, messe".
  if (rival > named * RIVAL_SHARE && !category_key.startsWith(AIR_TRAVEL)) return "weak";
  return said.some(({ weight }) => weight >= CLEAR) && named >= CLEAR ? "clear" : "plain";
}

const LEGAL_FORMS = new Set("a s aps as amba ab gmbh ltd limited plc inc oy is ivs ps p i of og and".split(" "));

/** A text that holds the whole of the supplier's name says nothing in those words that the name did not. */
function namesItsSupplier({ supplier, description }: ReadText): boolean {
  const name = supplier.filter((word) => !LEGAL_FORMS.has(word.text));
  return name.length > 0 && name.every(({ text }) => description.some((word) => word.text === text));
}

function accountOf(
  { category_key }: Candidate,
  { gl_account }: CategorizationInput,
  { account, heading, caveats }: ReadText,
): Witnesses["account"] {
  if (heading === null) {
    if (account.length > 0) return "none";
    const meaning = meaningOf(gl_account);
    if (meaning === undefined) return "none";
    if (meaning.decides !== undefined && familyOf(meaning.decides) === familyOf(category_key)) return "decides";
    if (meaning.family?.some((start) => category_key.startsWith(start)) === true) return "wide";
    return meaning.decides === undefined ? "none" : "against";
  }
  if (heading.family.length === 0) return "none";
  if (heading.decides !== undefined && familyOf(heading.decides) === familyOf(category_key))
    return heading.is_whole ? "decides" : "fits";
  if (heading.decides_what_was_done === category_key && caveats.has("act")) return "decides";
  if (!fitsHeading(heading, category_key)) return "against";
  if (heading.decides !== undefined) return "beside";
  return heading.is_whole && heading.family.length <= FEW ? "fits" : "wide";
}

function supplierOf(
  { category_key }: Candidate,
  { text: { supplier_hits }, evidence: { supplier, candidates } }: Reading,
): Witnesses["supplier"] {
  const family = familyOf(category_key);
  const own = supplier_hits.filter((hit) => familyOf(hit.category_key) === family);
  if (own.some(({ weight }) => WHOLE_NAME.has(weight))) return "agrees";
  if (candidates.some((one) => one.step === "branch" && familyOf(one.category_key) === family)) return "branch";
  if (own.length > 0) return "part";
  if (supplier.length === 0) return "none";
  if (supplier.some((one) => tradeOf(one.category_key) === tradeOf(category_key))) return "group";
  // A name in the text, and a word of many names ("Handel"), do not say what the supplier sells.
  return supplier_hits.some(({ weight }) => weight >= SELLS) ? "other" : "none";
}

/** Who supplies water takes it away again, and who sells one fuel sells the others and charges cars. */
function tradeOf(category_key: string): string {
  if (category_key === "waste.operations.wastewater") return "purchases.water";
  if (THING.test(category_key)) return "things";
  return FUELS.test(category_key) ? "fuels" : groupOf(category_key);
}

const FUELS = /^(?:energy\.stationary\.|transport\.own\.|energy\.electricity\.ev_charging)/;

/** From this weight a word of the supplier's name says what it sells. */
const SELLS = 1.5;

/** Letters of a word that may name something. */
const WORD_MIN = 3;

/** When and by which paper: nothing of what was bought. */
const OF_THE_PAPER =
  /^(?:jan(?:uar[iy]?)?|feb(?:ruar[iy]?)?|mar(?:ts|s|ch|z)?|maerz|apr(?:il)?|maj|mai|may|jun[ie]?|jul[iy]?|aug(?:ust[i]?)?|sep(?:t|tember)?|okt(?:ober)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|dez(?:ember)?|uge|uger|maaned|kvartal|quarter|month|week|aar|aarlig|maanedlig|faktura|invoice|rechnung|fakturanr|ordre|pris|stk|retur|returneret|kreditnota|for|til|fra|med|inkl|incl|ekskl|excl|and|the|och|und)$/;

/** More of them say no more. */
const UNREAD_MAX = 3;

function unreadWords({ description, hits }: ReadText): number {
  let unread = 0;
  description.forEach((word, at) => {
    if (word.text.length < WORD_MIN || hits.some((hit) => at >= hit.at && at < hit.at + hit.length)) return;
    if (!/\d/.test(word.text) && !OF_THE_PAPER.test(word.text)) unread += 1;
  });
  return Math.min(unread, UNREAD_MAX);
}

/** What a line names by its nature, whoever sells it: fuels and refrigerants. */
const DECISIVE = /^(?:energy\.(?:fugitive|stationary)\.(?!wood_chips|firewood)|transport\.own\.)/;
/** The same where it is named clearly: energy, water and journeys. */
const DECISIVE_IF_CLEAR =
  /^(?:energy\.(?:electricity|heat)\.|purchases\.water\.|transport\.travel\.(?:air_|rail|taxi))/;
/** Services that are sold by those who sell nothing else, and are posted on accounts that hold nothing else: neither needs words. */
const ONE_TRADE =
  /^(?:purchases\.services\.(?:insurance|telecom|memberships|bank|rent|media|consulting|it_services|marketing|staffing|training|car_repair)|transport\.travel\.private_car)$/;
/** What suppliers sell in kinds, of which the words say which. */
const SOLD_IN_KINDS = /^(?:waste\.operations|transport\.travel)\./;

/** What makes a category certain enough to be taken: of whom two agree, or why its words are enough. */
export type Agreement =
  | "words and account"
  | "account and trade"
  | "account of one kind"
  | "words and supplier"
  | "words and part of the supplier's name"
  | "words of what is sold in kinds"
  | "words of its nature"
  | "words of one thing"
  | "words on a wide account"
  | "like lines of other books";

/** From these shares of the classifier it is a witness that is enough beside one of the others, and enough beside a narrow account. */
const LIKE_LINES: ReadonlySet<Likelihood> = new Set(["certain", "sure"]);
const LIKE_LINES_ON_NARROW_ACCOUNT: ReadonlySet<Likelihood> = new Set(["certain", "sure", "likely"]);
/** A classifier that holds a category less likely than all others together speaks against it. */
const SPEAKS_AGAINST: ReadonlySet<Likelihood> = new Set(["possible", "hardly", "unlikely"]);
/** Rare things of which the classifier has seen few lines or none: 36 of 37 such lines of twelve companies that it held unlikely were right. */
const NAMED_BY_NATURE: Agreement = "words of its nature";
/** An account of mileage allowance mostly holds nothing else; its lines name people and places, which tell the classifier little. */
const MILEAGE = "transport.travel.private_car";

/**
 * Who agree that a line is of the category: words, account and supplier among themselves (`agreed`) where the classifier does not speak against it, or
 * it and the classifier, which holds it very likely. Null: nobody, and the category is only suggested.
 */
export function agreementOf(witnesses: Witnesses, category_key: string): Agreement | null {
  const { account, classifier, is_likeliest } = witnesses;
  const agreement = agreed(witnesses, category_key);
  if (agreement === NAMED_BY_NATURE || (agreement !== null && category_key === MILEAGE && is_likeliest))
    return agreement;
  if (agreement !== null && !SPEAKS_AGAINST.has(classifier)) return agreement;
  if (account === "against") return null;
  return (account === "fits" ? LIKE_LINES_ON_NARROW_ACCOUNT : LIKE_LINES).has(classifier)
    ? "like lines of other books"
    : null;
}

/**
 * Who agree of words, account and supplier: two of them, or its words where they are decisive by their nature or name one
 * thing and nothing else, and nobody says otherwise. Null: nobody, and the category is only suggested. Measured on the labelled
 * companies: docs/categorisation.md.
 */
function agreed({ words, account, supplier, unread }: Witnesses, category_key: string): Agreement | null {
  if (account === "against") return null;
  const isSold = supplier === "agrees" || supplier === "branch";
  const isNamed = words === "plain" || words === "clear";
  const isNearlySold = isSold || supplier === "part" || supplier === "group";
  if (account === "decides") {
    if (isNamed || (words === "weak" && isNearlySold)) return "words and account";
    if (words === "weak") return null;
    if (isSold && ONE_TRADE.test(category_key)) return "account and trade";
    const isOfOneKind = ONE_TRADE.test(category_key) || category_key.startsWith(CAPITAL);
    return isOfOneKind && supplier !== "other" ? "account of one kind" : null;
  }
  if (isSold) {
    const isHinted = words === "weak" && account !== "none" && !THING.test(category_key);
    return words === "clear" || (isNamed && (account !== "none" || supplier === "branch")) || isHinted
      ? "words and supplier"
      : null;
  }
  if (account === "fits" && words === "clear") return "words and account";
  if (supplier === "other") return null;
  // An account of many services ("Underentreprenører") does not say that a word of the text is not about what they worked on.
  const isOnNarrowAccount = account !== "none" && !(account === "wide" && category_key.startsWith(SERVICES));
  if (supplier === "part" && isNamed && (isOnNarrowAccount || unread === 0))
    return "words and part of the supplier's name";
  if (supplier === "group" && account === "none" && words === "clear" && SOLD_IN_KINDS.test(category_key))
    return "words of what is sold in kinds";
  if (isNamed && DECISIVE.test(category_key)) return "words of its nature";
  const isAlone = account === "none" && supplier === "none";
  if (words === "clear" && DECISIVE_IF_CLEAR.test(category_key) && !(isAlone && unread > 1))
    return "words of its nature";
  if (words === "clear" && supplier === "none" && unread === 0 && !category_key.startsWith(CAPITAL))
    return "words of one thing";
  if (account === "fits") return isNamed ? "words and account" : null;
  const isClearOnWide = account === "wide" && words === "clear" && supplier === "none";
  return isClearOnWide && !category_key.startsWith(SERVICES) ? "words on a wide account" : null;
}
