import type { TenantQueries } from "../../core/context.ts";
import { statementFamily } from "../../core/statement.ts";
import { UNTOLD_ACTIONS } from "./feed-kinds.ts";

/** Events of one action that one actor caused in one moment, of which the first is told. */
export interface FeedRow {
  readonly seq: number;
  readonly ts: string;
  readonly action: string;
  readonly actor: string;
  readonly actor_name: string | null;
  readonly subject: string;
  readonly subject_name: string | null;
  readonly count: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Where a page ended: the moment and the number of its last row. */
export interface FeedPosition {
  readonly ts: string;
  readonly seq: string;
}

/** Later than any event, and than any number of one. */
const NEWEST: FeedPosition = { ts: "9999-12-31T23:59:59.999Z", seq: "9223372036854775807" };

/** As in the indexes, which serve only a statement that says it in the same words. */
const TOLD = `action not in (${UNTOLD_ACTIONS.map((action) => `'${action}'`).join(", ")})`;

function nameIn(view: string, column = "name"): string {
  return `(select r.${column} from ${view} r
        where r.tenant_id = $1 and r.environment = $2 and r.id = record.id order by r.id limit 1)`;
}

/** The name of the newest version; before there is a second, that of the record itself. */
function newestName(type: "target" | "tiltag"): string {
  return `coalesce((select v.name from ${type}_version_names v
        where v.tenant_id = $1 and v.environment = $2 and v.${type}_id = record.id order by v.version desc limit 1),
        ${nameIn(`${type}_names`)})`;
}

/** A consultant's plan has a name for whoever reads the log once the company has approved it (`scenarios/store.ts`: who sees a draft). */
const TOLD_PLAN = "(not p.created_by_consultant or p.status = 'approved')";

/** SQL for the name of what an event is about, by the type of its record; other types are named by their events. */
const NAMES: Readonly<Record<string, string>> = {
  activity: nameIn("source_lines", "description"),
  document: nameIn("source_documents"),
  upload_file: nameIn("received_files"),
  supplier: nameIn("supplier_names", "supplier_name"),
  scenario: `(select p.name from scenario_names p
        where p.tenant_id = $1 and p.environment = $2 and p.id = record.id and ${TOLD_PLAN} order by p.id limit 1)`,
  tiltag: `(select ${newestName("tiltag")} from tiltag_names t join scenario_names p
        on p.tenant_id = $1 and p.environment = $2 and p.id = t.scenario_id and ${TOLD_PLAN}
        where t.tenant_id = $1 and t.environment = $2 and t.id = record.id order by t.id limit 1)`,
  target: newestName("target"),
  data_source: nameIn("data_source_names"),
  company_factor: nameIn("company_factor_names"),
};

// Events join a row while it is read: its first one never changes, so that a row keeps its place. Each type is read along the index
// for one page at most, so that what nobody asks for is never gone through.
const FEED = statementFamily(
  ({ actor }: { readonly actor: boolean }) => `
  with told as (
    select newest.ts, newest.action, newest.actor, newest.seq, newest.count
    from unnest($3::text[]) as wanted (type) cross join lateral (
      select ts, action, actor, min(seq) as seq, count(*)::int as count from audit_events
      where tenant_id = $1 and environment = $2 and split_part(action, '.', 1) = wanted.type and ${TOLD}
        and ts <= $4::text ${actor ? "and actor = $7::text" : ""}
      group by ts, action, actor
      having (ts, min(seq)) < ($4::text, $5::bigint)
      order by ts desc, min(seq) desc limit $6::int
    ) as newest
    order by newest.ts desc, newest.seq desc limit $6::int
  )
  select told.seq, told.ts, told.action, told.actor, actor_name(told.actor) as actor_name, told.count, e.subject, e.payload,
    coalesce(case split_part(told.action, '.', 1)
      ${Object.entries(NAMES)
        .map(([type, name]) => `when '${type}' then ${name}`)
        .join("\n      ")}
      when 'member' then actor_name('user:' || e.subject)
    end, e.payload ->> 'name') as subject_name
  from told join audit_events e on e.tenant_id = $1 and e.environment = $2 and e.seq = told.seq
  cross join lateral (select case when e.subject ~ '^[0-9a-f-]{36}$' then e.subject::uuid end as id) as record
  order by told.ts desc, told.seq desc limit $6::int`,
);

/** What happened to records of these types, newest first, from after a position (null: the newest), by one actor (null: by all). */
export async function selectFeed(
  db: TenantQueries,
  wanted: { readonly types: readonly string[]; readonly actor: string | null; readonly after: FeedPosition | null },
  limit: number,
): Promise<FeedRow[]> {
  const { ts, seq } = wanted.after ?? NEWEST;
  const parts = { actor: wanted.actor !== null };
  const given = [wanted.types, ts, seq, limit, ...(wanted.actor === null ? [] : [wanted.actor])];
  return await db.rows<FeedRow>(FEED(parts), given);
}
