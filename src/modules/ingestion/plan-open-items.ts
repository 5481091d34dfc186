import type { Catalog } from "../../core/catalog.ts";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { ownCurrency } from "../../core/currency.ts";
import { plusDays } from "../../core/days.ts";
import { exchangedAmount } from "../../core/exchanged-amount.ts";
import { decimalText } from "../../core/quantity.ts";
import {
  type AccountDecision,
  type AccountRecord,
  clustersOf,
  leadWord,
  type MergedKeys,
  type OwnPurchase,
  OPENING_DAYS,
  planAccounts,
  type PurchaseMatch,
  purchaseSources,
  recordOf,
  selectAccounts,
  type SettlementDecision,
  sourcesInForce,
  type SourcesInForce,
} from "../purchases/index.ts";
import { numberingSources } from "../data-sources/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import { loadMergedSupplierKeys } from "../supplier-register/index.ts";
import { lineMatches } from "./link-purchases.ts";
import { type PurchaseMatches } from "./purchase-matches.ts";

/** What settles an item, and what it settles, lie at most so many days apart. */
const ACCOUNT_DAYS = 180;

/**
 * What the purchases of documents settle of what their suppliers billed, and what settles theirs, where no purchase is the same by
 * itself (CARBON accounts: one equal item, a unique set, a named part; else a question). Documents of one call see each other. One
 * statement for the accounts, one for merged suppliers, one more where one purchase equals one known. Under the lock of the audit chain.
 */
export async function withOpenItems(
  ctx: Pick<Context, "newId" | "tenant">,
  tx: TenantTransaction,
  documents: readonly { readonly purchases: PurchaseMatches; readonly catalog: Catalog; readonly is_open: boolean }[],
  closed: readonly YearDays[],
): Promise<PurchaseMatches[]> {
  const named = documents.map(({ purchases }) => ({ ...purchases, ids: purchases.own.map(() => ctx.newId()) }));
  const own = named.flatMap((purchases, index) => (documents[index]?.is_open === true ? newRecords(purchases) : []));
  const [first] = documents;
  if (first === undefined || own.length === 0) return named;
  const lists = await loadMergedSupplierKeys(tx);
  const sources = await sourcesOf(tx, own, closed);
  const known = await selectAccounts(tx, { ...accountQuery(own, lists), ...unmatchedQuery(own, sources) });
  const told = toldBy(named);
  const records = [
    ...own,
    ...known.map((record): AccountRecord => {
      return Object.assign(record, { is_new: false, told_by: [...record.told_by, ...(told.get(record.id) ?? [])] });
    }),
  ];
  const decisions = planAccounts(records, {
    merged: mergedKeys(lists),
    home_currency: ownCurrency(ctx.tenant.country),
    rate: rateOf(first.catalog),
    sources,
  });
  return await applied(tx, named, decisions);
}

/** What the company's sources decide about payments, with the rows that arrive. */
async function sourcesOf(
  tx: TenantTransaction,
  own: readonly AccountRecord[],
  closed: readonly YearDays[],
): Promise<SourcesInForce> {
  const is_ledger_connected = (await numberingSources(tx)).size > 0;
  const company = await purchaseSources(tx, { is_ledger_connected });
  const banked = own.filter(({ source }) => source === "bank");
  const arriving = {
    has_bills: own.some(isBill),
    bank_since: banked.map(({ dated }) => dated).toSorted()[0] ?? null,
  };
  return sourcesInForce(company, arriving, (day) => closed.some(({ from, to }) => from <= day && day <= to));
}

function isBill({ source }: AccountRecord): boolean {
  return source === "invoice" || source === "ledger";
}

function unmatchedQuery(own: readonly AccountRecord[], { begins, bank_since }: SourcesInForce) {
  return {
    has_bills: own.some(isBill),
    opening_until: begins && bank_since !== null ? plusDays(bank_since, OPENING_DAYS) : null,
    has_batches: own.some(({ payment }) => payment === "batch"),
  };
}

/** Of a purchase whose document is being recorded. */
const NOT_YET_RECORDED = { document_id: "", activity_ids: [] };

/** Those that may be items or payments; one that is another's duplicate already is neither. */
function newRecords({ own, matches, ids = [] }: PurchaseMatches): AccountRecord[] {
  return own.flatMap((purchase, index): AccountRecord[] => {
    const match = matches[index];
    const id = ids[index];
    if (
      id === undefined ||
      purchase.source === "statement" ||
      match?.posting !== undefined ||
      isAskedAbout(purchase, match)
    )
      return [];
    const members = match?.same.flatMap((cluster) => cluster.members) ?? [];
    const isInvoice = purchase.source === "invoice";
    if (members.length > 0 && !isInvoice) return [];
    const told_by = [purchase.source, ...members.map(({ source }) => source)];
    // Added to the new record: a copy of so many members is slow to build and to read.
    return [Object.assign(recordOf(purchase, { id, ...NOT_YET_RECORDED }), { is_new: true, told_by, links: [] })];
  });
}

/** An invoice of which a posting may tell, or another invoice, is its supplier's all the same. */
function isAskedAbout(own: OwnPurchase, match: PurchaseMatch | undefined): boolean {
  return match?.possibleDuplicates.some(({ source }) => source !== "ledger" && source !== own.source) === true;
}

/** Sources by which documents of this call tell of known purchases, by the id of each. */
function toldBy(documents: readonly PurchaseMatches[]): Map<string, OwnPurchase["source"][]> {
  const told = new Map<string, OwnPurchase["source"][]>();
  for (const { own, matches } of documents) {
    for (const [index, { same }] of matches.entries()) {
      const source = own[index]?.source;
      if (source === undefined) continue;
      for (const { id } of same.flatMap(({ members }) => members)) told.set(id, [...(told.get(id) ?? []), source]);
    }
  }
  return told;
}

function mergedKeys(lists: readonly (readonly string[])[]): MergedKeys {
  return new Map(lists.flatMap((keys) => keys.map((key) => [key, keys[0] ?? key] as const)));
}

function accountQuery(own: readonly AccountRecord[], merged: readonly (readonly string[])[]) {
  const stated = saidByKey(own);
  const joined = merged.filter((keys) => keys.some((key) => stated.has(key))).flat();
  const named = own.flatMap(({ name_key }) => name_key?.split(" ")[0] ?? []);
  const inWords = own.flatMap(({ source, supplier_key, words }) =>
    source === "bank" || supplier_key === null ? words.split(" ").filter((word) => word.length >= 3) : [],
  );
  const days = own.map(({ dated }) => dated).toSorted();
  const supplier_keys = [...new Set([...stated.keys(), ...joined])];
  return {
    supplier_keys,
    supplier_leads: supplier_keys.map((key) => [...(stated.get(key)?.leads ?? [])].join(" ")),
    supplier_words: supplier_keys.map((key) => [...(stated.get(key)?.words ?? [])].join(" ")),
    first_words: [...new Set([...named, ...inWords])],
    lead_words: [...new Set(own.flatMap(({ name_key }) => leadWord(name_key) ?? []))],
    only_source: merged.length > 0 ? null : onlySource(own),
    first: plusDays(days[0] ?? "", -ACCOUNT_DAYS),
    last: plusDays(days.at(-1) ?? "", ACCOUNT_DAYS),
  };
}

interface Said {
  readonly leads: Set<string>;
  readonly words: Set<string>;
}

/** The keys of the suppliers, by number and by name, each with what their purchases say. */
function saidByKey(own: readonly AccountRecord[]): Map<string, Said> {
  const said = new Map<string, Said>();
  for (const { supplier_key, name_key, words } of own) {
    const lead = leadWord(name_key);
    for (const key of [supplier_key, name_key === null ? null : `name:${name_key}`]) {
      if (key === null) continue;
      const of = said.get(key) ?? { leads: new Set(), words: new Set() };
      said.set(key, of);
      if (lead !== undefined) of.leads.add(lead);
      for (const word of words.split(" ")) of.words.add(word);
    }
  }
  return said;
}

function onlySource(own: readonly AccountRecord[]): AccountRecord["source"] | null {
  const [first = null, ...more] = new Set(own.map(({ source }) => source));
  return more.length === 0 ? first : null;
}

function rateOf(catalog: Catalog) {
  return (from: string, to: string, day: string): string | null => {
    const one = exchangedAmount({ value: "1", currency: from }, { currency: to, day }, catalog);
    return one === null ? null : decimalText(one);
  };
}

/** The documents with what was decided, each decision with the document of the new purchase that made it so. */
async function applied(
  tx: TenantTransaction,
  documents: readonly PurchaseMatches[],
  decisions: readonly AccountDecision[],
): Promise<PurchaseMatches[]> {
  const same = decisions.filter((decision) => decision.kind === "same");
  const settlements = decisions.filter((decision) => decision.kind !== "same");
  const clusters = same.length === 0 ? new Map() : await clustersOf(tx, same.map(knownOf));
  const partners = new Map(same.map((decision) => [newOf(decision).id, knownOf(decision).id]));
  const ofPayment = new Map(settlements.toReversed().map((decision) => [decision.payment.id, decision]));
  const ofKnown = settlements.filter(({ payment }) => !payment.is_new);
  return documents.map((purchases) => {
    const { own, ids = [] } = purchases;
    const matches = own.map((_, index): PurchaseMatch => {
      const match = purchases.matches[index] ?? { same: [], by: null, possibleDuplicates: [] };
      const id = ids[index] ?? "";
      const cluster = clusters.get(partners.get(id) ?? "");
      const account = ofPayment.get(id);
      const displaced = ofKnown.filter((decision) => isAbout(decision, id));
      return {
        ...match,
        ...(cluster === undefined ? {} : { same: [...match.same, cluster], by: match.by ?? "supplier" }),
        ...(account === undefined ? {} : { account }),
        ...(displaced.length === 0 ? {} : { displaced: displaced.map(({ payment }) => payment) }),
      };
    });
    const own_ids = new Set(ids);
    return {
      ...purchases,
      matches,
      settlements: settlements.filter(({ cause }) => own_ids.has(cause.id)),
      lines: lineMatches(own, matches),
    };
  });
}

interface SamePurchase {
  readonly payment: AccountRecord;
  readonly item: AccountRecord;
}

function knownOf({ payment, item }: SamePurchase): AccountRecord {
  return payment.is_new ? item : payment;
}

function newOf({ payment, item }: SamePurchase): AccountRecord {
  return payment.is_new ? payment : item;
}

/** A payment that nothing recorded is the purchase of is not this document's. */
function isAbout({ cause, shares, why }: SettlementDecision, id: string): boolean {
  if (why !== undefined) return false;
  return cause.id === id || shares.some(({ item }) => item.id === id);
}
