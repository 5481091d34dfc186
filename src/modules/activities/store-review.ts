import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { CURRENT_COLUMNS, type CurrentActivityRow } from "./store.ts";

const IS_CURRENT = `not exists (select from activity_splits later
        where later.tenant_id = $1 and later.environment = $2 and later.supersedes_split_id = s.id)`;

export interface WaitingFilter {
  readonly kind: "category" | "calculation" | "possible_duplicate" | null;
  readonly document_id: string | null;
  readonly data_source_id: string | null;
  readonly min_confidence: number | null;
  /** Inclusive UTC timestamps; null: open. */
  readonly from: string | null;
  readonly to: string | null;
}

// The index of what is not counted leads, so that few waiting lines among millions are found at once; ids are UUIDv7, so
// their order is the order of arrival.
const WAITING = statement(`
  select ${CURRENT_COLUMNS}
  from activity_splits s join activities a
    on a.tenant_id = $1 and a.environment = $2 and a.id = s.activity_id
  where s.tenant_id = $1 and s.environment = $2 and s.status = 'pending_review' and ${IS_CURRENT}
    and ($4::uuid is null or s.activity_id < $4)
    and ($5::text is null or $5 = case s.review_code when 'possible_duplicate' then 'possible_duplicate'
      when 'category_needs_person' then 'category' else 'calculation' end)
    and ($6::uuid is null or a.document_id = $6)
    and ($7::uuid is null or a.data_source_id = $7)
    and ($8::numeric is null or s.confidence >= $8)
    and ($9::timestamptz is null or a.transaction_date >= $9)
    and ($10::timestamptz is null or a.transaction_date <= $10)
  order by s.activity_id desc limit $3`);

/** Lines that wait for a person, newest first, from after an id. */
export async function selectWaiting(
  db: TenantQueries,
  filter: WaitingFilter,
  after: string | null,
  limit: number,
): Promise<CurrentActivityRow[]> {
  const { kind, document_id, data_source_id, min_confidence, from, to } = filter;
  const parameters = [limit, after, kind, document_id, data_source_id, min_confidence, from, to];
  return await db.rows<CurrentActivityRow>(WAITING, parameters);
}

const OF_DOCUMENT = statement(`
  select ${CURRENT_COLUMNS}
  from activities a join activity_splits s
    on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id and ${IS_CURRENT}
  where a.tenant_id = $1 and a.environment = $2 and a.document_id = $3
    and s.status = 'pending_review'
  order by a.line_number, a.id limit $4`);

/** Lines of a document that wait for a person, in the order of the document. */
export async function selectWaitingOfDocument(
  db: TenantQueries,
  documentId: string,
  limit: number,
): Promise<CurrentActivityRow[]> {
  return await db.rows<CurrentActivityRow>(OF_DOCUMENT, [documentId, limit]);
}

/** A supplier as some documents spell it. */
export interface SupplierSpelling {
  readonly supplier_identifier: string;
  readonly supplier_name: string;
}

const IDENTIFIER = "left(coalesce(a.supplier_identifier, ''), 100)";
const NAME = "left(coalesce(a.supplier_name, ''), 200)";
/** Spellings of all suppliers; a company with more has its newest ones left out of re-runs. */
const SPELLINGS_MAX = 50_000;

// Walks the index from one spelling to the next: the number of lines does not matter.
const SPELLINGS = statement(`
  with recursive found as (
    (select ${IDENTIFIER} as identifier, ${NAME} as name from activities a
     where a.tenant_id = $1 and a.environment = $2 order by 1, 2 limit 1)
    union all
    select next.identifier, next.name from found cross join lateral (
      select ${IDENTIFIER} as identifier, ${NAME} as name from activities a
      where a.tenant_id = $1 and a.environment = $2
        and (${IDENTIFIER}, ${NAME}) > (found.identifier, found.name)
      order by 1, 2 limit 1) as next
  )
  select identifier as supplier_identifier, name as supplier_name from found
  order by 1, 2 limit ${SPELLINGS_MAX}`);

/** Every way in which the company's documents spell their suppliers; "" where a document says nothing. */
export async function selectSpellings(db: TenantQueries): Promise<SupplierSpelling[]> {
  return await db.rows<SupplierSpelling>(SPELLINGS);
}

/** A line and what it counts for now. */
export interface CountedActivityRow extends CurrentActivityRow {
  /** Market-based, with companions; "0" for a line that waits. */
  readonly current_kg: string;
}

// What a person decided about the line itself, what is kept out and what may be a duplicate stays as it is; charges on a
// whole document follow its lines.
const OF_SUPPLIER = statement(`
  select ${CURRENT_COLUMNS}, (
    select coalesce(sum(e.market_based_kg), 0) from emission_entries e
    where e.tenant_id = $1 and e.environment = $2 and e.activity_split_id = s.id and not exists (
      select from emission_entries n
      where n.tenant_id = $1 and n.environment = $2 and n.supersedes_entry_id = e.id)) as current_kg
  from activities a join activity_splits s
    on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id and ${IS_CURRENT}
  where a.tenant_id = $1 and a.environment = $2
    and (${IDENTIFIER}, ${NAME}) in (select identifier, name from unnest($3::text[], $4::text[]) as q (identifier, name))
    and a.line_kind not in ('document_charge', 'document_allowance')
    and s.status <> 'excluded' and s.review_code is distinct from 'possible_duplicate'
    and not (s.mapped_by = 'person' and s.candidates = '[]'::jsonb)
    and ($5::uuid is null or a.id < $5)
  order by a.id desc limit $6`);

/** Lines of a supplier that nobody decided about one by one, newest first, from after an id. */
export async function selectUndecidedOfSupplier(
  db: TenantQueries,
  spellings: readonly SupplierSpelling[],
  after: string | null,
  limit: number,
): Promise<CountedActivityRow[]> {
  return await db.rows<CountedActivityRow>(OF_SUPPLIER, [
    spellings.map((one) => one.supplier_identifier),
    spellings.map((one) => one.supplier_name),
    after,
    limit,
  ]);
}
