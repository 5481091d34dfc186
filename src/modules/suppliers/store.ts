import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { ConnectionStatus } from "./connection-states.ts";

/** A supplier that somebody has acted on. */
export interface SupplierRow {
  readonly id: string;
  readonly supplier_key: string;
  readonly supplier_name: string;
  readonly supplier_identifier: string | null;
  readonly supplier_country: string | null;
  readonly supplier_industry: string | null;
  readonly employees: number | null;
  readonly status: ConnectionStatus;
  readonly invited_email: string | null;
  readonly invited_at: string | null;
  readonly accepted_at: string | null;
  readonly revoked_at: string | null;
  readonly created_at: string;
}

/** More suppliers than anybody acts on; reaching it is an error, never a cut answer. */
const ROWS_MAX = 100_000;

const COLUMNS = `id, supplier_key, supplier_name, supplier_identifier, supplier_country, supplier_industry, employees,
    status, invited_email, invited_at, accepted_at, revoked_at, created_at`;

const ALL = statement(`
  select ${COLUMNS} from suppliers
  where tenant_id = $1 and environment = $2
  order by created_at desc, id desc
  limit $3`);

const LOCK = statement(`
  select ${COLUMNS} from suppliers
  where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1
  for update`);

const INSERT = statement(`
  insert into suppliers (tenant_id, environment, id, supplier_key, supplier_name, supplier_identifier, supplier_country,
    created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (tenant_id, environment, supplier_key) do nothing
  returning id`);

const DESCRIBE = statement(`
  update suppliers set supplier_country = coalesce($4, supplier_country),
    supplier_industry = coalesce($5, supplier_industry), employees = coalesce($6, employees)
  where tenant_id = $1 and environment = $2 and id = $3
  returning ${COLUMNS}`);

const SET_INVITED = statement(`
  update suppliers set status = $4, invited_email = $5, invited_at = $6
  where tenant_id = $1 and environment = $2 and id = $3
  returning ${COLUMNS}`);

const SET_ACCEPTED = statement(`
  update suppliers set status = $4, accepted_at = $5, revoked_at = null
  where tenant_id = $1 and environment = $2 and id = $3
  returning ${COLUMNS}`);

const SET_REVOKED = statement(`
  update suppliers set status = $4, revoked_at = $5
  where tenant_id = $1 and environment = $2 and id = $3
  returning ${COLUMNS}`);

/** Every supplier with a row, newest first. */
export async function selectSuppliers(db: TenantQueries): Promise<SupplierRow[]> {
  const rows = await db.rows<SupplierRow>(ALL, [ROWS_MAX]);
  if (rows.length === ROWS_MAX) throw new Error("there are more suppliers than one answer can hold");
  return rows;
}

/** The supplier, locked until the transaction ends. */
export async function lockSupplier(tx: TenantQueries, id: string): Promise<SupplierRow | undefined> {
  return (await tx.rows<SupplierRow>(LOCK, [id]))[0];
}

/** Makes the row unless there is one already. Returns whether this call made it. */
export async function insertSupplier(
  tx: TenantQueries,
  supplier: Pick<SupplierRow, "id" | "supplier_key" | "supplier_name" | "supplier_identifier" | "supplier_country"> & {
    readonly created_by: string;
  },
): Promise<boolean> {
  const made = await tx.rows<{ id: string }>(INSERT, [
    supplier.id,
    supplier.supplier_key,
    supplier.supplier_name,
    supplier.supplier_identifier,
    supplier.supplier_country,
    supplier.created_by,
  ]);
  return made.length === 1;
}

export interface SupplierDescription {
  readonly supplier_country?: string | undefined;
  readonly supplier_industry?: string | undefined;
  readonly employees?: number | undefined;
}

/** Sets what is given and leaves the rest. */
export async function describeSupplier(
  tx: TenantQueries,
  id: string,
  description: SupplierDescription,
): Promise<SupplierRow> {
  const { supplier_country = null, supplier_industry = null, employees = null } = description;
  return onlyRow(await tx.rows<SupplierRow>(DESCRIBE, [id, supplier_country, supplier_industry, employees]));
}

export async function setInvited(
  tx: TenantQueries,
  id: string,
  change: { readonly status: ConnectionStatus; readonly email: string; readonly at: string },
): Promise<SupplierRow> {
  return onlyRow(await tx.rows<SupplierRow>(SET_INVITED, [id, change.status, change.email, change.at]));
}

export async function setAccepted(
  tx: TenantQueries,
  id: string,
  change: { readonly status: ConnectionStatus; readonly at: string },
): Promise<SupplierRow> {
  return onlyRow(await tx.rows<SupplierRow>(SET_ACCEPTED, [id, change.status, change.at]));
}

export async function setRevoked(
  tx: TenantQueries,
  id: string,
  change: { readonly status: ConnectionStatus; readonly at: string },
): Promise<SupplierRow> {
  return onlyRow(await tx.rows<SupplierRow>(SET_REVOKED, [id, change.status, change.at]));
}

function onlyRow(rows: readonly SupplierRow[]): SupplierRow {
  const [row] = rows;
  if (row === undefined) throw new Error("a locked supplier vanished");
  return row;
}
