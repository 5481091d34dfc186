import { createHash } from "node:crypto";
import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import {
  assertCategory,
  assertStatedSupply,
  factsInput,
  NOT_RELEVANT,
  type StatedFacts,
  statedFacts,
} from "../activities/index.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { addCategoryRule } from "../categorization/index.ts";
import { selectWaitingGroup, selectWaitingGroupLines } from "../emissions/index.ts";
import { evidenceInput, evidenceOf } from "../records/index.ts";
import { decideGroupLines } from "./decide-group-lines.ts";
import { GROUP_DECISION_EXAMPLE, GROUP_LINE_EXAMPLE, groupDecisionAnswer, toGroupDecision } from "./group-decision.ts";
import { decisionReason } from "./review-decision.ts";
import {
  groupIdInput,
  type ListedGroup,
  openGroupId,
  supplierOfGroup,
  textOrNull,
  waitingSuppliers,
} from "./review-group.ts";
import {
  GROUP_DECISIONS,
  type GroupDecision,
  insertGroupDecision,
  selectGroupDecision,
} from "./store-group-decisions.ts";

const input = z.object({
  id: groupIdInput,
  decision: z.enum(GROUP_DECISIONS).describe("What to do with every line of the group"),
  category_id: z.string().min(1).max(120).describe("For recategorize: category key of the lowest level").optional(),
  facts: factsInput
    .pick({
      service_period_start: true,
      service_period_end: true,
      supplier_name: true,
      supplier_identifier: true,
      supply_id: true,
      company_factor_id: true,
      attributes: true,
      emission_factor_key: true,
      clear: true,
    })
    .describe(
      "To accept, recategorize or defer: what the documents of all these lines say wrongly or not at all. Quantity, price, amount and date are each line's own: state them of single lines",
    )
    .optional(),
  evidence: evidenceInput
    .describe("To accept, recategorize or defer: stored files that show it of all these lines")
    .optional(),
  remember_as_rule: z
    .boolean()
    .describe("true: later lines of this supplier and account get this category by a rule of the company")
    .optional(),
  reason: decisionReason.describe("Why, for the auditor; needed except for accept").optional(),
});

type GroupInput = z.infer<typeof input>;

export const decideReviewGroup = defineOperation({
  name: "decide_review_group",
  title: "Decide about a group of review items",
  description:
    "Decides about all lines of a group in one decision with one reason. Refused when a line has joined or left the group " +
    "since it was listed. The first 200 lines are decided at once: results tells each; while remaining_count is above 0, " +
    "continue_review_group_decision takes the next ones. A line that somebody decides about meanwhile is left as it is " +
    "(changed_meanwhile), one that cannot be decided so goes on waiting (failed, with the error). " +
    "undo_review_group_decision takes the whole decision back.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input,
  output: groupDecisionAnswer,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/review-groups/:id/decide" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$review_group_id", decision: "accept", reason: "Paper for the printers" },
    output: { ...GROUP_DECISION_EXAMPLE, results: [GROUP_LINE_EXAMPLE] },
  },
  async run(ctx, request) {
    await assertStatedSupply(ctx.db, await assertComplete(ctx, request));
    const group = openGroupId(ctx, request.id);
    if (group === null) throw notFound("review group");
    const evidence = await evidenceOf(ctx.db, request.evidence ?? []);
    const id = await ctx.db.transaction((tx) => writeDecision(ctx, tx, group, { request, evidence }));
    const row = await selectGroupDecision(ctx.db, id);
    if (row === undefined) throw new Error("a decision that was just written vanished");
    const results = await decideGroupLines(ctx, row);
    return { ...toGroupDecision((await selectGroupDecision(ctx.db, id)) ?? row), results };
  },
});

/**
 * @returns the facts that the request states; null: none
 * @throws ServiceError request.validation_failed for what is missing, or of no use to the decision
 */
async function assertComplete(ctx: Context, request: GroupInput): Promise<StatedFacts | null> {
  const { decision, category_id, reason, facts = {}, evidence = [], remember_as_rule = false } = request;
  const issue = (path: string, code: string, message: string) => validationError([{ path, code, message }]);
  if (reason === undefined && decision !== "accept") throw issue("reason", "required", `is needed to ${decision}`);
  if (decision === "recategorize") {
    if (category_id === undefined) throw issue("category_id", "required", "is needed to recategorize");
    assertCategory(await ctx.catalog(), category_id);
  } else if (category_id !== undefined) {
    throw issue("category_id", "not_used", "is for recategorize only");
  }
  if (remember_as_rule && (decision === "mark_duplicate" || decision === "defer")) {
    const message =
      decision === "defer" ? "each advance is deferred by itself" : "later lines are no duplicates because these are";
    throw issue("remember_as_rule", "not_used", message);
  }
  const stated = statedFacts(facts, { currency: null, has_amount: false, now: ctx.clock.now() });
  if (decision !== "exclude" && decision !== "mark_duplicate") return stated;
  const useless = stated !== null ? "facts" : evidence.length > 0 ? "evidence" : null;
  if (useless !== null)
    throw issue(useless, "not_counted", "are of no use to lines that shall not count: leave them out");
  return stated;
}

/** Writes the decision with its lines, as they are under the lock of the audit chain. */
async function writeDecision(
  ctx: Context,
  tx: TenantTransaction,
  group: ListedGroup,
  { request, evidence }: { readonly request: GroupInput; readonly evidence: GroupDecision["evidence"] },
): Promise<string> {
  const { decision, category_id = null, facts = {}, reason = null } = request;
  const { registered, supplier_keys } = supplierOfGroup(await waitingSuppliers(tx), group);
  // Rules are locked before the audit chain, here as everywhere.
  const category_rule_id =
    request.remember_as_rule === true ? await remember(ctx, tx, group, { supplier_keys, request }) : null;
  await lockAuditChain(tx);
  const members = { ...group, supplier_keys };
  await assertUnchanged(tx, members);
  const lines = await selectWaitingGroupLines(tx, members);
  const row = {
    id: ctx.newId(),
    decision,
    category_key: category_id,
    facts,
    evidence,
    reason,
    supplier_name: registered[0]?.name ?? null,
    gl_account: textOrNull(group.gl_account),
    code: group.code,
    suggested_category_key: textOrNull(group.category_key),
    category_rule_id,
    line_count: lines.length,
    decided_by: ctx.principal.actor,
  };
  await insertGroupDecision(tx, row, lines);
  const { id, decided_by: _actor, evidence: _files, ...payload } = row;
  const lines_sha256 = createHash("sha256")
    .update(lines.map(({ activity_id }) => activity_id).join("\n"))
    .digest("hex");
  const stated_facts = Object.keys(
    statedFacts(facts, { currency: null, has_amount: false, now: ctx.clock.now() }) ?? {},
  );
  const named = evidence.length === 0 ? {} : { evidence };
  const decided = { ...payload, facts: stated_facts, ...named, lines_sha256 };
  await appendAudit(ctx, tx, [{ action: "review_group.decided", subject: id, payload: decided }]);
  return id;
}

interface Members extends ListedGroup {
  readonly supplier_keys: readonly string[];
}

/** @throws ServiceError request.validation_failed when a line has joined or left the group since it was listed */
async function assertUnchanged(tx: TenantTransaction, group: Members): Promise<void> {
  const now = await selectWaitingGroup(tx, group);
  if (now.line_count === group.line_count && now.content === group.content) return;
  const message =
    `the group had ${group.line_count} lines when it was listed and has ${now.line_count} now, not all of them the same; ` +
    "list_review_groups tells what is in it";
  throw validationError([{ path: "id", code: "group_changed", message }]);
}

/** The company's rule for later lines like these. @throws ServiceError when nothing says which lines those are */
async function remember(
  ctx: Context,
  tx: TenantTransaction,
  group: ListedGroup,
  { supplier_keys, request }: { readonly supplier_keys: readonly string[]; readonly request: GroupInput },
): Promise<string> {
  const taken = request.decision === "exclude" ? NOT_RELEVANT : (request.category_id ?? textOrNull(group.category_key));
  const supplier_key = textOrNull(supplier_keys.toSorted()[0] ?? "");
  const gl_account = textOrNull(group.gl_account);
  if (taken === null || (supplier_key === null && gl_account === null)) {
    const message =
      "these lines have neither supplier nor account, or no category is suggested: there is nothing to remember";
    throw validationError([{ path: "remember_as_rule", code: "nothing_to_remember", message }]);
  }
  const rule = { position: null, supplier_key, gl_account, text_contains: null, category_key: taken };
  return (await addCategoryRule(ctx, tx, rule)).id;
}
