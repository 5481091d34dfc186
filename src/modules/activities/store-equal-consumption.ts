import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { IS_CURRENT } from "./current-split.ts";
import { dayOf } from "./store-booked-elsewhere.ts";

/** Consumptions that one statement asks about. */
const PROBES_MAX = 1000;
/** Lines of one quantity and the same days that are looked at. */
const EQUAL_MAX = 5;

// By the entries of the category and month: lines have no index of their days.
const EQUAL = statement(`
  select q.position, equal.*
  from unnest($3::int[], $4::text[], $5::int[], $6::int[], $7::date[], $8::date[], $9::numeric[], $10::text[], $11::text[], $12::boolean[])
    as q (position, category_key, first_ym, last_ym, from_day, to_day, quantity, unit, supplier, is_metered)
  cross join lateral (
    select a.id, a.document_id, a.description, a.amount::text as amount
    from (
      select distinct e.activity_split_id from emission_entries e
      where e.tenant_id = $1 and e.environment = $2 and e.category_key = q.category_key and e.ym between q.first_ym and q.last_ym
    ) as e
    join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.id = e.activity_split_id and s.status = 'classified'
     and s.quantity = q.quantity and s.unit = q.unit and ${IS_CURRENT}
    join activities a on a.tenant_id = $1 and a.environment = $2 and a.id = s.activity_id
    where coalesce(a.supplier_identifier, lower(a.supplier_name)) <> q.supplier
      and ${dayOf("start")} = q.from_day::text and ${dayOf("end")} = q.to_day::text
      and not (q.is_metered and exists (
        select from supply_identifiers i
        where i.tenant_id = $1 and i.environment = $2 and i.supply_id = a.supply_id and i.kind in ('gsrn', 'installation')
          and i.removed_at is null))
    order by a.id limit ${EQUAL_MAX}
  ) as equal
  order by q.position, equal.id limit ${PROBES_MAX * EQUAL_MAX}`);

/** What a bill of a supplier measures. */
export interface Consumption {
  readonly category_key: string;
  /** Months (monthOfDay) and ISO dates of its first and last day. */
  readonly months: readonly [first: number, last: number];
  readonly days: readonly [first: string, last: string];
  /** Decimal text, in the unit. */
  readonly quantity: string;
  readonly unit: string;
  /** Number of the supplier, else its name in small letters. */
  readonly supplier: string;
  /** Whether it names a meter: a line that names one as well is of the same supply, or of another. */
  readonly is_metered: boolean;
}

/** A line that counts. */
export interface EqualConsumption {
  readonly id: string;
  readonly document_id: string;
  readonly description: string;
  readonly amount: string | null;
}

/** For each consumption the lines of other suppliers that count the same quantity of the same category for the very same days. */
export async function selectEqualConsumption(
  tx: TenantQueries,
  consumptions: readonly Consumption[],
): Promise<EqualConsumption[][]> {
  const found = consumptions.map((): EqualConsumption[] => []);
  for (let start = 0; start < consumptions.length; start += PROBES_MAX) {
    const part = consumptions.slice(start, start + PROBES_MAX);
    const rows = await tx.rows<EqualConsumption & { readonly position: number }>(EQUAL, [
      part.map((_, index) => start + index),
      part.map(({ category_key }) => category_key),
      part.map(({ months }) => months[0]),
      part.map(({ months }) => months[1]),
      part.map(({ days }) => days[0]),
      part.map(({ days }) => days[1]),
      part.map(({ quantity }) => quantity),
      part.map(({ unit }) => unit),
      part.map(({ supplier }) => supplier),
      part.map(({ is_metered }) => is_metered),
    ]);
    for (const { position, ...row } of rows) found[position]?.push(row);
  }
  return found;
}
