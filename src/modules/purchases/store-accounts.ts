import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { SettlementLink } from "./account-record.ts";
import { PURCHASE_SOURCES, type PurchaseSource } from "./canonical-record.ts";
import { COLUMNS, ofSources } from "./known-columns.ts";
import { COMMON_WORDS, LEAD_LENGTH_MIN } from "./same-supplier.ts";
import type { KnownPurchase } from "./purchase.ts";

/** Purchases of one supplier that are looked at, the newest. */
const OF_SUPPLIER_MAX = 200;
/** Rows that name suppliers in their words only. */
const UNNAMED_MAX = 2000;
const RECORDS_MAX = 20_000;
/** Payments that name no supplier and are held against what arrives. */
const BATCHES_MAX = 200;

/**
 * The newest word about each payment and item of which the purchase `p` is one. As payment and as item by an index each: with `or` all
 * settlements of a company are read for each purchase while their table has no statistics.
 */
export const newestWords = (limit: number): string => `
        select distinct on (s.payment_id, s.item_id) s.payment_id, s.item_id, s.payment_source, s.state, s.amount, s.decision_id
        from (
          select * from purchase_settlements where tenant_id = $1 and environment = $2 and payment_id = p.id
          union all
          select * from purchase_settlements where tenant_id = $1 and environment = $2 and item_id = p.id and payment_id <> p.id
        ) as s
        order by s.payment_id, s.item_id, s.created_at desc, s.id desc limit ${limit}
      `;

/** What of a purchase `p` decides whether it is of account. */
const LOOKED_AT = `p.id, p.source, p.supplier_key, p.name_key, p.name_lead, p.words, p.counted_by, p.dated,
        p.source = 'bank' and coalesce(p.gross, p.net) < 0 as is_refund`;

/** Where a ledger arrives: most purchases are postings, and those of other sources have an index of their own. */
const BESIDE_LEDGERS = `p.source <> 'ledger' and ${ofSources("$12::text[]")}`;

/** The newest purchases that `of` names, of some sources. */
const NEWEST = (of: string, isOfSource: string): string => `
    cross join lateral (
      select ${LOOKED_AT} from purchases p
      where p.tenant_id = $1 and p.environment = $2 and ${of} and ${isOfSource}
        and p.dated between $6::date and $7::date
      order by p.dated desc, p.id limit ${OF_SUPPLIER_MAX}
    ) as known`;

/** The first word of a name that tells companies apart (same-supplier.ts). */
const LEAD = `(select n.word from unnest(string_to_array(name_key, ' ')) with ordinality as n (word, place)
      where length(n.word) >= ${LEAD_LENGTH_MIN} and n.word not in (${[...COMMON_WORDS].map((word) => `'${word}'`).join(", ")})
      order by n.place limit 1)`;

/** What is told of each record of `account`. */
const SHOWN = `
  select ${COLUMNS},
    array(select m.source from purchases m
      where m.tenant_id = $1 and m.environment = $2 and m.counted_by = p.id order by m.id limit 100) || p.source as told_by,
    coalesce((
      select json_agg(json_build_object('payment_id', s.payment_id, 'item_id', s.item_id,
               'payment_source', s.payment_source, 'state', s.state, 'amount', s.amount::text))
      from (${newestWords(1000)}) as s), '[]'::json) as links
  from account cross join lateral (
    select ${COLUMNS} from purchases p where p.tenant_id = $1 and p.environment = $2 and p.id = account.id limit 1
  ) as p
  order by p.dated, p.id limit ${RECORDS_MAX}`;

/**
 * Of what lies on the accounts, what can settle or be settled: no record settles one of its own source, so that those of the only source
 * that arrives ($11) are beside the point where nothing of another source ($12) names or has their supplier, or is named in what arrives of
 * it; they are not carried along then. What another record counts is of
 * no account either, but leads from money that came back to what was paid. What is left is read by its key, one by one: joined, the
 * planner reads all of a company's purchases for the few that it overestimates. "in ... is true" is looked up in a hash, whatever the
 * planner believes of the words: as a join it may compare each with all.
 */
const accounts = (isOfOthers: string) =>
  statement(`
  with told as (
    select known.* from unnest($3::text[]) as k (key) ${NEWEST("p.supplier_key = k.key", isOfOthers)}
    union
    select known.* from unnest($4::text[]) as w (word) ${NEWEST("p.name_lead = w.word", isOfOthers)}
  ), leads as (
    select unnest($5::text[]) as lead
    union
    select name_lead from told where length(name_lead) >= 3
  ), unnamed as (
    select ${LOOKED_AT} from purchases p
    where p.tenant_id = $1 and p.environment = $2 and p.supplier_key is null and p.counted_by is null
      and p.dated between $6::date and $7::date
      and exists (select from unnest(string_to_array(p.words, ' ')) as t (word) join leads on leads.lead = t.word)
    order by p.dated desc, p.id limit ${UNNAMED_MAX}
  ), batches as (
    select ${LOOKED_AT} from purchases p
    where $8::boolean and p.tenant_id = $1 and p.environment = $2 and p.payment = 'batch' and p.counted_by is null
      and p.dated between $6::date and $7::date
    order by p.dated desc, p.id limit ${BATCHES_MAX}
  ), openings as (
    select ${LOOKED_AT} from purchases p
    where $9::date is not null and p.tenant_id = $1 and p.environment = $2 and p.payment = 'transfer' and p.counted_by is null
      and p.state = 'settled' and p.dated <= $9::date
    order by p.dated desc, p.id limit ${UNNAMED_MAX}
  ), due as (
    select ${LOOKED_AT} from purchases p
    where ($10::boolean or exists (select from batches))
      and p.tenant_id = $1 and p.environment = $2 and p.source in ('invoice', 'ledger') and p.counted_by is null
      and p.dated between $6::date and $7::date
    order by p.dated desc, p.id limit ${UNNAMED_MAX}
  ), found as materialized (
    select * from told union select * from unnamed union select * from batches union select * from openings union select * from due
  ), others as materialized (
    select supplier_key, name_key, words from found where source <> $11::text
  ), arriving as materialized (
    select * from unnest($3::text[], $13::text[], $14::text[]) as k (key, leads, words)
  ), said as materialized (
    select distinct unnest(string_to_array(words, ' ')) as word from others
  ), named as materialized (
    select distinct ${LEAD} as word from others
  ), kept as materialized (
    select key from arriving
    where exists (select from batches) or key in (select supplier_key from others)
      or key in (select a.key from arriving a cross join unnest(string_to_array(a.leads, ' ')) as l (word)
                 where (l.word in (select word from said)) is true)
      or key in (select a.key from arriving a cross join unnest(string_to_array(a.words, ' ')) as t (word)
                 where (t.word in (select word from named)) is true)
  ), kept_words as materialized (
    select split_part(substr(key, 6), ' ', 1) as word from kept where key like 'name:%'
    union
    select w.word from unnest($4::text[]) as w (word) where w.word in (select word from said) or w.word in (select word from named)
  ), own as (
    select known.* from kept ${NEWEST("p.supplier_key = kept.key", ofSources("array[$11::text]"))}
    union
    select known.* from kept_words as w ${NEWEST("p.name_lead = w.word", ofSources("array[$11::text]"))}
  ), looked_at as materialized (
    select * from found union select * from own
  ), beside as (
    select r.id from looked_at r where $11::text is null or r.source <> $11::text or exists (select from batches)
    union
    select r.id from looked_at r join (select distinct supplier_key from others) as o on o.supplier_key = r.supplier_key
    union
    select r.id from looked_at r cross join lateral unnest(string_to_array(r.words, ' ')) as w (word)
    join (select distinct unnest(string_to_array(name_key, ' ')) as word from others) as o on o.word = w.word
    union
    select r.id from looked_at r cross join lateral unnest(string_to_array(r.name_key, ' ')) as w (word)
    join (select distinct unnest(string_to_array(words, ' ')) as word from others) as o on o.word = w.word
  ), account as (
    select r.id, r.dated from beside join looked_at r on r.id = beside.id
    where r.counted_by is null or exists (select from looked_at where is_refund)
    order by r.dated, r.id limit ${RECORDS_MAX}
  )
${SHOWN}`);

const ACCOUNTS = accounts(ofSources("$12::text[]"));
const ACCOUNTS_OF_LEDGER = accounts(BESIDE_LEDGERS);

/** A known purchase with what is said of it as payment and as item. */
export interface KnownRecord extends KnownPurchase {
  readonly told_by: readonly PurchaseSource[];
  readonly links: readonly SettlementLink[];
}

/** By what the accounts are found that new purchases belong to; ISO dates, both inclusive. */
export interface AccountQuery {
  readonly supplier_keys: readonly string[];
  /** What arrives of each key, by its position: the words that tell its names apart, and all words of its texts. */
  readonly supplier_leads: readonly string[];
  readonly supplier_words: readonly string[];
  /** First words of names. */
  readonly first_words: readonly string[];
  /** Words that rows without a supplier name one by. */
  readonly lead_words: readonly string[];
  readonly first: string;
  readonly last: string;
  /** Bills arrive: payments that name no supplier may be of them. */
  readonly has_bills: boolean;
  /** Until when transfers that count may settle what was bought before the bank's first row; null: none is looked at. */
  readonly opening_until: string | null;
  /** Payments arrive that name no supplier: bills of all suppliers are looked at. */
  readonly has_batches: boolean;
  /** The only source that arrives; null: several do, or people merged suppliers. */
  readonly only_source: PurchaseSource | null;
}

/** What is known of the accounts: one statement. Under the lock of the audit chain. */
export async function selectAccounts(tx: TenantQueries, query: AccountQuery): Promise<KnownRecord[]> {
  const { supplier_keys, first_words, lead_words, first, last, has_bills, opening_until, has_batches } = query;
  const unmatched = [has_bills, opening_until, has_batches];
  const others = PURCHASE_SOURCES.filter((source) => source !== query.only_source);
  const named = [supplier_keys, first_words, lead_words, first, last];
  const said = [query.supplier_leads, query.supplier_words];
  const accountsOf = query.only_source === "ledger" ? ACCOUNTS_OF_LEDGER : ACCOUNTS;
  return await tx.rows<KnownRecord>(accountsOf, [...named, ...unmatched, query.only_source, others, ...said]);
}

const OF_PURCHASE = statement(`
  select s.payment_id, s.item_id, s.payment_source, s.state, s.amount, s.decision_id from (
    select distinct on (s.payment_id, s.item_id) s.payment_id, s.item_id, s.payment_source, s.state, s.amount, s.created_at, s.id,
      s.decision_id
    from purchase_settlements s
    where s.tenant_id = $1 and s.environment = $2 and (s.payment_id = $3 or s.item_id = $3)
    order by s.payment_id, s.item_id, s.created_at desc, s.id desc
  ) as s order by s.created_at, s.id limit 1000`);

export interface SaidSettlement extends SettlementLink {
  /** The decision about the pair that says so; null: a rule does, or a decision about the line. */
  readonly decision_id: string | null;
}

/** The newest word about each payment and item of which the purchase is one, the oldest first. */
export async function selectSettlements(tx: TenantQueries, purchaseId: string): Promise<SaidSettlement[]> {
  return await tx.rows<SaidSettlement>(OF_PURCHASE, [purchaseId]);
}

export interface NewSettlement extends SettlementLink {
  readonly id: string;
  /** The decision about the pair that says so; absent: none. */
  readonly decision_id?: string;
}

const INSERT = statement(`
  insert into purchase_settlements (tenant_id, environment, id, payment_id, item_id, payment_source, state, amount, decision_id)
  select $1, $2, r.id, r.payment_id, r.item_id, r.payment_source, r.state, r.amount, r.decision_id
  from json_populate_recordset(null::purchase_settlements, $3::json) as r`);

export async function insertSettlements(tx: TenantQueries, settlements: readonly NewSettlement[]): Promise<void> {
  if (settlements.length > 0) await tx.rows(INSERT, [JSON.stringify(settlements)]);
}

const PAYMENTS = statement(`
  select p.id, p.source, p.document_id, p.activity_ids, p.counted_by, p.state from purchases p
  where p.tenant_id = $1 and p.environment = $2 and p.id = any($3::uuid[])
  order by p.id limit 1000`);

/** The records of purchases, by their ids. */
export async function selectRecords(
  tx: TenantQueries,
  ids: readonly string[],
): Promise<Pick<KnownPurchase, "id" | "source" | "document_id" | "activity_ids" | "counted_by" | "state">[]> {
  return ids.length === 0 ? [] : await tx.rows(PAYMENTS, [ids]);
}
