import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

export interface InvitationRow {
  readonly id: string;
  readonly supplier_id: string;
  readonly report_year: number;
  readonly expires_at: string;
  readonly used_at: string | null;
  readonly replaced_at: string | null;
}

const REPLACE_OPEN = statement(`
  update supplier_invitations set replaced_at = $4
  where tenant_id = $1 and environment = $2 and supplier_id = $3 and used_at is null and replaced_at is null
  returning id`);

const INSERT = statement(`
  insert into supplier_invitations (tenant_id, environment, id, supplier_id, digest, report_year, language, expires_at,
    created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  returning id`);

const LOCK = statement(`
  select id, supplier_id, report_year, expires_at, used_at, replaced_at from supplier_invitations
  where tenant_id = $1 and environment = $2 and digest = $3
  order by id limit 1
  for update`);

const USE = statement(`
  update supplier_invitations set used_at = $4
  where tenant_id = $1 and environment = $2 and id = $3
  returning id`);

export interface NewInvitation {
  readonly id: string;
  readonly supplier_id: string;
  readonly digest: Buffer;
  readonly report_year: number;
  readonly language: "da" | "en";
  readonly expires_at: string;
  readonly created_by: string;
}

/** Ends every invitation of the supplier that still works. */
export async function replaceOpenInvitations(tx: TenantQueries, supplier_id: string, at: string): Promise<void> {
  await tx.rows(REPLACE_OPEN, [supplier_id, at]);
}

export async function insertInvitation(tx: TenantQueries, invitation: NewInvitation): Promise<void> {
  const { id, supplier_id, digest, report_year, language, expires_at, created_by } = invitation;
  await tx.rows(INSERT, [id, supplier_id, digest, report_year, language, expires_at, created_by]);
}

/** The invitation of a token's digest, locked until the transaction ends. */
export async function lockInvitation(tx: TenantQueries, digest: Buffer): Promise<InvitationRow | undefined> {
  return (await tx.rows<InvitationRow>(LOCK, [digest]))[0];
}

export async function useInvitation(tx: TenantQueries, id: string, at: string): Promise<void> {
  await tx.rows(USE, [id, at]);
}
