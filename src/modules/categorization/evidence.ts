import { type AccountHeading, fitsHeading, headingOf } from "./account-heading.ts";
import { ACCOUNT_NAME_MAX, besides, doubted, freightOf, uncorroborated, strongest } from "./agreement.ts";
import { caveatsOf } from "./caveats.ts";
import { branchCandidates } from "./branch.ts";
import { withoutCardPayment } from "./card-payment.ts";
import { ACCOUNTS, type AccountMeaning } from "./lexicon/accounts.ts";
import type { Candidate, CategorizationInput } from "./decision.ts";
import { downWeighted } from "./down-weighting.ts";
import { namesFlightRoute } from "./places.ts";
import { nameTokens, termsOfName } from "./names.ts";
import type { ReadText } from "./read-text.ts";
import type { CategorizationTables } from "./term-tables.ts";
import { type Hit, matchTerms, matchWholeTerms } from "./match-terms.ts";
import { type Token, tokens } from "./text.ts";
import { wasteHits, withoutAnyWaste } from "./waste.ts";

const NO_WORDS: readonly Token[] = [];

/** Splits the three texts of a line and looks them up, once for all steps. */
export function readText(input: CategorizationInput, tables: CategorizationTables): ReadText {
  const words = tokens(input.description);
  const description = input.document_type === "bank_statement" ? withoutCardPayment(words) : words;
  const supplier = input.supplier_name === null ? NO_WORDS : nameTokens(input.supplier_name);
  const account = input.gl_account_name === null ? NO_WORDS : nameTokens(input.gl_account_name);
  return {
    description,
    supplier,
    account,
    heading: account.length === 0 ? null : headingOf(tables.headings, account),
    caveats: caveatsOf(description),
    hits: matchTerms(tables.lexicon, description),
    supplier_hits: supplier.length === 0 ? [] : termsOfName(tables.suppliers, supplier),
  };
}

/** A second word for the same category adds less: it mostly repeats the first. */
const REPEATED = [1, 0.35, 0.15] as const;

const ACCOUNT_NUMBER = 1.6;
const ACCOUNT_NUMBER_BESIDE_NAME = 0.6;
const ACCOUNT_NAME = 0.6;
/** A heading decides where nothing contradicts it. */
const HEADING = 1.3;
const FAMILY = 0.6;
const BRAND_IN_TEXT = 0.5;
/** From this weight a hit says what was done, and the things it was done to are not what was bought. */
const ACTION_NAMED = 4;
const THING_OF_ACTION = 0.3;
/** Bought alone, but only carried or fitted beside a transport or a repair. */
const SPARE_PARTS = "purchases.goods.spare_parts";
const ACTIONS =
  /^(?:purchases\.services\.|leased_upstream\.|purchases\.goods\.spare_parts|transport\.upstream\.|waste\.)/;
const THINGS =
  /^(?:capital\.goods\.(?!buildings)|purchases\.materials\.|purchases\.goods\.(?!spare_parts)|purchases\.food\.canteen)/;

/** Candidates of steps 5 to 7 (account, lexicon and supplier, the supplier's branch), unordered, one per category and step. */
export function lexicalCandidates(
  input: CategorizationInput,
  text: ReadText,
  tables: CategorizationTables,
): LexicalEvidence {
  const names = matchWholeTerms(tables.suppliers, text.description);
  const hits = freightOf(notInNames(text, names), text.supplier_hits);
  const read = withoutThings(
    downWeighted([...withoutAnyWaste(hits, wasteHits(text)), ...routeHits(text)], text.description),
  );
  const fromText = summed(read, "lexicon", "text");
  const bySupplier = supplierCandidates(text, hits, names);
  const context = [...bySupplier, ...accountCandidates(input, text, tables), ...branchCandidates(input)];
  const families = familyCandidates(input, [...fromText, ...context]);
  const beside = besides(context, strongest(fromText));
  // A bank's line has no supplier of its own: the payee's name is its text.
  const isNamed = text.supplier.length > 0 || text.account.length > 0;
  const said = fromText.length === 0 && isNamed ? uncorroborated(beside) : doubted(fromText, context, beside);
  return { candidates: underHeading([...said, ...families], text.heading), text: fromText, supplier: bySupplier };
}

/** On an account of another heading a candidate is rather a word with a second meaning. */
const AGAINST_HEADING = 0.4;

function underHeading(candidates: readonly Candidate[], heading: AccountHeading | null): Candidate[] {
  if (heading === null || heading.family.length === 0) return [...candidates];
  return candidates.map((candidate) =>
    fitsHeading(heading, candidate.category_key)
      ? candidate
      : { ...candidate, weight: candidate.weight * AGAINST_HEADING },
  );
}

/** The candidates of a line, and which of them its own words and its supplier name. */
export interface LexicalEvidence {
  readonly candidates: readonly Candidate[];
  readonly text: readonly Candidate[];
  readonly supplier: readonly Candidate[];
}

/** A line as it was read: its words, and what they name. */
export interface Reading {
  readonly text: ReadText;
  readonly evidence: LexicalEvidence;
}

const FLIGHT_ROUTE = 5;
const FREIGHT = "transport.upstream.";

/** "CPH-LHR" is a flight without a word that says so, unless it says that goods were carried. */
function routeHits(text: ReadText): Hit[] {
  if (text.hits.some((hit) => hit.weight >= ACTION_NAMED && hit.category_key.startsWith(FREIGHT))) return [];
  if (!namesFlightRoute(text.description.map((word) => word.text))) return [];
  const label = "route between airports";
  return [{ category_key: "transport.travel.air_short", weight: FLIGHT_ROUTE, label, at: 0, length: 1 }];
}

/** "Reparation af traktor", "leje af maskine": beside a named action, things weigh little. */
function withoutThings(hits: Hit[]): Hit[] {
  const acts = hits.filter((hit) => hit.weight >= ACTION_NAMED && ACTIONS.test(hit.category_key));
  if (acts.length === 0) return hits;
  const moves = acts.some((hit) => hit.category_key !== SPARE_PARTS);
  return hits.map((hit) => {
    const isThing = THINGS.test(hit.category_key) || (moves && hit.category_key === SPARE_PARTS);
    return isThing ? { ...hit, weight: hit.weight * THING_OF_ACTION } : hit;
  });
}

/** "JOE & THE JUICE": on a line without a supplier a name of several words leaves its words no meaning of their own. */
function notInNames(text: ReadText, names: readonly Hit[]): readonly Hit[] {
  const phrases = text.supplier.length === 0 ? names.filter((name) => name.length > 1) : [];
  if (phrases.length === 0) return text.hits;
  return text.hits.filter((hit) => !phrases.some((name) => covers(name, hit)));
}

function covers(whole: Hit, part: Hit): boolean {
  return part.length < whole.length && part.at >= whole.at && part.at + part.length <= whole.at + whole.length;
}

function supplierCandidates(text: ReadText, hits: readonly Hit[], names: readonly Hit[]): Candidate[] {
  // What the text says already is not said again by the same words.
  const said = new Set(hits.map((hit) => `${hit.at} ${hit.category_key}`));
  const inText = summed(
    names.filter(
      (name) => !said.has(`${name.at} ${name.category_key}`) && !hits.some((phrase) => covers(phrase, name)),
    ),
    "lexicon",
    "text as a name",
  );
  // A bank line has no supplier of its own: its text is mostly the payee's name.
  if (text.supplier.length === 0) return inText;
  const named = summed(text.supplier_hits, "lexicon", "supplier");
  const suppliers = new Set(named.map((candidate) => candidate.category_key));
  const others = inText.filter((candidate) => !suppliers.has(candidate.category_key));
  return [...named, ...others.map((candidate) => ({ ...candidate, weight: candidate.weight * BRAND_IN_TEXT }))];
}

function accountCandidates(input: CategorizationInput, text: ReadText, tables: CategorizationTables): Candidate[] {
  const named = accountNameCandidates(text, tables);
  const meaning = meaningOf(input.gl_account);
  if (meaning?.decides === undefined) return named;
  // A company with its own chart may use the number for something else; the name, where there is one, knows better.
  const weight = text.account.length === 0 ? ACCOUNT_NUMBER : ACCOUNT_NUMBER_BESIDE_NAME;
  const reason = `account ${input.gl_account} (${meaning.heading})`;
  return [...named, { category_key: meaning.decides, weight, reason, step: "account" }];
}

/** What the name of an account says: its heading, and without one the words in it. */
function accountNameCandidates({ account, heading, caveats }: ReadText, tables: CategorizationTables): Candidate[] {
  if (heading !== null) {
    const { label } = heading;
    const decides = heading.decides ?? (caveats.has("act") ? heading.decides_what_was_done : undefined);
    if (decides === undefined) return [];
    return [{ category_key: decides, weight: HEADING, reason: `account headed "${label}"`, step: "account" }];
  }
  return summed(termsOfName(tables.lexicon, account), "account", "account name").map((candidate) => ({
    ...candidate,
    weight: Math.min(ACCOUNT_NAME_MAX, candidate.weight * ACCOUNT_NAME),
  }));
}

function familyCandidates(input: CategorizationInput, others: readonly Candidate[]): Candidate[] {
  const meaning = meaningOf(input.gl_account);
  if (meaning?.family === undefined) return [];
  const { family, heading } = meaning;
  const reason = `fits account ${input.gl_account} (${heading})`;
  const keys = new Set(others.map((candidate) => candidate.category_key));
  return [...keys]
    .filter((key) => family.some((start) => key.startsWith(start)))
    .map((category_key) => ({ category_key, weight: FAMILY, reason, step: "account" }));
}

/** What the number of an account means in the Danish standard chart. */
export function meaningOf(account: string | null): AccountMeaning | undefined {
  return account === null ? undefined : accountMeaning(ACCOUNTS, account);
}

/** The row of the table that a four-digit account number falls into; other numbers are a company's own. */
export function accountMeaning(table: readonly AccountMeaning[], account: string): AccountMeaning | undefined {
  if (!/^\d{4}$/.test(account)) return undefined;
  const number = Number(account);
  return table.find((row) => number >= row.from && number <= row.to);
}

function summed(hits: readonly Hit[], step: "lexicon" | "account", where: string): Candidate[] {
  const byCategory = new Map<string, Hit[]>();
  for (const hit of hits) {
    const categoryHits = byCategory.get(hit.category_key);
    if (categoryHits === undefined) byCategory.set(hit.category_key, [hit]);
    else categoryHits.push(hit);
  }
  return [...byCategory].map(([category_key, categoryHits]) => {
    const ordered = categoryHits.toSorted((a, b) => b.weight - a.weight);
    const weight = ordered.reduce((sum, hit, rank) => sum + hit.weight * (REPEATED[rank] ?? 0), 0);
    const labels = [...new Set(ordered.slice(0, 2).map((hit) => `"${hit.label}"`))].join(", ");
    return {
      category_key,
      weight,
      reason: `${labels} in the ${where}`,
      step,
    };
  });
}
