import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { SettlementLink } from "./account-record.ts";
import type { PurchaseSource, PurchaseState } from "./canonical-record.ts";
import { newestWords } from "./store-accounts.ts";

/** Payments and items that are told of one record. */
const LINKS_MAX = 100;

/** A decision of a person about a pair, as accounts tell it. */
export interface DecisionOfPair {
  readonly id: string;
  readonly reason: string;
  readonly decided_by_name: string | null;
  readonly decided_at: string;
}

/** The other side of a settlement, as it was read. */
export interface AccountLinkRow extends SettlementLink {
  readonly decision: DecisionOfPair | null;
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
    readonly id: string;
    readonly decision: DecisionOfPair | null;
    readonly source: PurchaseSource;
    readonly document_id: string;
    readonly dated: string;
  }[];
  readonly links: readonly AccountLinkRow[];
}

/** The decision that the row `s` of purchase_settlements comes from. */
const DECISION = `(select json_build_object('id', d.id, 'reason', d.reason, 'decided_by_name', actor_name(d.decided_by),
          'decided_at', to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
        from purchase_link_decisions d
        where d.tenant_id = $1 and d.environment = $2 and d.id = s.decision_id)`;

const OF_KEYS = statement(`
  select p.id, p.source, p.document_id, p.activity_ids, p.net::text, p.gross::text, p.currency, p.dated::text, p.counted_by, p.state,
    coalesce((
      select json_agg(json_build_object('id', m.id, 'source', m.source, 'document_id', m.document_id, 'dated', m.dated::text,
          'decision', (
            select case when s.state = 'confirmed' then ${DECISION} end from purchase_settlements s
            where s.tenant_id = $1 and s.environment = $2 and s.payment_id = m.id and s.item_id = p.id
            order by s.created_at desc, s.id desc limit 1)) order by m.dated, m.id)
      from (
        select e.id, e.source, e.document_id, e.dated from purchases e
        where e.tenant_id = $1 and e.environment = $2 and e.counted_by = p.id order by e.dated, e.id limit ${LINKS_MAX}
      ) as m), '[]'::json) as evidence,
    coalesce((
      select json_agg(json_build_object('payment_id', s.payment_id, 'item_id', s.item_id, 'payment_source', s.payment_source,
          'state', s.state, 'amount', s.amount::text, 'other_source', o.source, 'other_document_id', o.document_id,
          'other_dated', o.dated::text, 'decision', ${DECISION}) order by o.dated, s.payment_id, s.item_id)
      from (${newestWords(LINKS_MAX)}) as s
      join purchases o on o.tenant_id = $1 and o.environment = $2
        and o.id = case when s.payment_id = p.id then s.item_id else s.payment_id end
      where s.state <> 'withdrawn' and o.counted_by is distinct from p.id and p.counted_by is distinct from o.id), '[]'::json) as links
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
