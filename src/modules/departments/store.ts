import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** A department as its newest version has it. */
export interface DepartmentRow {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly parent_id: string | null;
  readonly is_active: boolean;
  /** Its last day, YYYY-MM-DD; null: it is open. */
  readonly closed_on: string | null;
  readonly version: number;
  readonly created_at: string;
}

const COLUMNS = "d.id, d.name, d.code, d.parent_id, d.is_active, d.closed_on, d.version, d.created_at";

/** Departments as their newest versions have them; the row of `departments` is the first version. */
const CURRENT = `(
    select c.id, coalesce(v.name, c.name) as name, case when v.version is null then c.code else v.code end as code,
      case when v.version is null then c.parent_id else v.parent_id end as parent_id,
      case when v.version is null then c.is_active else v.closed_on is null end as is_active, v.closed_on,
      coalesce(v.version, 1) as version, c.created_at
    from departments c left join lateral (
      select n.version, n.name, n.code, n.parent_id, n.closed_on from department_versions n
      where n.tenant_id = $1 and n.environment = $2 and n.department_id = c.id
      order by n.version desc limit 1) v on true
    where c.tenant_id = $1 and c.environment = $2) d`;

const LIST = statement(`
  select ${COLUMNS}
  from ${CURRENT}
  where ($3::timestamptz is null or (d.created_at, d.id) < ($3::timestamptz, $4::uuid))
  order by d.created_at desc, d.id desc
  limit $5`);

const INSERT = statement(`
  insert into departments (tenant_id, environment, id, name, code, parent_id)
  values ($1, $2, $3, $4, $5, $6)
  returning id, name, code, parent_id, is_active, null::date as closed_on, 1 as version, created_at`);

const BY_ID = statement(`
  select ${COLUMNS} from ${CURRENT} where d.id = $3
  order by d.id limit 1`);

export async function selectDepartment(db: TenantQueries, id: string): Promise<DepartmentRow | undefined> {
  return (await db.rows<DepartmentRow>(BY_ID, [id]))[0];
}

const EXISTS = statement(`
  select id from departments where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1`);

/** Open and closed departments that have a code, at most 10,000, in the order in which they were created. */
const CODES = statement(`
  select d.id, d.name, d.code, d.closed_on from ${CURRENT}
  where d.code is not null
  order by d.created_at, d.id
  limit 10000`);

export interface CodedDepartment extends Pick<DepartmentRow, "id" | "name" | "closed_on"> {
  readonly code: string;
}

export async function selectCodes(db: TenantQueries): Promise<CodedDepartment[]> {
  return await db.rows<CodedDepartment>(CODES);
}

const OPEN_BELOW = statement(`
  select ${COLUMNS} from ${CURRENT} where d.is_active and d.parent_id = $3
  order by d.created_at, d.id limit 1`);

/** An open department directly below this one; undefined: there is none. */
export async function selectOpenBelow(db: TenantQueries, id: string): Promise<DepartmentRow | undefined> {
  return (await db.rows<DepartmentRow>(OPEN_BELOW, [id]))[0];
}

/** Departments that one look-up may be about. */
const IDS_MAX = 1000;

const BY_IDS = statement(`
  select ${COLUMNS} from ${CURRENT} where d.id = any($3::uuid[])
  order by d.id limit ${IDS_MAX}`);

/** Those of these ids, at most 1000, that are departments of the company, open or closed. */
export async function knownDepartments(
  db: TenantQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DepartmentRow>> {
  if (ids.length === 0) return new Map();
  return new Map((await db.rows<DepartmentRow>(BY_IDS, [ids])).map((row) => [row.id, row]));
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
