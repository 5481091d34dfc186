import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { SigningSecret } from "./signing-secret.ts";
import type { WebhookRecord, WebhookState } from "./webhook.ts";

const COLUMNS = `id, url, description, events, environment, status = 'active' as is_active, status, last_delivered_at,
    last_failed_at, deactivated_reason, signing_secret_last_four, created_by,
    actor_name(created_by) as created_by_name, created_at`;

const INSERT = statement(`
  insert into webhooks (tenant_id, environment, id, url, description, events, secret_sealed, signing_secret_last_four,
    created_by, grant_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  returning ${COLUMNS}`);

const LIST = statement(`
  select ${COLUMNS}
  from webhooks
  where tenant_id = $1 and environment = $2
    and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
    and ($6::text is null or status = $6::text)
  order by created_at desc, id desc
  limit $5`);

const BY_ID = statement(`
  select ${COLUMNS} from webhooks where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1`);

const LOCK = statement(`
  select ${COLUMNS} from webhooks where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1 for update`);

const COUNT_ACTIVE = statement(`
  select count(*) as active from webhooks
  where tenant_id = $1 and environment = $2 and status = 'active' order by 1 limit 1`);

const DEACTIVATE = statement(`
  update webhooks set status = 'deactivated', deactivated_reason = $4, previous_secret_sealed = null,
    previous_secret_expires_at = null
  where tenant_id = $1 and environment = $2 and id = $3
  returning ${COLUMNS}`);

// Only the secret before the last rotation is kept: with two rotations in one overlap the oldest ends at once.
const ROTATE = statement(`
  update webhooks set secret_sealed = $4, signing_secret_last_four = $5,
    previous_secret_sealed = case when $6::timestamptz is null then null else secret_sealed end,
    previous_secret_expires_at = $6
  where tenant_id = $1 and environment = $2 and id = $3
  returning ${COLUMNS}`);

// Another address is another receiver: the failures were the former one's, and it stops with the grant of who named it.
const UPDATE = statement(`
  update webhooks set url = $4, events = $5, description = $6,
    first_failed_at = case when url = $4 then first_failed_at end,
    consecutive_failures = case when url = $4 then consecutive_failures else 0 end,
    paused_until = case when url = $4 then paused_until end,
    grant_id = case when url = $4 then grant_id else $7::uuid end
  where tenant_id = $1 and environment = $2 and id = $3
  returning ${COLUMNS}`);

const END_OVERLAP = statement(`
  update webhooks set previous_secret_sealed = null, previous_secret_expires_at = null
  where tenant_id = $1 and environment = $2 and id = $3 and previous_secret_sealed is not null
  returning ${COLUMNS}`);

const STATE = statement(`
  select ${COLUMNS}, first_failed_at, disabled_at,
    case when paused_until > $4::timestamptz then paused_until end as paused_until,
    case when previous_secret_expires_at > $4::timestamptz then previous_secret_expires_at end
      as previous_secret_expires_at,
    (select count(*) from webhook_deliveries d
      where d.tenant_id = $1 and d.environment = $2 and d.webhook_id = $3 and d.status = 'pending') as pending_deliveries
  from webhooks where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1`);

const ENABLE = statement(`
  update webhooks set status = 'active', deactivated_reason = null, disabled_at = null, first_failed_at = null,
    consecutive_failures = 0, paused_until = null, grant_id = case when grant_id is not null then $4::uuid end
  where tenant_id = $1 and environment = $2 and id = $3
  returning ${COLUMNS}`);

export interface NewWebhookRow {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
  readonly secret: SigningSecret;
  readonly created_by: string;
  /** The grant with which it stops; null: the company's own. */
  readonly grant_id: string | null;
}

export async function insertWebhook(tx: TenantTransaction, row: NewWebhookRow): Promise<WebhookRecord> {
  const { id, url, description, events, secret, created_by, grant_id } = row;
  const values = [id, url, description, events, secret.sealed, secret.last_four, created_by, grant_id];
  return onlyRow(await tx.rows<WebhookRecord>(INSERT, values));
}

/** A part of a company's subscriptions, newest first. */
export interface WebhookSlice {
  /** Null: of any status. */
  readonly status: WebhookRecord["status"] | null;
  readonly after: readonly string[] | null;
  readonly limit: number;
}

export async function selectWebhooks(
  db: TenantQueries,
  { status, after, limit }: WebhookSlice,
): Promise<WebhookRecord[]> {
  return await db.rows<WebhookRecord>(LIST, [after?.[0] ?? null, after?.[1] ?? null, limit, status]);
}

export async function selectWebhook(db: TenantQueries, id: string): Promise<WebhookRecord | undefined> {
  return (await db.rows<WebhookRecord>(BY_ID, [id]))[0];
}

/** The subscription and how it fares at the moment `now` (ISO 8601). */
export async function selectWebhookState(
  db: TenantQueries,
  id: string,
  now: string,
): Promise<WebhookState | undefined> {
  return (await db.rows<WebhookState>(STATE, [id, now]))[0];
}

/** The subscription, locked until the transaction ends. */
export async function lockWebhook(tx: TenantTransaction, id: string): Promise<WebhookRecord | undefined> {
  return (await tx.rows<WebhookRecord>(LOCK, [id]))[0];
}

export async function countActiveWebhooks(tx: TenantTransaction): Promise<number> {
  return onlyRow(await tx.rows<{ active: number }>(COUNT_ACTIVE)).active;
}

export async function setDeactivated(tx: TenantTransaction, id: string, reason: string): Promise<WebhookRecord> {
  return onlyRow(await tx.rows<WebhookRecord>(DEACTIVATE, [id, reason]));
}

/** Active, as if it had never failed. What stops with a grant stops with this one from now on; null: with none. */
export async function setEnabled(tx: TenantTransaction, id: string, grant_id: string | null): Promise<WebhookRecord> {
  return onlyRow(await tx.rows<WebhookRecord>(ENABLE, [id, grant_id]));
}

/** Puts the new secret in; the old one signs as well until `previous_until`, or no more when that is null. */
export async function setSecret(
  tx: TenantTransaction,
  id: string,
  secret: SigningSecret,
  previous_until: string | null,
): Promise<WebhookRecord> {
  return onlyRow(await tx.rows<WebhookRecord>(ROTATE, [id, secret.sealed, secret.last_four, previous_until]));
}

export async function setTerms(
  tx: TenantTransaction,
  id: string,
  {
    url,
    events,
    description,
    grant_id,
  }: Pick<WebhookRecord, "url" | "events" | "description"> & { readonly grant_id: string | null },
): Promise<WebhookRecord> {
  return onlyRow(await tx.rows<WebhookRecord>(UPDATE, [id, url, events, description, grant_id]));
}

/** Forgets the secret before the last rotation; undefined where there is none. */
export async function endOverlap(tx: TenantTransaction, id: string): Promise<WebhookRecord | undefined> {
  return (await tx.rows<WebhookRecord>(END_OVERLAP, [id]))[0];
}

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("a statement on webhooks returned no row");
  return row;
}
