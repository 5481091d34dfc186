import type { TenantQueries } from "../../core/context.ts";
import { statement, statementFamily } from "../../core/statement.ts";
import { ZERO_DEPARTMENT_ID } from "../emissions/index.ts";
import { IS_CURRENT } from "./current-split.ts";
import { asStated, STATED_DATE } from "./stated-facts.ts";
import { CURRENT_COLUMNS, type CurrentActivityRow } from "./store.ts";
import { DOCUMENT_REASONS } from "./waiting-line.ts";

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
    and s.review_code is distinct from 'advance_deferred' and ($4::uuid is null or s.activity_id < $4)
    and ($5::text is null or $5 = case s.review_code when 'possible_duplicate' then 'possible_duplicate'
      when 'category_needs_person' then 'category' else 'calculation' end)
    and ($6::uuid is null or a.document_id = $6)
    and ($7::uuid is null or a.data_source_id = $7)
    and ($8::numeric is null or s.confidence >= $8)
    and ($9::timestamptz is null or coalesce(${STATED_DATE}, a.transaction_date) >= $9)
    and ($10::timestamptz is null or coalesce(${STATED_DATE}, a.transaction_date) <= $10)
  order by s.activity_id desc limit $3`);

/** Lines that wait for a person, newest first, from after an id; advances that a person deferred wait without a question. */
export async function selectWaiting(
  db: TenantQueries,
  filter: WaitingFilter,
  after: string | null,
  limit: number,
): Promise<CurrentActivityRow[]> {
  const { kind, document_id, data_source_id, min_confidence, from, to } = filter;
  const parameters = [limit, after, kind, document_id, data_source_id, min_confidence, from, to];
  return (await db.rows<CurrentActivityRow>(WAITING, parameters)).map(asStated);
}

/** Readings that one check holds against what is kept; a company with more waiting lines is checked as far as these. */
const READINGS_MAX = 1_000_000;

const READINGS = statement(`
  select s.id as activity_split_id, a.document_id, coalesce(s.department_id, '${ZERO_DEPARTMENT_ID}') as department_id
  from activity_splits s join activities a
    on a.tenant_id = $1 and a.environment = $2 and a.id = s.activity_id
  where s.tenant_id = $1 and s.environment = $2 and s.status = 'pending_review' and ${IS_CURRENT}
  order by s.id limit ${READINGS_MAX}`);

/** Every reading that waits, for the check of what is kept of them. */
export async function selectWaitingReadings(
  db: TenantQueries,
): Promise<{ activity_split_id: string; department_id: string; document_id: string }[]> {
  return await db.rows(READINGS);
}

const REPLACED = statement(`
  select s.id from unnest($3::uuid[]) as s (id)
  where not exists (select from activity_splits own
      where own.tenant_id = $1 and own.environment = $2 and own.id = s.id)
    or exists (select from activity_splits later
      where later.tenant_id = $1 and later.environment = $2 and later.supersedes_split_id = s.id)
  order by s.id limit 1000`);

/** Of these readings those that another one has replaced, or that are not there; at most 1,000. */
export async function selectReplacedReadings(db: TenantQueries, splitIds: readonly string[]): Promise<string[]> {
  if (splitIds.length === 0) return [];
  return (await db.rows<{ id: string }>(REPLACED, [splitIds])).map(({ id }) => id);
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
  return (await db.rows<CurrentActivityRow>(OF_DOCUMENT, [documentId, limit])).map(asStated);
}

/** A supplier as some documents spell it. */
export interface SupplierSpelling {
  readonly supplier_identifier: string | null;
  readonly supplier_name: string | null;
}

/** The condition of the index of suppliers. */
const HAS_USUAL_NAME = `octet_length(coalesce(a.supplier_identifier, '')) <= 200
    and octet_length(coalesce(a.supplier_name, '')) <= 800`;
/** Spellings of all suppliers; a company with more has the last ones left out of re-runs. */
const SPELLINGS_MAX = 50_000;

const SPELLINGS = statement(`
  select a.supplier_identifier, a.supplier_name from activities a
  where a.tenant_id = $1 and a.environment = $2 and ${HAS_USUAL_NAME}
  group by 1, 2 order by 1, 2 limit ${SPELLINGS_MAX}`);

/** Every way in which the company's documents spell their suppliers, names of more than 800 bytes left out. */
export async function selectSpellings(db: TenantQueries): Promise<SupplierSpelling[]> {
  return await db.rows<SupplierSpelling>(SPELLINGS);
}

/** A line and what it counts for now. */
export interface CountedActivityRow extends CurrentActivityRow {
  /** Market-based, with companions; "0" for a line that waits. */
  readonly current_kg: string;
}

/** What waits for more than its category goes on waiting: how another line of the supplier was read says nothing of it. */
const WAITS_ALONE = [...DOCUMENT_REASONS, "credit_unmatched", "advance_deferred", "advance_unsettled"]
  .map((code) => `'${code}'`)
  .join(", ");

// What is kept out stays as it is; charges on a whole document follow its lines.
const OF_SUPPLIER = statementFamily(({ identified }: { readonly identified: boolean }) => {
  const isOfSupplier = identified
    ? "a.supplier_identifier = any ($3::text[]) and ($4::text[] is not null)"
    : "a.supplier_name = any ($4::text[]) and (a.supplier_identifier is null or a.supplier_identifier = any ($3::text[]))";
  return `
  select ${CURRENT_COLUMNS}, (
    select coalesce(sum(e.market_based_kg), 0) from ledger_entries e
    where e.tenant_id = $1 and e.environment = $2 and e.activity_split_id = s.id and not exists (
      select from ledger_entries n
      where n.tenant_id = $1 and n.environment = $2 and n.supersedes_entry_id = e.id)) as current_kg
  from activities a join activity_splits s
    on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id and ${IS_CURRENT}
  where a.tenant_id = $1 and a.environment = $2 and ${HAS_USUAL_NAME}
    and ${isOfSupplier}
    and a.line_kind not in ('document_charge', 'document_allowance')
    and s.status <> 'excluded' and coalesce(s.review_code not in (${WAITS_ALONE}), true)
    and ($5::uuid is null or a.id < $5)
  order by a.id desc limit $6`;
});

/**
 * Lines of a supplier that count or wait for their category, newest first, from after an id. `identified`: the supplier is
 * known by its number, so names do not matter.
 */
export async function selectLinesOfSupplier(
  db: TenantQueries,
  supplier: { readonly spellings: readonly SupplierSpelling[]; readonly identified: boolean },
  after: string | null,
  limit: number,
): Promise<CountedActivityRow[]> {
  const { spellings, identified } = supplier;
  const lines = await db.rows<CountedActivityRow>(OF_SUPPLIER({ identified }), [
    spellings.flatMap((spelling) => spelling.supplier_identifier ?? []),
    spellings.flatMap((spelling) => spelling.supplier_name ?? []),
    after,
    limit,
  ]);
  return lines.map(asStated);
}
