import type { Environment, SystemDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { ConsultantKeyRecord, ConsultantRecord } from "./consultant-record.ts";

const CONSULTANT = "id, name, created_by, created_at";
const KEY = `id, consultant_id, name, environment, scopes, prefix, last_four, expires_at, created_by, created_at,
    last_used_at, revoked_at`;

const INSERT_CONSULTANT = statement(`
  insert into consultants (id, name, created_by) values ($1, $2, $3) returning ${CONSULTANT}`);

const CONSULTANT_BY_ID = statement(`select ${CONSULTANT} from consultants where id = $1 order by id limit 1`);

const CONSULTANTS_BY_NAME = statement(`
  select ${CONSULTANT} from consultants where name = $1
  order by created_at desc, id desc limit 20`);

const INSERT_KEY = statement(`
  insert into consultant_keys (id, consultant_id, environment, name, digest, scopes, prefix, last_four, expires_at,
    created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  returning ${KEY}`);

// The notification leaves with the commit: every process drops the key from its cache at that moment.
const REVOKE_KEY = statement(`
  update consultant_keys set revoked_at = coalesce(revoked_at, $2), revoked_by = coalesce(revoked_by, $3)
  where id = $1
  returning ${KEY}, pg_notify('carbon_credentials', id::text)::text as notified`);

const FIND_KEY = statement(`
  select k.id, k.digest, k.environment, k.name, k.scopes, k.expires_at, k.last_used_at, k.revoked_at,
    c.id as consultant_id, c.name as consultant_name
  from consultant_keys k join consultants c on c.id = k.consultant_id
  where k.digest = $1
  order by k.id limit 1`);

const RECORD_USE = statement(`
  update consultant_keys set last_used_at = $2
  where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '50 seconds')`);

export interface NewConsultantKeyRow {
  readonly id: string;
  readonly consultant_id: string;
  readonly environment: Environment;
  readonly name: string;
  readonly digest: Buffer;
  readonly scopes: readonly string[];
  readonly prefix: string;
  readonly last_four: string;
  readonly expires_at: string | null;
  readonly created_by: string;
}

/** A key with its organisation, as admission needs it. */
export interface FoundConsultantKeyRow {
  readonly id: string;
  readonly digest: Buffer;
  readonly environment: Environment;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly consultant_id: string;
  readonly consultant_name: string;
}

export async function insertConsultant(
  system: SystemDb,
  row: Pick<ConsultantRecord, "id" | "name" | "created_by">,
): Promise<ConsultantRecord> {
  const [made] = await system.rows<ConsultantRecord>(INSERT_CONSULTANT, [row.id, row.name, row.created_by]);
  if (made === undefined) throw new Error("insert of a consultant returned no row");
  return made;
}

export async function selectConsultant(system: SystemDb, id: string): Promise<ConsultantRecord | undefined> {
  return (await system.rows<ConsultantRecord>(CONSULTANT_BY_ID, [id]))[0];
}

/** At most two, newest first: enough to see whether a name is unique. */
export async function selectConsultantsByName(system: SystemDb, name: string): Promise<ConsultantRecord[]> {
  return await system.rows<ConsultantRecord>(CONSULTANTS_BY_NAME, [name]);
}

export async function insertConsultantKey(system: SystemDb, key: NewConsultantKeyRow): Promise<ConsultantKeyRecord> {
  const [row] = await system.rows<ConsultantKeyRecord>(INSERT_KEY, [
    key.id,
    key.consultant_id,
    key.environment,
    key.name,
    key.digest,
    key.scopes,
    key.prefix,
    key.last_four,
    key.expires_at,
    key.created_by,
  ]);
  if (row === undefined) throw new Error("insert of a consultant key returned no row");
  return row;
}

/** Ends a key and tells every process; a key that has ended keeps its time. */
export async function setConsultantKeyRevoked(
  system: SystemDb,
  id: string,
  revoked_at: string,
  revoked_by: string,
): Promise<ConsultantKeyRecord | undefined> {
  const [row] = await system.rows<ConsultantKeyRecord & { notified?: string }>(REVOKE_KEY, [
    id,
    revoked_at,
    revoked_by,
  ]);
  if (row === undefined) return undefined;
  const { notified: _, ...record } = row;
  return record;
}

export async function findConsultantKey(system: SystemDb, digest: Buffer): Promise<FoundConsultantKeyRow | undefined> {
  return (await system.rows<FoundConsultantKeyRow>(FIND_KEY, [digest]))[0];
}

export async function updateConsultantKeyUse(system: SystemDb, id: string, used_at: Date): Promise<void> {
  await system.rows(RECORD_USE, [id, used_at.toISOString()]);
}
