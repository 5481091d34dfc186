import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { IS_CURRENT, WITH_CURRENT_SPLIT } from "./current-split.ts";
import { CURRENT_COLUMNS, type CurrentActivityRow } from "./store.ts";
import { asStated, SUPPLY } from "./stated-facts.ts";
import { TAKES_BACK } from "./store-credited.ts";

/** What a line of a credit note takes off a document; decimals as text, below zero. */
export interface TakenOff {
  readonly id: string;
  /** The document that it takes back. */
  readonly document_id: string;
  readonly description: string;
  /** That it names itself, or a person; null: none. */
  readonly supply_id: string | null;
  readonly is_supply_stated: boolean;
  readonly category_key: string;
  /** ISO dates: the days of what it takes back. */
  readonly service_period_start: string | null;
  readonly service_period_end: string | null;
  readonly split_quantity: string | null;
  readonly split_unit: string | null;
  /** It takes off nothing before a closed year is restated. */
  readonly is_waiting: boolean;
}

/** Lines of credit notes that are looked at. */
const LINES_MAX = 10_000;

const OF_DOCUMENTS = statement(`
  with supplier as (
    select distinct supplier_identifier, supplier_name from activities
    where tenant_id = $1 and environment = $2 and document_id = any($3::uuid[])
  ), taken as (
    select a.id, (${TAKES_BACK})::uuid as document_id, a.description, ${SUPPLY} as supply_id, s.stated ? 'supply' as is_supply_stated, s.category_key,
      case when s.stated ? 'service_period' then s.stated #>> '{service_period,start}' else a.service_period_start::text end as service_period_start,
      case when s.stated ? 'service_period' then s.stated #>> '{service_period,end}' else a.service_period_end::text end as service_period_end,
      s.quantity as split_quantity, s.unit as split_unit, s.status <> 'classified' as is_waiting
    from activities a
    join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id
      and (s.status = 'classified' or s.review_code = 'financial_year_closed') and ${IS_CURRENT}
    where a.tenant_id = $1 and a.environment = $2 and a.id in (
      select note.id from supplier q
      join activities note on note.tenant_id = $1 and note.environment = $2 and note.document_type = 'credit_note'
        and (note.supplier_identifier = q.supplier_identifier
          or (q.supplier_identifier is null and note.supplier_identifier is null and note.supplier_name = q.supplier_name)))
      and ${TAKES_BACK} = any($3::text[])
  )
  select * from taken order by id limit ${LINES_MAX}`);

/** What credit notes take off documents, or wait to take off in closed years, the earlier first. */
export async function selectTakenOff(db: TenantQueries, document_ids: readonly string[]): Promise<TakenOff[]> {
  return document_ids.length === 0 ? [] : await db.rows<TakenOff>(OF_DOCUMENTS, [document_ids]);
}

const BILLED = statement(`
  select ${CURRENT_COLUMNS} from ${WITH_CURRENT_SPLIT}
  where a.tenant_id = $1 and a.environment = $2 and a.document_id = any($3::uuid[])
  order by a.created_at, a.id limit ${LINES_MAX}`);

/** The lines of documents of which something is taken off, as they are read now. */
export async function selectBilled(db: TenantQueries, document_ids: readonly string[]): Promise<CurrentActivityRow[]> {
  return document_ids.length === 0 ? [] : (await db.rows<CurrentActivityRow>(BILLED, [document_ids])).map(asStated);
}

const SUPPLIES = statement(`
  select distinct ${SUPPLY} as supply_id
  from activities a
  join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id and ${IS_CURRENT}
  where a.tenant_id = $1 and a.environment = $2 and a.document_id = any($3::uuid[])`);

/** The supplies that documents tell of. */
export async function selectSuppliesOf(db: TenantQueries, document_ids: readonly string[]): Promise<string[]> {
  if (document_ids.length === 0) return [];
  const rows = await db.rows<{ readonly supply_id: string | null }>(SUPPLIES, [document_ids]);
  return rows.flatMap(({ supply_id }) => supply_id ?? []);
}
