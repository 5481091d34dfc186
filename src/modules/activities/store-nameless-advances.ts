import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { advanceOf } from "../reading/index.ts";
import { IS_CURRENT } from "./current-split.ts";
import { isSupplyCategory } from "./settled-advance.ts";
import { asStated } from "./stated-facts.ts";
import { CURRENT_COLUMNS, type CurrentActivityRow } from "./store.ts";

/** How lines name their supplier. */
export type NamedSupplier = Pick<CurrentActivityRow, "supplier_identifier" | "supplier_name">;

/** Of the suppliers of one recording group, the newest; of more, the older ones are asked about no more. */
const LINES_MAX = 1000;

const CURRENT = `
  join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id
    and ${IS_CURRENT}`;
const OF_SUPPLIERS =
  "(a.supplier_identifier = any($3::text[]) or (a.supplier_identifier is null and a.supplier_name = any($4::text[])))";

// The condition of the index activities_nameless_advances.
const NAMELESS = statement(`
  select ${CURRENT_COLUMNS}
  from activities a ${CURRENT}
  where a.tenant_id = $1 and a.environment = $2 and ${OF_SUPPLIERS} and a.supply_id is null
    and a.description ~* 'conto|abschlag|vorauszahl|on account|advance|prepa|forskud|förskott|forudbetal|forhånds|acompte|tidligere|allerede|hidtil|already|previous|bereits|tidigare|redan'
  order by a.id desc limit ${LINES_MAX}`);

const MEASURED = statement(`
  select ${CURRENT_COLUMNS}
  from activities a ${CURRENT}
  where a.tenant_id = $1 and a.environment = $2 and ${OF_SUPPLIERS} and s.status = 'classified' and s.quantity > 0
  order by a.id desc limit ${LINES_MAX}`);

/** Amounts on account of suppliers, by number or else by name, that name no supply; the newest first. */
export async function selectNamelessAdvances(
  db: TenantQueries,
  suppliers: readonly NamedSupplier[],
): Promise<CurrentActivityRow[]> {
  const [identifiers, names] = namesOf(suppliers);
  if (identifiers.length + names.length === 0) return [];
  const rows = (await db.rows<CurrentActivityRow>(NAMELESS, [identifiers, names])).map(asStated);
  return rows.filter(
    (row) => row.supply_id === null && isSupplyCategory(row.category_key) && advanceOf(row) === "advance",
  );
}

/** What suppliers' bills count of energy and water by quantity, amounts on account left out; the newest first. */
export async function selectMeasuredLines(
  db: TenantQueries,
  suppliers: readonly NamedSupplier[],
): Promise<CurrentActivityRow[]> {
  const rows = (await db.rows<CurrentActivityRow>(MEASURED, [...namesOf(suppliers)])).map(asStated);
  return rows.filter((row) => isSupplyCategory(row.category_key) && advanceOf(row) === null);
}

function namesOf(suppliers: readonly NamedSupplier[]): readonly [string[], string[]] {
  return [
    [...new Set(suppliers.flatMap(({ supplier_identifier }) => supplier_identifier ?? []))],
    [...new Set(suppliers.flatMap(({ supplier_name }) => supplier_name ?? []))],
  ];
}
