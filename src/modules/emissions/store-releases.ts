import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { ReleaseInForce } from "./factor-choice/releases-in-force.ts";

/** A release in force as it is stored. */
export interface ReleaseRow extends ReleaseInForce {
  /** Null: the first entry of the year, or what counted before releases were kept. */
  readonly run_id: string | null;
  /** ISO 8601 UTC. */
  readonly since: string;
}

const IN_FORCE = statement(`
  select subject, to_char(period_from, 'YYYY-MM-DD') as "from", to_char(period_to, 'YYYY-MM-DD') as "to", release, imports,
    run_id, since
  from factor_releases_in_force
  where tenant_id = $1 and environment = $2
  order by since desc, subject, period_from desc limit 10000`);

const BEGIN = statement(`
  insert into factor_releases_in_force (tenant_id, environment, subject, period_from, period_to, release)
  select $1::uuid, $2::text, subject, $5::date, $6::date, release from unnest($3::text[], $4::text[]) as r (subject, release)
  on conflict do nothing`);

const SET = statement(`
  insert into factor_releases_in_force as f (tenant_id, environment, subject, period_from, period_to, release, imports, run_id, since)
  select $1::uuid, $2::text, r.subject, $4::date, $5::date, r.release, r.imports, $6::uuid, clock_timestamp()
  from json_to_recordset($3::json) as r (subject text, release text, imports text[])
  on conflict (tenant_id, environment, subject, period_from, period_to) do update
    set release = excluded.release, imports = excluded.imports, run_id = excluded.run_id, since = excluded.since`);

/** By which releases the company's years count, what was decided last first. */
export async function selectReleasesInForce(db: TenantQueries): Promise<ReleaseRow[]> {
  return await db.rows<ReleaseRow>(IN_FORCE);
}

/** Begins a year: subjects of which something is in force already stay as they are. The audit chain must be locked. */
export async function beginReleases(
  tx: TenantTransaction,
  { from, to }: YearDays,
  releases: readonly Pick<ReleaseInForce, "subject" | "release">[],
): Promise<void> {
  const values = [releases.map(({ subject }) => subject), releases.map(({ release }) => release)];
  await tx.rows(BEGIN, [...values, from, to]);
}

/** From now on entries of the year count by these releases. The audit chain must be locked. */
export async function setReleasesInForce(
  tx: TenantTransaction,
  { from, to }: YearDays,
  releases: readonly Pick<ReleaseInForce, "subject" | "release" | "imports">[],
  run_id: string,
): Promise<void> {
  await tx.rows(SET, [JSON.stringify(releases), from, to, run_id]);
}
