import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { FactsInput } from "../activities/index.ts";
import type { EvidenceNamed } from "../emissions/index.ts";

/** What a group decision may be. */
export const GROUP_DECISIONS = ["accept", "recategorize", "exclude", "mark_duplicate", "defer"] as const;

/** A decision about a group, as it was made. */
export interface GroupDecision {
  readonly id: string;
  readonly decision: (typeof GROUP_DECISIONS)[number];
  readonly category_key: string | null;
  readonly facts: FactsInput;
  readonly evidence: readonly EvidenceNamed[];
  readonly reason: string | null;
  readonly supplier_name: string | null;
  readonly gl_account: string | null;
  readonly code: string;
  readonly suggested_category_key: string | null;
  readonly category_rule_id: string | null;
  readonly line_count: number;
  readonly decided_by: string;
}

export interface GroupDecisionRow extends GroupDecision {
  readonly decided_by_name: string | null;
  readonly created_at: string;
  readonly undo_reason: string | null;
  readonly undone_by: string | null;
  readonly undone_by_name: string | null;
  readonly undone_at: string | null;
  /** Lines by what became of them. */
  readonly decided_count: number;
  readonly changed_count: number;
  readonly failed_count: number;
  readonly withdrawn_count: number;
  readonly remaining_count: number;
  readonly undone_count: number;
  readonly undo_remaining_count: number;
}

/** A line of a decision that is to be decided, or undone. */
export interface GroupLine {
  readonly activity_id: string;
  /** The reading that the decision, or the undoing, is about. */
  readonly split_id: string;
}

/** What became of one line. */
export interface GroupLineOutcome {
  readonly activity_id: string;
  readonly outcome: string;
  readonly error_code: string | null;
  readonly error_detail: string | null;
}

const COLUMNS = `d.id, d.decision, d.category_key, d.facts, d.evidence, d.reason, d.supplier_name, d.gl_account, d.code,
    d.suggested_category_key, d.category_rule_id, d.line_count, d.decided_by, actor_name(d.decided_by) as decided_by_name,
    d.created_at, d.undo_reason, d.undone_by, actor_name(d.undone_by) as undone_by_name, d.undone_at,
    coalesce(l.decided_count, 0) as decided_count, coalesce(l.changed_count, 0) as changed_count,
    coalesce(l.failed_count, 0) as failed_count, coalesce(l.withdrawn_count, 0) as withdrawn_count,
    coalesce(l.remaining_count, 0) as remaining_count, coalesce(l.undone_count, 0) as undone_count,
    coalesce(l.undo_remaining_count, 0) as undo_remaining_count`;

const COUNTS = `left join lateral (
    select count(*) filter (where g.outcome = 'decided')::int as decided_count,
      count(*) filter (where g.outcome = 'changed_meanwhile')::int as changed_count,
      count(*) filter (where g.outcome = 'failed')::int as failed_count,
      count(*) filter (where g.outcome = 'withdrawn')::int as withdrawn_count,
      count(*) filter (where g.outcome is null)::int as remaining_count,
      count(*) filter (where g.undo_outcome = 'undone')::int as undone_count,
      count(*) filter (where g.outcome = 'decided' and g.undo_outcome is null)::int as undo_remaining_count
    from review_group_lines g where g.tenant_id = $1 and g.environment = $2 and g.decision_id = d.id
  ) as l on true`;

const INSERT = statement(`
  insert into review_group_decisions (tenant_id, environment, id, decision, category_key, facts, evidence, reason, supplier_name,
    gl_account, code, suggested_category_key, category_rule_id, line_count, decided_by)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8, $9, $10, $11, $12, $13, $14, $15)`);

const INSERT_LINES = statement(`
  insert into review_group_lines (tenant_id, environment, decision_id, activity_id, split_id)
  select $1, $2, $3, l.activity_id, l.split_id from unnest($4::uuid[], $5::uuid[]) as l (activity_id, split_id)`);

const BY_ID = statement(`
  select ${COLUMNS} from review_group_decisions d ${COUNTS}
  where d.tenant_id = $1 and d.environment = $2 and d.id = $3
  order by d.id limit 1`);

const LIST = statement(`
  select ${COLUMNS} from (
    select * from review_group_decisions d
    where d.tenant_id = $1 and d.environment = $2
      and ($3::timestamptz is null or (d.created_at, d.id) < ($3::timestamptz, $4::uuid))
    order by d.created_at desc, d.id desc limit $5
  ) as d ${COUNTS}
  order by d.created_at desc, d.id desc limit $5`);

const OPEN_LINES = statement(`
  select activity_id, split_id from review_group_lines
  where tenant_id = $1 and environment = $2 and decision_id = $3 and outcome is null
  order by activity_id limit $4`);

// The last one first: what the decision taught is taken back in the reverse order in which it was taught.
const LINES_TO_UNDO = statement(`
  select activity_id, decided_split_id as split_id from review_group_lines
  where tenant_id = $1 and environment = $2 and decision_id = $3 and outcome = 'decided' and undo_outcome is null
    and decided_split_id is not null
  order by activity_id desc limit $4`);

const LINE_STATE = statement(`
  select outcome, undo_outcome from review_group_lines
  where tenant_id = $1 and environment = $2 and decision_id = $3 and activity_id = $4
  order by activity_id limit 1`);

const SETTLE_LINE = statement(`
  update review_group_lines set outcome = $5, error_code = $6, error_detail = $7, decided_split_id = $8
  where tenant_id = $1 and environment = $2 and decision_id = $3 and activity_id = $4 and outcome is null
  returning activity_id`);

const SETTLE_UNDO = statement(`
  update review_group_lines set undo_outcome = $5, undo_error_code = $6, undo_error_detail = $7
  where tenant_id = $1 and environment = $2 and decision_id = $3 and activity_id = $4 and undo_outcome is null
  returning activity_id`);

const WITHDRAW = statement(`
  with decision as (
    update review_group_decisions set undo_reason = $4, undone_by = $5, undone_at = clock_timestamp()
    where tenant_id = $1 and environment = $2 and id = $3 and undone_at is null
  )
  update review_group_lines set outcome = 'withdrawn'
  where tenant_id = $1 and environment = $2 and decision_id = $3 and outcome is null`);

/** Writes a decision with the lines that it is about, in two statements. */
export async function insertGroupDecision(
  tx: TenantTransaction,
  decision: GroupDecision,
  lines: readonly GroupLine[],
): Promise<void> {
  await tx.rows(INSERT, [
    decision.id,
    decision.decision,
    decision.category_key,
    JSON.stringify(decision.facts),
    JSON.stringify(decision.evidence),
    decision.reason,
    decision.supplier_name,
    decision.gl_account,
    decision.code,
    decision.suggested_category_key,
    decision.category_rule_id,
    decision.line_count,
    decision.decided_by,
  ]);
  await tx.rows(INSERT_LINES, [
    decision.id,
    lines.map(({ activity_id }) => activity_id),
    lines.map(({ split_id }) => split_id),
  ]);
}

export async function selectGroupDecision(db: TenantQueries, id: string): Promise<GroupDecisionRow | undefined> {
  return (await db.rows<GroupDecisionRow>(BY_ID, [id]))[0];
}

/** Decisions newest first, from after a position. */
export async function selectGroupDecisions(
  db: TenantQueries,
  after: readonly string[] | null,
  limit: number,
): Promise<GroupDecisionRow[]> {
  return await db.rows<GroupDecisionRow>(LIST, [after?.[0] ?? null, after?.[1] ?? null, limit]);
}

/** Lines that a decision has not reached. */
export async function selectOpenLines(db: TenantQueries, decision_id: string, limit: number): Promise<GroupLine[]> {
  return await db.rows<GroupLine>(OPEN_LINES, [decision_id, limit]);
}

/** Lines that a decision made and nobody has tried to undo with it. */
export async function selectLinesToUndo(db: TenantQueries, decision_id: string, limit: number): Promise<GroupLine[]> {
  return await db.rows<GroupLine>(LINES_TO_UNDO, [decision_id, limit]);
}

interface LineState {
  readonly outcome: string | null;
  readonly undo_outcome: string | null;
}

async function selectLineState(
  tx: TenantTransaction,
  decision_id: string,
  activity_id: string,
): Promise<LineState | undefined> {
  return (await tx.rows<LineState>(LINE_STATE, [decision_id, activity_id]))[0];
}

/** Whether a decision has not reached a line. */
export async function isLineOpen(tx: TenantTransaction, decision_id: string, activity_id: string): Promise<boolean> {
  return (await selectLineState(tx, decision_id, activity_id))?.outcome === null;
}

/** Whether a decision made a line, and nobody has tried to undo it with the decision. */
export async function isLineUndoable(
  tx: TenantTransaction,
  decision_id: string,
  activity_id: string,
): Promise<boolean> {
  const state = await selectLineState(tx, decision_id, activity_id);
  return state?.outcome === "decided" && state.undo_outcome === null;
}

/** Says what became of a line. Returns false when that was said already, by another call. */
export async function settleLine(
  tx: TenantTransaction,
  decision_id: string,
  { activity_id, outcome, error_code, error_detail }: GroupLineOutcome,
  decided_split_id: string | null,
): Promise<boolean> {
  const settled = [decision_id, activity_id, outcome, error_code, error_detail, decided_split_id];
  return (await tx.rows<{ activity_id: string }>(SETTLE_LINE, settled)).length === 1;
}

/** Says what became of the undoing of a line. Returns false when that was said already. */
export async function settleUndo(
  tx: TenantTransaction,
  decision_id: string,
  { activity_id, outcome, error_code, error_detail }: GroupLineOutcome,
): Promise<boolean> {
  const settled = [decision_id, activity_id, outcome, error_code, error_detail];
  return (await tx.rows<{ activity_id: string }>(SETTLE_UNDO, settled)).length === 1;
}

/** Takes a decision back: lines that it has not reached are left alone. */
export async function withdrawDecision(
  tx: TenantTransaction,
  { id, reason, undone_by }: { readonly id: string; readonly reason: string; readonly undone_by: string },
): Promise<void> {
  await tx.rows(WITHDRAW, [id, reason, undone_by]);
}
