import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { ScenarioStatus } from "./scenario-status.ts";

/** A scenario as it is stored; decimals as text. */
export interface ScenarioRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: ScenarioStatus;
  readonly base_year: number;
  readonly target_year: number;
  readonly growth_pct: string;
  readonly created_by_consultant: boolean;
  readonly review_reason: string | null;
  readonly status_changed_at: string;
  readonly created_at: string;
}

/** Who looks: null for the company, else the consultant's organisation (null when there is none behind the key). */
export type Viewer = { readonly consultant_id: string | null } | null;

const COLUMNS = `id, name, description, status, base_year, target_year, growth_pct, created_by_consultant, review_reason,
    status_changed_at, created_at`;

/**
 * A consultant's ($3 true, organisation $4) draft is that organisation's alone; once submitted the company sees it too, and
 * other consultants when the company approved it. What the company made itself everybody sees who acts for it.
 */
const VISIBLE = `(not created_by_consultant or status = 'approved'
    or case when $3::boolean then consultant_id = $4::uuid else status <> 'draft' end)`;

const LIST = statement(`
  select ${COLUMNS}
  from scenarios
  where tenant_id = $1 and environment = $2 and ${VISIBLE}
    and ($5::timestamptz is null or (created_at, id) < ($5::timestamptz, $6::uuid))
  order by created_at desc, id desc
  limit $7`);

const BY_ID = statement(`
  select ${COLUMNS}
  from scenarios
  where tenant_id = $1 and environment = $2 and ${VISIBLE} and id = $5
  order by id limit 1`);

const LOCK = statement(`
  select ${COLUMNS}
  from scenarios
  where tenant_id = $1 and environment = $2 and ${VISIBLE} and id = $5
  order by id limit 1
  for update`);

const INSERT = statement(`
  insert into scenarios (tenant_id, environment, id, name, description, status, base_year, target_year, growth_pct,
    created_by, created_by_consultant, consultant_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  returning ${COLUMNS}`);

const SET_STATUS = statement(`
  update scenarios set status = $4, review_reason = coalesce($5, review_reason), status_changed_at = now()
  where tenant_id = $1 and environment = $2 and id = $3
  returning ${COLUMNS}`);

function viewing(viewer: Viewer): [boolean, string | null] {
  return [viewer !== null, viewer?.consultant_id ?? null];
}

export async function selectScenarios(
  db: TenantQueries,
  viewer: Viewer,
  after: readonly string[] | null,
  limit: number,
): Promise<ScenarioRow[]> {
  return await db.rows<ScenarioRow>(LIST, [...viewing(viewer), after?.[0] ?? null, after?.[1] ?? null, limit]);
}

export async function selectScenario(db: TenantQueries, viewer: Viewer, id: string): Promise<ScenarioRow | undefined> {
  return (await db.rows<ScenarioRow>(BY_ID, [...viewing(viewer), id]))[0];
}

/** The scenario, locked until the transaction ends. */
export async function lockScenario(
  tx: TenantTransaction,
  viewer: Viewer,
  id: string,
): Promise<ScenarioRow | undefined> {
  return (await tx.rows<ScenarioRow>(LOCK, [...viewing(viewer), id]))[0];
}

export async function insertScenario(
  tx: TenantTransaction,
  scenario: Pick<
    ScenarioRow,
    "id" | "name" | "description" | "status" | "base_year" | "target_year" | "growth_pct" | "created_by_consultant"
  > & { readonly created_by: string; readonly consultant_id: string | null },
): Promise<ScenarioRow> {
  const [row] = await tx.rows<ScenarioRow>(INSERT, [
    scenario.id,
    scenario.name,
    scenario.description,
    scenario.status,
    scenario.base_year,
    scenario.target_year,
    scenario.growth_pct,
    scenario.created_by,
    scenario.created_by_consultant,
    scenario.consultant_id,
  ]);
  if (row === undefined) throw new Error("insert of a scenario returned no row");
  return row;
}

/** Sets the status of a locked scenario; a null reason leaves the one that stands. */
export async function setScenarioStatus(
  tx: TenantTransaction,
  id: string,
  status: ScenarioStatus,
  review_reason: string | null,
): Promise<ScenarioRow> {
  const [row] = await tx.rows<ScenarioRow>(SET_STATUS, [id, status, review_reason]);
  if (row === undefined) throw new Error("a locked scenario vanished");
  return row;
}
