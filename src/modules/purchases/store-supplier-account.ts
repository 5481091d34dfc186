import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { SettlementLink } from "./account-record.ts";
import type { PurchaseSource, PurchaseState } from "./canonical-record.ts";
import { newestWords } from "./store-accounts.ts";

/** Payments and items that are told of one record. */
const LINKS_MAX = 100;

/** The other side of a settlement, as it was read. */
export interface AccountLinkRow extends SettlementLink {
  readonly other_source: PurchaseSource;
  readonly other_document_id: string;
  readonly other_dated: string;
}

export interface AccountRow {
  readonly id: string;
  readonly source: PurchaseSource;
  readonly document_id: string;
  readonly activity_ids: readonly string[];
  readonly net: string | null;
  readonly gross: string | null;
  readonly currency: string | null;
  readonly dated: string;
  readonly counted_by: string | null;
  readonly state: PurchaseState;
  /** What tells of the same purchase and does not count. */
  readonly evidence: readonly {
    readonly source: PurchaseSource;
    readonly document_id: string;
    readonly dated: string;
  }[];
  readonly links: readonly AccountLinkRow[];
}

const OF_KEYS = statement(`
  select p.id, p.source, p.document_id, p.activity_ids, p.net::text, p.gross::text, p.currency, p.dated::text, p.counted_by, p.state,
    coalesce((
      select json_agg(json_build_object('source', m.source, 'document_id', m.document_id, 'dated', m.dated::text) order by m.dated, m.id)
      from (
        select e.id, e.source, e.document_id, e.dated from purchases e
        where e.tenant_id = $1 and e.environment = $2 and e.counted_by = p.id order by e.dated, e.id limit ${LINKS_MAX}
      ) as m), '[]'::json) as evidence,
    coalesce((
      select json_agg(json_build_object('payment_id', s.payment_id, 'item_id', s.item_id, 'payment_source', s.payment_source,
          'state', s.state, 'amount', s.amount::text, 'other_source', o.source, 'other_document_id', o.document_id,
          'other_dated', o.dated::text) order by o.dated, s.payment_id, s.item_id)
      from (${newestWords(LINKS_MAX)}) as s
      join purchases o on o.tenant_id = $1 and o.environment = $2
        and o.id = case when s.payment_id = p.id then s.item_id else s.payment_id end), '[]'::json) as links
  from purchases p
  where p.tenant_id = $1 and p.environment = $2 and p.supplier_key = any($3::text[])
    and ($4::date is null or (p.dated, p.id) < ($4::date, $5::uuid))
  order by p.dated desc, p.id desc limit $6`);

/** What is recorded under the keys of one supplier, newest first, from after a day (ISO) and id. */
export async function selectOfKeys(
  db: TenantQueries,
  keys: readonly string[],
  after: readonly string[] | null,
  limit: number,
): Promise<AccountRow[]> {
  return await db.rows<AccountRow>(OF_KEYS, [keys, after?.[0] ?? null, after?.[1] ?? null, limit]);
}
