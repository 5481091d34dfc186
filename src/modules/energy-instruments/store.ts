import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { InstrumentFacts, InstrumentKind } from "./instrument-facts.ts";

/** An instrument as its newest version has it. */
export interface InstrumentRow {
  readonly id: string;
  readonly kind: InstrumentKind;
  readonly version: number;
  readonly facts: InstrumentFacts;
  readonly serves_from: string;
  readonly serves_to: string;
  readonly is_withdrawn: boolean;
  readonly created_at: string;
}

/** Instruments as their newest versions have them. */
const CURRENT = `
  select i.id, i.kind, v.version, v.facts, v.market, v.serves_from, v.serves_to, v.is_withdrawn, i.created_at
  from energy_instruments i join lateral (
    select n.version, n.facts, n.market, n.serves_from, n.serves_to, n.is_withdrawn from energy_instrument_versions n
    where n.tenant_id = $1 and n.environment = $2 and n.instrument_id = i.id
    order by n.version desc limit 1) v on true
  where i.tenant_id = $1 and i.environment = $2`;

const COLUMNS = "c.id, c.kind, c.version, c.facts, c.serves_from, c.serves_to, c.is_withdrawn, c.created_at";

const LIST = statement(`
  select ${COLUMNS} from (${CURRENT}) c
  where ($3::text is null or c.kind = $3::text) and ($4::text is null or c.market = $4::text)
    and ($5::boolean is null or c.is_withdrawn = $5::boolean)
    and ($6::timestamptz is null or (c.created_at, c.id) < ($6::timestamptz, $7::uuid))
  order by c.created_at desc, c.id desc limit $8`);

const BY_ID = statement(`
  select ${COLUMNS} from (${CURRENT}) c where c.id = $3
  order by c.id limit 1`);

export interface InstrumentFilter {
  readonly kind: InstrumentKind | null;
  readonly market: string | null;
  readonly is_withdrawn: boolean | null;
}

/** Instruments newest first. `after` holds created_at and id of the last row seen. */
export async function selectInstruments(
  db: TenantQueries,
  { kind, market, is_withdrawn }: InstrumentFilter,
  after: readonly string[] | null,
  limit: number,
): Promise<InstrumentRow[]> {
  const position = [after?.[0] ?? null, after?.[1] ?? null];
  return await db.rows<InstrumentRow>(LIST, [kind, market, is_withdrawn, ...position, limit]);
}

export async function selectInstrument(db: TenantQueries, id: string): Promise<InstrumentRow | undefined> {
  return (await db.rows<InstrumentRow>(BY_ID, [id]))[0];
}

/** Instruments that one market and year can have. */
const SERVING_MAX = 5000;

const SERVING = statement(`
  select ${COLUMNS} from (${CURRENT}) c
  where c.market = $3 and c.serves_from <= $5::date and c.serves_to >= $4::date and not c.is_withdrawn
  order by c.created_at, c.id limit ${SERVING_MAX}`);

/** Instruments that were not withdrawn and serve consumption in a market between two days, the oldest first, at most 5000. */
export async function selectServing(
  db: TenantQueries,
  market: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<InstrumentRow[]> {
  return await db.rows<InstrumentRow>(SERVING, [market, from, to]);
}

const INSERT = statement(`
  insert into energy_instruments (tenant_id, environment, id, kind) values ($1, $2, $3, $4)`);

const INSERT_VERSION = statement(`
  insert into energy_instrument_versions (tenant_id, environment, instrument_id, version, market, serves_from, serves_to, facts,
    is_withdrawn, changed, reason, stated_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text[], $11, $12)`);

/** A version as it is written. */
export interface NewVersion {
  readonly version: number;
  readonly facts: InstrumentFacts;
  readonly serves: { readonly from: string; readonly to: string };
  readonly is_withdrawn: boolean;
  readonly changed: readonly string[];
  readonly reason: string | null;
  readonly stated_by: string;
}

export async function insertInstrument(tx: TenantTransaction, id: string, kind: InstrumentKind): Promise<void> {
  await tx.rows(INSERT, [id, kind]);
}

/** The audit chain must be locked: the version is the next free one. */
export async function insertVersion(tx: TenantTransaction, id: string, row: NewVersion): Promise<void> {
  const { version, facts, serves, is_withdrawn, changed, reason, stated_by } = row;
  await tx.rows(INSERT_VERSION, [
    id,
    version,
    facts.market,
    serves.from,
    serves.to,
    JSON.stringify(facts),
    is_withdrawn,
    changed,
    reason,
    stated_by,
  ]);
}

/** A version with who stated it. */
export interface VersionRow {
  readonly version: number;
  readonly facts: InstrumentFacts;
  readonly is_withdrawn: boolean;
  readonly changed: readonly string[];
  readonly reason: string | null;
  readonly stated_by: string;
  readonly stated_by_name: string | null;
  readonly created_at: string;
}

/** Versions that are shown of one instrument. */
const VERSIONS_MAX = 100;

const VERSIONS = statement(`
  select version, facts, is_withdrawn, changed, reason, stated_by, actor_name(stated_by) as stated_by_name, created_at
  from energy_instrument_versions
  where tenant_id = $1 and environment = $2 and instrument_id = $3
  order by version desc limit ${VERSIONS_MAX}`);

/** The last 100 versions of an instrument, the newest first. */
export async function selectVersions(db: TenantQueries, id: string): Promise<VersionRow[]> {
  return await db.rows<VersionRow>(VERSIONS, [id]);
}

const NEWEST_OF = statement(`
  select distinct on (instrument_id) instrument_id, version, is_withdrawn
  from energy_instrument_versions
  where tenant_id = $1 and environment = $2 and instrument_id = any ($3::uuid[])
  order by instrument_id, version desc limit 10000`);

/** The newest version of each of these instruments. */
export async function selectNewestVersions(
  db: TenantQueries,
  ids: readonly string[],
): Promise<{ readonly instrument_id: string; readonly version: number; readonly is_withdrawn: boolean }[]> {
  return await db.rows<{ instrument_id: string; version: number; is_withdrawn: boolean }>(NEWEST_OF, [ids]);
}
