import type { TenantQueries } from "../../core/context.ts";
import { statement, statementFamily } from "../../core/statement.ts";
import type { AmountSigns, StatedColumn } from "../reading/index.ts";

/** Sources of one company: what it has said of them is looked at for every table that it sends. */
export const MAPPINGS_MAX = 200;

export interface MappingRow {
  readonly id: string;
  readonly version: number;
  readonly status: "in_force" | "withdrawn";
  readonly data_source_id: string | null;
  readonly head_key: string;
  readonly columns: readonly StatedColumn[];
  readonly amounts: AmountSigns | null;
  readonly reason: string | null;
  readonly stated_by: string;
  readonly stated_by_name: string | null;
  readonly created_at: string;
}

const COLUMNS = `m.id, m.version, m.status, m.data_source_id, m.head_key, m.columns, m.amounts, m.reason, m.stated_by,
  actor_name(m.stated_by) as stated_by_name, m.created_at`;

/** Only the version of each source that was stated last. */
const IS_NEWEST = `not exists (select from column_mappings later where later.tenant_id = $1 and later.environment = $2
  and later.id = m.id and later.version > m.version)`;

const IN_FORCE = statement(`
  select m.id, m.version, m.head_key, m.data_source_id, m.columns, m.amounts from column_mappings m
  where m.tenant_id = $1 and m.environment = $2 and m.status = 'in_force' and ${IS_NEWEST}
  order by m.created_at desc, m.id desc limit ${MAPPINGS_MAX}`);

export type MappingInForce = Pick<MappingRow, "id" | "version" | "head_key" | "data_source_id" | "columns" | "amounts">;

export async function selectInForce(db: TenantQueries): Promise<MappingInForce[]> {
  return await db.rows<MappingInForce>(IN_FORCE);
}

const OF_SOURCE = statement(`
  select m.id, m.version, m.status from column_mappings m
  where m.tenant_id = $1 and m.environment = $2 and m.head_key = $3
    and coalesce(m.data_source_id, '00000000-0000-0000-0000-000000000000')
        = coalesce($4::uuid, '00000000-0000-0000-0000-000000000000')
  order by m.version desc limit 1`);

/** What was stated last of the tables of a source. */
export async function selectMappingOf(
  db: TenantQueries,
  { head_key, data_source_id }: { readonly head_key: string; readonly data_source_id: string | null },
): Promise<Pick<MappingRow, "id" | "version" | "status"> | undefined> {
  const rows = await db.rows<Pick<MappingRow, "id" | "version" | "status">>(OF_SOURCE, [head_key, data_source_id]);
  return rows[0];
}

const SOURCES = statement(`
  select count(*)::int as count from column_mappings m
  where m.tenant_id = $1 and m.environment = $2 and m.version = 1`);

export async function sourceCount(db: TenantQueries): Promise<number> {
  return (await db.rows<{ readonly count: number }>(SOURCES))[0]?.count ?? 0;
}

const INSERT = statement(`
  insert into column_mappings (tenant_id, environment, id, version, status, data_source_id, head_key, columns, amounts, reason,
                               stated_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11)`);

export async function insertMapping(
  tx: TenantQueries,
  row: Omit<MappingRow, "stated_by_name" | "created_at">,
): Promise<void> {
  const { id, version, status, data_source_id, head_key, columns, amounts, reason, stated_by } = row;
  const rest = [data_source_id, head_key, JSON.stringify(columns), amounts, reason, stated_by];
  await tx.rows(INSERT, [id, version, status, ...rest]);
}

/** Versions that are shown of one source. */
export const VERSIONS_MAX = 100;

const VERSIONS = statement(`
  select ${COLUMNS} from column_mappings m
  where m.tenant_id = $1 and m.environment = $2 and m.id = $3
  order by m.version desc limit ${VERSIONS_MAX}`);

/** The versions of a source, the newest first. */
export async function selectVersions(db: TenantQueries, id: string): Promise<MappingRow[]> {
  return await db.rows<MappingRow>(VERSIONS, [id]);
}

const LIST = statementFamily(
  ({ after }: { readonly after: boolean }) => `
  select ${COLUMNS} from column_mappings m
  where m.tenant_id = $1 and m.environment = $2 and ${IS_NEWEST}
    and ($4::uuid is null or m.data_source_id = $4)
    ${after ? "and (m.created_at, m.id) < ($5::timestamptz, $6::uuid)" : ""}
  order by m.created_at desc, m.id desc limit $3::int`,
);

/** The newest version of each source, stated last first. */
export async function selectMappings(
  db: TenantQueries,
  data_source_id: string | null,
  after: readonly string[] | null,
  limit: number,
): Promise<MappingRow[]> {
  const position = after === null ? [] : [after[0] ?? null, after[1] ?? null];
  return await db.rows<MappingRow>(LIST({ after: after !== null }), [limit, data_source_id, ...position]);
}
