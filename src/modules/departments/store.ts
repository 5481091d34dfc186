import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

export interface DepartmentRow {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly parent_id: string | null;
  readonly is_active: boolean;
  readonly created_at: string;
}

const LIST = statement(`
  select id, name, code, parent_id, is_active, created_at
  from departments
  where tenant_id = $1 and environment = $2
    and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
  order by created_at desc, id desc
  limit $5`);

const INSERT = statement(`
  insert into departments (tenant_id, environment, id, name, code, parent_id)
  values ($1, $2, $3, $4, $5, $6)
  returning id, name, code, parent_id, is_active, created_at`);

const BY_ID = statement(`
  select id, name, code, parent_id, is_active, created_at
  from departments where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1`);

export async function selectDepartment(db: TenantQueries, id: string): Promise<DepartmentRow | undefined> {
  return (await db.rows<DepartmentRow>(BY_ID, [id]))[0];
}

const EXISTS = statement(`
  select id from departments where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1`);

/** Active departments that have a code, at most 10,000. */
const CODES = statement(`
  select id, code from departments
  where tenant_id = $1 and environment = $2 and is_active and code is not null
  order by created_at, id
  limit 10000`);

export async function selectCodes(db: TenantQueries): Promise<{ readonly id: string; readonly code: string }[]> {
  return await db.rows<{ id: string; code: string }>(CODES);
}

/** Departments that one look-up may be about. */
const IDS_MAX = 1000;

const KNOWN = statement(`
  select id from departments where tenant_id = $1 and environment = $2 and id = any($3::uuid[])
  order by id limit ${IDS_MAX}`);

/** Which of these ids, at most 1000, are departments of the company. */
export async function knownDepartments(db: TenantQueries, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await db.rows<{ id: string }>(KNOWN, [ids])).map(({ id }) => id));
}

export async function departmentExists(db: TenantQueries, id: string): Promise<boolean> {
  return (await db.rows<{ id: string }>(EXISTS, [id])).length === 1;
}

export async function selectDepartments(
  db: TenantQueries,
  after: readonly string[] | null,
  limit: number,
): Promise<DepartmentRow[]> {
  return await db.rows<DepartmentRow>(LIST, [after?.[0] ?? null, after?.[1] ?? null, limit]);
}

export async function insertDepartment(
  tx: TenantQueries,
  department: { id: string; name: string; code: string | null; parent_id: string | null },
): Promise<DepartmentRow> {
  const [row] = await tx.rows<DepartmentRow>(INSERT, [
    department.id,
    department.name,
    department.code,
    department.parent_id,
  ]);
  if (row === undefined) throw new Error("insert of a department returned no row");
  return row;
}
