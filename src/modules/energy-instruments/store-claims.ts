import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

// The constraint compares with the rows of every company; what is answered is whether the own row was written.
const CLAIM = statement(`
  insert into certificate_claims (tenant_id, environment, id, instrument_id, domain, numbers)
  values ($1, $2, $3, $4, $5, numrange($6::numeric, $7::numeric, '[]'))
  on conflict do nothing
  returning id`);

const RELEASE = statement(`
  update certificate_claims set released_at = $4::timestamptz
  where tenant_id = $1 and environment = $2 and instrument_id = $3 and released_at is null`);

const OWN = statement(`
  select instrument_id from certificate_claims
  where tenant_id = $1 and environment = $2 and domain = $3 and numbers && numrange($4::numeric, $5::numeric, '[]')
    and released_at is null
  order by created_at, id limit 1`);

const HOLDERS = statement(`
  select instrument_id from certificate_claims
  where tenant_id = $1 and environment = $2 and domain = $3 and numbers && numrange($4::numeric, $5::numeric, '[]')
    and released_at is null
  group by instrument_id order by min(created_at), instrument_id limit 100`);

export interface NumberRange {
  readonly domain: string;
  readonly from: string;
  readonly to: string;
}

/** Claims certificate numbers, both ends included, for an instrument; false: some of them are claimed, here or elsewhere. */
export async function claimNumbers(
  tx: TenantTransaction,
  { id, instrument_id, domain, from, to }: NumberRange & { readonly id: string; readonly instrument_id: string },
): Promise<boolean> {
  return (await tx.rows<{ id: string }>(CLAIM, [id, instrument_id, domain, from, to])).length === 1;
}

/** Gives back the numbers of an instrument; `at` is an ISO 8601 moment. */
export async function releaseNumbers(tx: TenantTransaction, instrument_id: string, at: string): Promise<void> {
  await tx.rows(RELEASE, [instrument_id, at]);
}

/** The company's own instrument that holds some of these numbers; null: it has none. */
export async function ownHolder(db: TenantQueries, { domain, from, to }: NumberRange): Promise<string | null> {
  return (await db.rows<{ instrument_id: string }>(OWN, [domain, from, to]))[0]?.instrument_id ?? null;
}

/** The company's instruments that hold some of these numbers, the oldest first; at most 100. */
export async function holders(db: TenantQueries, { domain, from, to }: NumberRange): Promise<string[]> {
  const rows = await db.rows<{ instrument_id: string }>(HOLDERS, [domain, from, to]);
  return rows.map(({ instrument_id }) => instrument_id);
}
