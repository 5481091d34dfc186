import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { dueCents, type SettlementLink } from "./account-record.ts";
import type { SourceRecord } from "./canonical-record.ts";
import type { LineOfChange, LinkChange, LinkDecision, LinkedRecord, Partner } from "./link-decision.ts";
import type { KnownPurchase } from "./purchase.ts";

/** Partners of one record that are looked at. */
const PARTNERS_MAX = 200;

const COLUMNS = "p.id, p.source, p.document_id, p.activity_ids, p.counted_by, p.state, p.net, p.gross";

const RECORD = statement(`
  select ${COLUMNS} from purchases p where p.tenant_id = $1 and p.environment = $2 and p.id = $3 order by p.id limit 1`);

const PARTNERS = statement(`
  with words as (
    select distinct on (s.item_id) s.item_id, s.state, s.amount
    from purchase_settlements s
    where s.tenant_id = $1 and s.environment = $2 and s.payment_id = $3
    order by s.item_id, s.created_at desc, s.id desc limit ${PARTNERS_MAX}
  )
  select ${COLUMNS}, w.state as word, w.amount::text as amount
  from purchases p left join words w on w.item_id = p.id
  where p.tenant_id = $1 and p.environment = $2 and (p.id = $4 or p.id in (select item_id from words))
  order by p.id limit ${PARTNERS_MAX}`);

type StoredRecord = SourceRecord & Pick<KnownPurchase, "net" | "gross">;

interface PartnerRow extends StoredRecord {
  readonly word: SettlementLink["state"] | null;
  readonly amount: string | null;
}

/** A record with what it belongs to, or may; undefined: it is none of the company's. */
export async function selectLinkedRecord(tx: TenantQueries, id: string): Promise<LinkedRecord | undefined> {
  const [payment] = await tx.rows<StoredRecord>(RECORD, [id]);
  if (payment === undefined) return undefined;
  const rows = await tx.rows<PartnerRow>(PARTNERS, [id, payment.counted_by]);
  const partners = rows.map((item): Partner => {
    const isDuplicateRecord = payment.counted_by === item.id;
    const state = item.word === "confirmed" ? "confirmed" : isDuplicateRecord ? "evidence" : (item.word ?? "ended");
    return { item, state, amount: item.amount ?? dueOf(payment, item) };
  });
  return { payment, partners };
}

/** Of one purchase the whole item is meant; a statement of consumption tells of no money. */
function dueOf(payment: StoredRecord, item: StoredRecord): string {
  const due = dueCents(item, payment);
  return due === null ? (payment.gross ?? payment.net ?? "0") : (due / 100).toFixed(2);
}

export interface LinkDecisionRow {
  readonly id: string;
  readonly payment_id: string;
  readonly item_ids: readonly string[];
  readonly decision: LinkDecision | "undo";
  /** The decision that it takes back; null: it is none that does. */
  readonly undoes: string | null;
  /** The decision that took it back; null: it stands. */
  readonly undone_by: string | null;
  readonly reason: string;
  readonly decided_by: string;
  readonly decided_by_name: string | null;
  readonly created_at: string;
}

const DECISION = `d.id, d.payment_id, d.item_ids, d.decision, d.undoes, u.id as undone_by, d.reason, d.decided_by,
    actor_name(d.decided_by) as decided_by_name, d.created_at`;
const WITH_UNDONE = `purchase_link_decisions d
  left join purchase_link_decisions u on u.tenant_id = $1 and u.environment = $2 and u.undoes = d.id`;

const LIST = statement(`
  select ${DECISION} from ${WITH_UNDONE}
  where d.tenant_id = $1 and d.environment = $2 and ($3::uuid is null or d.payment_id = $3 or $3 = any(d.item_ids))
    and ($4::timestamptz is null or (d.created_at, d.id) < ($4::timestamptz, $5::uuid))
  order by d.created_at desc, d.id desc limit $6`);

/** Decisions, newest first; of one record, whichever side of them it is, or of all. */
export async function selectLinkDecisions(
  db: TenantQueries,
  purchase_id: string | null,
  after: readonly string[] | null,
  limit: number,
): Promise<LinkDecisionRow[]> {
  return await db.rows<LinkDecisionRow>(LIST, [purchase_id, after?.[0] ?? null, after?.[1] ?? null, limit]);
}

const BY_ID = statement(`
  select ${DECISION}, d.change,
    not exists (select from purchase_link_decisions later where later.tenant_id = $1 and later.environment = $2
      and later.payment_id = d.payment_id and (later.created_at, later.id) > (d.created_at, d.id)
      and later.undoes is null and not exists (select from purchase_link_decisions gone
        where gone.tenant_id = $1 and gone.environment = $2 and gone.undoes = later.id)) as is_newest,
    coalesce((select jsonb_agg(line) from purchase_link_decisions undoing, jsonb_array_elements(undoing.change->'lines') as line
      where undoing.tenant_id = $1 and undoing.environment = $2 and undoing.payment_id = d.payment_id
        and undoing.undoes is not null), '[]') as restored
  from ${WITH_UNDONE}
  where d.tenant_id = $1 and d.environment = $2 and d.id = $3 order by d.id limit 1`);

/** A decision with what it changed. */
export interface StoredLinkDecision extends LinkDecisionRow {
  readonly change: LinkChange;
  /** No later one about the same payment stands. */
  readonly is_newest: boolean;
  /** Lines of the payment that other undoings read as before. */
  readonly restored: readonly LineOfChange[];
}

export async function selectLinkDecision(db: TenantQueries, id: string): Promise<StoredLinkDecision | undefined> {
  return (await db.rows<StoredLinkDecision>(BY_ID, [id]))[0];
}

const INSERT = statement(`
  insert into purchase_link_decisions (tenant_id, environment, id, payment_id, item_ids, decision, undoes, reason, change, decided_by)
  values ($1, $2, $3, $4, $5::uuid[], $6, $7, $8, $9::jsonb, $10)`);

export interface NewLinkDecision extends Pick<
  LinkDecisionRow,
  "id" | "payment_id" | "item_ids" | "decision" | "undoes" | "reason" | "decided_by"
> {
  readonly change: LinkChange;
}

export async function insertLinkDecision(tx: TenantQueries, decided: NewLinkDecision): Promise<void> {
  const { id, payment_id, item_ids, decision, undoes, reason, change, decided_by } = decided;
  const values = [id, payment_id, item_ids, decision, undoes, reason, JSON.stringify(change), decided_by];
  await tx.rows(INSERT, values);
}

const SEPARATED = statement(`
  select payment_id, item_id from (
    select distinct on (s.payment_id, s.item_id) s.payment_id, s.item_id, s.state
    from purchase_settlements s
    where s.tenant_id = $1 and s.environment = $2 and s.payment_id = any($3::uuid[])
    order by s.payment_id, s.item_id, s.created_at desc, s.id desc limit 10000
  ) as newest where state = 'separated' order by payment_id, item_id limit 10000`);

/** Pairs that a person said are two purchases, of payments given by their ids. */
export async function selectSeparated(
  tx: TenantQueries,
  payment_ids: readonly string[],
): Promise<readonly { readonly payment_id: string; readonly item_id: string }[]> {
  return payment_ids.length === 0 ? [] : await tx.rows(SEPARATED, [payment_ids]);
}
