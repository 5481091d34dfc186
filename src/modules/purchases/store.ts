import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { PurchaseState, SourceRecord } from "./canonical-record.ts";
import type { KnownPurchase } from "./purchase.ts";

/** Records that one purchase may have. */
const MEMBERS_MAX = 100;

const COLUMNS = "p.id, p.source, p.document_id, p.activity_ids, p.counted_by, p.state";
/** The condition of the index of purchases that a decision about a line may change. */
const MAY_CHANGE = "(p.state <> 'settled' or p.source in ('invoice', 'statement'))";

const OF_ACTIVITY = statement(`
  select ${COLUMNS} from purchases p
  where p.tenant_id = $1 and p.environment = $2 and p.document_id = $3 and ${MAY_CHANGE}
    and p.activity_ids @> jsonb_build_array($4::text) and (p.matched_by is distinct from 'posting' or p.counted_by is null)
  order by p.id limit 1`);

/** The purchase that a line of a document records, when a decision about the line may change which document counts. */
export async function selectPurchaseOfActivity(
  tx: TenantQueries,
  { id, document_id }: { readonly id: string; readonly document_id: string },
): Promise<SourceRecord | undefined> {
  return (await tx.rows<SourceRecord>(OF_ACTIVITY, [document_id, id]))[0];
}

const MEMBERS = statement(`
  select * from (
    select ${COLUMNS} from purchases p where p.tenant_id = $1 and p.environment = $2 and p.id = $3
    union all
    select ${COLUMNS} from purchases p where p.tenant_id = $1 and p.environment = $2 and p.counted_by = $3
  ) as p order by p.id limit ${MEMBERS_MAX}`);

/** All records of the purchase that `canonicalId` counts. */
export async function selectMembers(tx: TenantQueries, canonicalId: string): Promise<SourceRecord[]> {
  return await tx.rows<SourceRecord>(MEMBERS, [canonicalId]);
}

const COUNTED_ELSEWHERE = statement(`
  select p.activity_ids as told_by, c.source, c.document_id, c.activity_ids
  from purchases p
  join purchases c on c.tenant_id = $1 and c.environment = $2 and c.id = p.counted_by
  where p.tenant_id = $1 and p.environment = $2 and p.document_id = any ($3::uuid[]) and p.activity_ids ?| $4::text[]
    and c.state = 'settled'
  order by p.id limit 10000`);

/** The record that counts a purchase of which other lines tell. */
export interface CountingRecord extends Pick<SourceRecord, "source" | "document_id" | "activity_ids"> {
  /** The lines that tell of it and are not counted. */
  readonly told_by: readonly string[];
}

/** Of lines, with their documents, those whose purchase another record counts. */
export async function selectCountingRecords(
  tx: TenantQueries,
  lines: readonly { readonly id: string; readonly document_id: string }[],
): Promise<CountingRecord[]> {
  if (lines.length === 0) return [];
  const documents = [...new Set(lines.map(({ document_id }) => document_id))];
  return await tx.rows<CountingRecord>(COUNTED_ELSEWHERE, [documents, lines.map(({ id }) => id)]);
}

const DOUBTED = statement(`
  select ${COLUMNS} from purchases p
  where p.tenant_id = $1 and p.environment = $2 and p.doubted_by = $3 and p.counted_by is null
  order by p.id limit ${MEMBERS_MAX}`);

/** Records that may be of this purchase by their amount alone, and count until this one does. */
export async function selectPossibleDuplicatesOf(tx: TenantQueries, id: string): Promise<SourceRecord[]> {
  return await tx.rows<SourceRecord>(DOUBTED, [id]);
}

/** Where a purchase belongs from now on. */
export interface PurchaseLink {
  readonly id: string;
  readonly counted_by: string | null;
  readonly state: PurchaseState;
  /** How it was recognised; null: as it was. */
  readonly matched_by: string | null;
}

// Most members of a purchase stay where they are when one more source tells of it: a row that is written anew is, in each index as well.
const LINK = statement(`
  update purchases p
  set counted_by = l.counted_by, state = l.state, matched_by = coalesce(p.matched_by, l.matched_by)
  from json_populate_recordset(null::purchases, $3::json) as l
  where p.tenant_id = $1 and p.environment = $2 and p.id = l.id
    and (p.counted_by, p.state, p.matched_by) is distinct from (l.counted_by, l.state, coalesce(p.matched_by, l.matched_by))`);

export async function linkPurchases(tx: TenantQueries, links: readonly PurchaseLink[]): Promise<void> {
  if (links.length > 0) await tx.rows(LINK, [JSON.stringify(links)]);
}

const DOUBT = statement(`
  update purchases p set doubted_by = d.doubted_by
  from unnest($3::uuid[], $4::uuid[]) as d (id, doubted_by)
  where p.tenant_id = $1 and p.environment = $2 and p.id = d.id`);

/** Notes which purchase that still waits may be the same as a known one. */
export async function notePossibleDuplicates(
  tx: TenantQueries,
  possibleDuplicates: readonly { readonly id: string; readonly doubted_by: string }[],
): Promise<void> {
  if (possibleDuplicates.length === 0) return;
  await tx.rows(DOUBT, [
    possibleDuplicates.map((duplicate) => duplicate.id),
    possibleDuplicates.map((duplicate) => duplicate.doubted_by),
  ]);
}

export interface NewPurchase extends KnownPurchase {
  readonly matched_by: string | null;
  readonly doubted_by: string | null;
  /** Of a corrected invoice, as OwnPurchase has it. */
  readonly corrects_key?: string | null;
}

const INSERT = statement(`
  insert into purchases (tenant_id, environment, id, document_id, activity_ids, source, number_key, supplier_key, name_key,
                         words, net, gross, currency, dated, since, supply, counted_by, matched_by, state, doubted_by,
                         payment, due, corrects_key)
  select $1, $2, r.id, r.document_id, r.activity_ids, r.source, r.number_key, r.supplier_key, r.name_key, r.words, r.net,
         r.gross, r.currency, r.dated, r.since, r.supply, r.counted_by, r.matched_by, r.state, r.doubted_by, r.payment, r.due, r.corrects_key
  from json_populate_recordset(null::purchases, $3::json) as r`);

/** Rows of one insert; the statement's text stays below a few MiB. */
const INSERTED_MAX = 5000;

export async function insertPurchases(tx: TenantQueries, purchases: readonly NewPurchase[]): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (let start = 0; start < purchases.length; start += INSERTED_MAX)
    sent.push(tx.rows(INSERT, [JSON.stringify(purchases.slice(start, start + INSERTED_MAX))]));
  await Promise.all(sent);
}
