import type { Environment, SystemDb, SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { EndpointPosition } from "./delivery-cursor.ts";
import { BREAKER_FAILURES } from "./circuit-breaker.ts";

/** A delivery with all that sending it takes; only who holds the lease may settle it. */
export interface ClaimedDelivery {
  readonly tenant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event: string;
  readonly body: string;
  readonly kind: "event" | "replay" | "test";
  /** Attempts recorded before this one. */
  readonly attempts: number;
  readonly next_attempt_at: string;
  readonly lease: string;
  /** Where the row lies as long as the lease holds: the database's own address of it. */
  readonly row: string;
  readonly url: string;
  readonly secret_sealed: Buffer;
  readonly previous_secret_sealed: Buffer | null;
  readonly previous_secret_expires_at: string | null;
}

export interface ClaimRequest {
  readonly limit: number;
  readonly lease: string;
  readonly lease_ms: number;
  /** Endpoints after this one come first. */
  readonly after: EndpointPosition;
  /** Companies that get nothing now. */
  readonly without_tenants: readonly string[];
  /** Free places of each endpoint that is known, and of every other one. */
  readonly capacities: Readonly<Record<string, number>>;
  readonly capacity_of_others: number;
  /** Null: the database's clock. */
  readonly now: string | null;
}

export interface Claim {
  /** Oldest first. */
  readonly deliveries: readonly ClaimedDelivery[];
  /** Where the next claim goes on; null: no endpoint comes after. */
  readonly next: EndpointPosition | null;
}

/** Endpoints with something pending that one claim looks at. */
const STEPS_MAX = 500;
const TESTS_PER_CLAIM = 8;

const DUE_AT = "coalesce(d.leased_until, d.next_attempt_at)";

// Walks the index from endpoint to endpoint, takes the oldest due rows of each, and claims the first of every endpoint
// before the second of any. LIMIT in the lateral parts keeps each of them a look into an index, and the rows that were
// locked are updated by their place, whatever the planner knows of the tables' sizes. Test deliveries wait for nobody: who
// asks for one wants to know whether the receiver works now.
const CLAIM = statement(`
  with recursive clock as (select coalesce($1::timestamptz, now()) as now),
  round (tenant_id, environment, webhook_id, place) as (
    (select d.tenant_id, d.environment, d.webhook_id, 1 from webhook_deliveries d
      where d.status = 'pending' and (d.tenant_id, d.environment, d.webhook_id) > ($2::uuid, $3::text, $4::uuid)
      order by d.tenant_id, d.environment, d.webhook_id limit 1)
    union all
    (select n.tenant_id, n.environment, n.webhook_id, r.place + 1
      from round r cross join lateral (
        select d.tenant_id, d.environment, d.webhook_id from webhook_deliveries d
         where d.status = 'pending'
           and (d.tenant_id, d.environment, d.webhook_id) > (r.tenant_id, r.environment, r.webhook_id)
         order by d.tenant_id, d.environment, d.webhook_id limit 1) n
     where r.place < ${STEPS_MAX})
  ),
  invited as materialized (
    select r.tenant_id, r.environment, r.webhook_id, r.place, w.status, w.room
      from round r
      cross join lateral (
        select w.status, w.paused_until,
               least(coalesce(($5::jsonb ->> w.id::text)::int, $9::int),
                     case when w.consecutive_failures >= ${BREAKER_FAILURES} then 1 end) as room
          from webhooks w
         where w.tenant_id = r.tenant_id and w.environment = r.environment and w.id = r.webhook_id
           and (w.grant_id is null or grant_holds(w.tenant_id, w.environment, w.grant_id, (select now from clock)))
         limit 1) w
      cross join lateral (
        select 1 from webhook_deliveries d
         where d.tenant_id = r.tenant_id and d.environment = r.environment and d.webhook_id = r.webhook_id
           and d.status = 'pending' and ${DUE_AT} <= (select now from clock) limit 1) due
     where r.tenant_id <> all ($10::uuid[]) and w.room > 0 and w.status <> 'deactivated'
       and (w.paused_until is null or w.paused_until <= (select now from clock))
     limit $6::int
  ),
  last_place as (
    select s.* from (select count(*) >= $6::int as is_full from invited) f cross join lateral (
      select tenant_id, environment, webhook_id, place from invited where f.is_full
      union all
      select tenant_id, environment, webhook_id, place from round where not f.is_full) s
     order by s.place desc limit 1
  ),
  locked as materialized (
    select o.row, o.id, i.place, o.due_at
      from invited i cross join lateral (
        select d.ctid as row, d.id, ${DUE_AT} as due_at from webhook_deliveries d
         where d.tenant_id = i.tenant_id and d.environment = i.environment and d.webhook_id = i.webhook_id
           and d.status = 'pending' and ${DUE_AT} <= (select now from clock)
           and d.kind <> 'test' and (i.status = 'active' or d.kind = 'replay')
         order by ${DUE_AT}, d.id
         limit least(i.room, (select ceil($6::numeric / greatest(count(*), 1)) from invited))
         for update skip locked) o
  ),
  ranked as (
    select row, place, row_number() over (partition by place order by due_at, id) as rank from locked
  ),
  tests as materialized (
    select d.ctid as row from webhook_deliveries d
     where d.status = 'pending' and d.kind = 'test' and ${DUE_AT} <= (select now from clock)
     order by d.next_attempt_at limit ${TESTS_PER_CLAIM} for update skip locked
  ),
  claimed as (
    update webhook_deliveries d
       set lease = $7, leased_until = (select now from clock) + $8::int * interval '1 millisecond'
     where d.ctid = any (array((select row from ranked order by rank, place limit $6::int) union all select row from tests))
    returning d.tenant_id, d.environment, d.id, d.webhook_id, d.event_id, d.event, d.body, d.kind, d.attempts,
      d.next_attempt_at, d.lease, d.ctid::text as row
  ),
  ready as (
    select c.*, w.* from claimed c cross join lateral (
      select w.url, w.secret_sealed, w.previous_secret_sealed, w.previous_secret_expires_at from webhooks w
       where w.tenant_id = c.tenant_id and w.environment = c.environment and w.id = c.webhook_id limit 1) w
  )
  select c.*, p.tenant_id as last_tenant_id, p.environment as last_environment, p.webhook_id as last_webhook_id,
         (select count(*) >= $6::int from invited) or p.place >= ${STEPS_MAX} as has_more
    from (select 1) as one left join last_place p on true left join ready c on true
   order by c.next_attempt_at, c.id`);

type ClaimRow = { readonly [Column in keyof ClaimedDelivery]: ClaimedDelivery[Column] | null } & {
  readonly last_tenant_id: string | null;
  readonly last_environment: string | null;
  readonly last_webhook_id: string | null;
  readonly has_more: boolean | null;
};

export async function claimDeliveries(db: SystemDb, request: ClaimRequest): Promise<Claim> {
  const { now, after, without_tenants, capacities, capacity_of_others, limit, lease, lease_ms } = request;
  const rows = await db.rows<ClaimRow>(CLAIM, [
    now,
    after.tenant_id,
    after.environment,
    after.webhook_id,
    JSON.stringify(capacities),
    limit,
    lease,
    lease_ms,
    capacity_of_others,
    without_tenants,
  ]);
  return { deliveries: rows.filter(isClaimed), next: nextPosition(rows[0]) };
}

/** The claim answers with one empty row when nothing is due. */
function isClaimed(row: ClaimRow): row is ClaimRow & ClaimedDelivery {
  return row.id !== null;
}

function nextPosition(row: ClaimRow | undefined): EndpointPosition | null {
  if (row?.has_more !== true) return null;
  const { last_tenant_id, last_environment, last_webhook_id } = row;
  if (last_tenant_id === null || last_environment === null || last_webhook_id === null) return null;
  return { tenant_id: last_tenant_id, environment: last_environment, webhook_id: last_webhook_id };
}

// The attempt was not made, or was cut short by a stop: it does not count.
const RELEASE = statement(`
  update webhook_deliveries d set lease = null, leased_until = null
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[]) as r (tenant_id, environment, id, lease)
   where d.tenant_id = r.tenant_id and d.environment = r.environment and d.id = r.id and d.lease = r.lease`);

export async function releaseDeliveries(db: SystemDb, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await db.rows(RELEASE, [
    deliveries.map((delivery) => delivery.tenant_id),
    deliveries.map((delivery) => delivery.environment),
    deliveries.map((delivery) => delivery.id),
    deliveries.map((delivery) => delivery.lease),
  ]);
}

/** Counting stops here: a longer queue needs no exact figure. */
const DEPTH_MAX = 100_000;

const DEPTH = statement(`
  select count(*) as pending, count(*) filter (where due_at <= coalesce($1::timestamptz, now())) as due,
         coalesce(extract(epoch from coalesce($1::timestamptz, now()) - min(due_at)), 0)::float8 as oldest_due_seconds
    from (select ${DUE_AT} as due_at from webhook_deliveries d where d.status = 'pending' limit ${DEPTH_MAX}) as queue
   limit 1`);

export interface QueueDepth {
  readonly pending: number;
  /** Of these, what could be sent now. */
  readonly due: number;
  /** How long the delivery that has been due longest has waited; negative: none is due yet. */
  readonly oldest_due_seconds: number;
}

export async function deliveryQueueDepth(db: SystemQueries, now: string | null): Promise<QueueDepth> {
  const [depth] = await db.rows<QueueDepth>(DEPTH, [now]);
  if (depth === undefined) throw new Error("counting the queue returned no row");
  return depth;
}
