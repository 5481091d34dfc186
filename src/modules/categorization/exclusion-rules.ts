import { SERVICES } from "./category-kinds.ts";
import type { Candidate, CategorizationInput } from "./decision.ts";
import { accountMeaning } from "./evidence.ts";
import type { ReadText } from "./read-text.ts";
import { NOT_RELEVANT_ACCOUNTS } from "./lexicon/accounts.ts";
import { BALANCE_ACCOUNTS } from "./lexicon/balance-accounts.ts";
import { termsOfName, wholeTermsOfName } from "./names.ts";
import { type CategorizationTables, NOT_RELEVANT_KEY } from "./term-tables.ts";
import { type Hit, matchWholeTerms } from "./match-terms.ts";
import { fold, type Token } from "./text.ts";

/** Incoming money on a bank statement is a sale or a transfer, unless its text says that a purchase was paid back. */
const PAID_BACK = new Set(
  "refusion refunderet retur returnering refund refunded tilbagebetaling tilbagefoersel kreditnota chargeback".split(
    " ",
  ),
);

/** From this weight another category is named so clearly that a word of the guard is only part of its description. */
const NAMED_CLEARLY = 4;
/** From this weight anything speaks against a bare account number. */
const NAMED = 1;

/** Step 1: why the line buys nothing (pay, tax, interest, transfer, own sale), or null when it may be a purchase. */
export function notRelevant(
  input: CategorizationInput,
  text: ReadText,
  tables: CategorizationTables,
): Candidate | null {
  if (isIncoming(input, text)) return because("incoming payment");
  const balance = byBalanceAccount(input);
  if (balance !== null) return balance;
  if (!isSoldOnAccountOfPay(text, tables)) {
    const account = byHeading(text) ?? byAccountOfPay(text, tables);
    if (account !== null) return account;
  }
  const duty = duties(text, tables);
  if (duty !== null) return duty;
  const hits = matchWholeTerms(tables.not_relevant, text.description);
  const other = clearest(text.hits, hits);
  const [first] = hits;
  if (first !== undefined && isHeadedByPurchases(text)) return null;
  if (first !== undefined && other < NAMED_CLEARLY && !buysService(tables, text.description, hits)) {
    return because(`"${first.label}" in the text`);
  }
  if (other >= NAMED_CLEARLY) return null;
  const payee = text.supplier.length === 0 ? text.description : text.supplier;
  const [collector] =
    payee === text.supplier
      ? wholeTermsOfName(tables.not_relevant_suppliers, payee)
      : matchWholeTerms(tables.not_relevant_suppliers, payee);
  if (collector !== undefined) return because(`"${collector.label}" only collects taxes or contributions`);
  return isSoldOnAccountOfPay(text, tables) ? null : byAccount(input, text, tables, other);
}

/**
 * On an account of pay a line of a supplier, who neither collects contributions nor speaks of pay alone, may be what a payroll costs, or
 * people who were hired: it is asked about.
 */
function isSoldOnAccountOfPay({ supplier, account, description }: ReadText, tables: CategorizationTables): boolean {
  if (supplier.length === 0 || wholeTermsOfName(tables.pay, account).length === 0) return false;
  if (wholeTermsOfName(tables.not_relevant_suppliers, supplier).length > 0) return false;
  const ofPay = matchWholeTerms(tables.not_relevant, description);
  return ofPay.length === 0 || buysService(tables, description, ofPay);
}

/** Of a ledger that holds both sides of its postings, the side that is no cost. A bank's own statement names the payee, not such an account. */
function byBalanceAccount({ gl_account_name }: CategorizationInput): Candidate | null {
  const name = gl_account_name === null ? "" : fold(gl_account_name).trim();
  return BALANCE_ACCOUNTS.has(name)
    ? because(`"${gl_account_name}" is an account of the balance sheet or of depreciation`)
    : null;
}

/**
 * An account that is headed by pay, tax, money, claims or depreciation and by nothing that is bought. People who are hired are ones to be
 * asked about.
 */
function byHeading({ heading, hits }: ReadText): Candidate | null {
  if (heading?.buys_nothing !== true) return null;
  if (hits.some(({ category_key, weight }) => weight >= NAMED && category_key === STAFFING)) return null;
  return because(`account headed "${heading.label}"`);
}

const STAFFING = "purchases.services.staffing";

/** On an account of purchases a word of the guard in a supplier's line is one of its other meanings: "BLL-JED, salg Mellemøsten". */
function isHeadedByPurchases({ heading, supplier }: ReadText): boolean {
  return heading !== null && heading.family.length > 0 && !heading.holds_nothing && supplier.length > 0;
}

/**
 * A tax or duty that the line begins with, whatever it is levied on ("Registreringsafgift, ny varebil"). Behind a thing it is part
 * of that thing's price ("Varebil inkl. registreringsafgift"), and a service that deals with it is bought.
 */
function duties(text: ReadText, tables: CategorizationTables): Candidate | null {
  const hits = matchWholeTerms(tables.duties, text.description);
  const [first] = hits;
  if (first === undefined) return dutiesByAccount(text, tables);
  if (buysService(tables, text.description, hits)) return null;
  const before = text.hits.filter(({ at }) => at < first.at);
  const services = text.hits.filter(({ category_key }) => category_key.startsWith(SERVICES));
  if (clearest(before, hits) >= NAMED || clearest(services, hits) >= NAMED_CLEARLY) return null;
  return because(`"${first.label}" is a tax or duty, for which nothing is delivered`);
}

/** An account that is named after taxes and nothing else, where the text names no purchase. */
function dutiesByAccount(text: ReadText, tables: CategorizationTables): Candidate | null {
  const named = wholeTermsOfName(tables.duties, text.account);
  const [first] = named;
  if (first === undefined || buysService(tables, text.account, named)) return null;
  const bought = clearest([...text.hits, ...text.supplier_hits], []);
  if (bought >= NAMED || clearest(termsOfName(tables.lexicon, text.account), named) >= NAMED) return null;
  return because(`"${first.label}" in the account's name`);
}

/** Words of accounts that hold more than pay. */
const OTHER_COSTS = /omkost|udgift|kostnad|aufwend|expens|cost/;

/**
 * An account of pay decides before any word of the line is read: the text of such a posting often says what the work was. One
 * that names something bought as well ("Løn og kørsel"), or other costs ("Løn og personaleomkostninger"), does not.
 */
function byAccountOfPay(text: ReadText, tables: CategorizationTables): Candidate | null {
  const named = wholeTermsOfName(tables.pay, text.account);
  const [first] = named;
  if (first === undefined || buysService(tables, text.account, named)) return null;
  const covered = coveredBy(named);
  if (text.account.some((word, at) => !covered.has(at) && OTHER_COSTS.test(word.text))) return null;
  // "Løn rengøring" is the pay of those who clean; "Løn og rengøring" and "Løn, rengøring" hold both.
  const isOfDepartment = first.at === 0 && isOneName(text.account);
  if (!isOfDepartment && clearest(termsOfName(tables.lexicon, text.account), named) >= NAMED) return null;
  return because(`"${first.label}" in the account's name`);
}

function isOneName(name: readonly Token[]): boolean {
  return name.length < 3 && !name.some((word, at) => at > 0 && word.starts_clause);
}

function byAccount(
  input: CategorizationInput,
  text: ReadText,
  tables: CategorizationTables,
  other: number,
): Candidate | null {
  const named = wholeTermsOfName(tables.not_relevant, text.account);
  const [first] = named;
  const isPurchase = text.heading !== null && text.heading.family.length > 0;
  if (first !== undefined && !isPurchase && !buysService(tables, text.account, named)) {
    return because(`"${first.label}" in the account's name`);
  }
  const meaning = input.gl_account === null ? undefined : accountMeaning(NOT_RELEVANT_ACCOUNTS, input.gl_account);
  // The number alone proves little: other charts use these ranges for costs, and then the text says so.
  if (meaning === undefined || other >= NAMED || text.account.length > 0 || text.supplier.length > 0) return null;
  return because(`account ${input.gl_account} (${meaning.heading})`);
}

function isIncoming(input: CategorizationInput, text: ReadText): boolean {
  if (input.document_type !== "bank_statement" || input.amount === null) return false;
  return Number(input.amount) > 0 && !text.description.some((word) => PAID_BACK.has(word.text));
}

function buysService(tables: CategorizationTables, words: readonly Token[], guarded: readonly Hit[]): boolean {
  const covered = coveredBy(guarded);
  return matchWholeTerms(tables.not_relevant_unless, words).some((hit) => !covered.has(hit.at));
}

/** Weight of the clearest other category, leaving out the words that the guard read. */
function clearest(hits: readonly Hit[], guarded: readonly Hit[]): number {
  const covered = coveredBy(guarded);
  return hits.reduce((most, hit) => (covered.has(hit.at) ? most : Math.max(most, hit.weight)), 0);
}

function coveredBy(hits: readonly Hit[]): Set<number> {
  const covered = new Set<number>();
  for (const hit of hits) for (let at = hit.at; at < hit.at + hit.length; at += 1) covered.add(at);
  return covered;
}

function because(reason: string): Candidate {
  return { category_key: NOT_RELEVANT_KEY, weight: 5, reason, step: "guard" };
}
