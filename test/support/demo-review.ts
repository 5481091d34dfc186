import type { TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { excludeActivity } from "../../src/modules/activities/exclude-activity.ts";
import type { NewActivity } from "../../src/modules/activities/index.ts";
import { decideReviewGroup } from "../../src/modules/review/decide-review-group.ts";
import { closeFinancialYear } from "../../src/modules/restatements/close-financial-year.ts";
import { listRestatements } from "../../src/modules/restatements/list-restatements.ts";
import { listReviewGroups } from "../../src/modules/review/list-review-groups.ts";
import type { ReviewGroup } from "../../src/modules/review/review-group.ts";
import type { TestDatabase } from "./database.ts";
import { ledgerLine, record } from "./ledger.ts";

let made = 0;

/** A line of office goods that waits for a person: its category is suggested, or it is held as a possible duplicate. */
export function waitingLine(kind: "suggested" | "held", given: Partial<NewActivity> = {}): NewActivity {
  made += 1;
  const line = ledgerLine(made, { status: "pending_review", entries: [] });
  const category_key = "purchases.goods.office_supplies";
  const reason = '"rulle" in the text';
  return {
    ...line,
    description: `Rulle ${made}`,
    quantity: null,
    unit: null,
    gl_account: null,
    gl_account_name: null,
    classification_codes: [],
    split: {
      ...line.split,
      quantity: null,
      unit: null,
      decision: {
        status: kind === "held" ? "classified" : "pending_review",
        category_key,
        mapped_by: "rule",
        confidence: 0.5556,
        reason,
        candidates: [{ category_key, weight: 1, reason, step: "lexicon" }],
      },
    },
    result:
      kind === "held"
        ? {
            kind: "review",
            reviewReason: { code: "possible_duplicate", detail: "Document 1 has the same supplier and number." },
          }
        : null,
    ...given,
  };
}

/** An amount on account for heat, of a supply that its bill names: a settlement may replace it. */
function openAdvance(): NewActivity {
  const line = waitingLine("held");
  return {
    ...line,
    description: `Aconto fjernvarme ${made}`,
    supply_id: "0198c0de-0000-7000-8000-00000000ad01",
    split: { ...line.split, decision: { ...line.split.decision, category_key: "energy.heat.district_heating" } },
    result: {
      kind: "review",
      reviewReason: { code: "advance_without_quantity", detail: "An advance in money is no measured consumption." },
    },
  };
}

/** Id of what waits for 2015, which is closed: a line of that year. */
async function pendingRestatement(db: TestDatabase, tenant: TenantIdentity): Promise<string> {
  const ctx = db.context(tenant);
  await invoke(closeFinancialYear, ctx, { period_end: "2015-12-31" });
  const reviewReason = { code: "financial_year_closed", detail: "The year 2015 is closed." } as const;
  const late = waitingLine("held", { transaction_date: "2015-06-01", result: { kind: "review", reviewReason } });
  const activity_id = firstOf(await record(ctx, [late]));
  const listed = await invoke(listRestatements, ctx, { period_end: "2015-12-31", limit: 100 });
  const { items } = listed as { readonly items: readonly { readonly id: string; readonly activity_id: string }[] };
  const line = items.find((item) => item.activity_id === activity_id);
  if (line === undefined) throw new Error("a late line is not pending");
  return line.id;
}

/** Where the placeholders of the review operations come from: a new line each time. */
export function reviewSources(db: TestDatabase): [string, (tenant: TenantIdentity) => Promise<string>][] {
  const held = async (tenant: TenantIdentity) => record(db.context(tenant), [waitingLine("held")]);
  return [
    ["$review_item_id", async (tenant) => firstOf(await record(db.context(tenant), [waitingLine("suggested")]))],
    ["$held_item_id", async (tenant) => firstOf(await held(tenant))],
    ["$pending_restatement_id", (tenant) => pendingRestatement(db, tenant)],
    ["$open_advance_id", async (tenant) => firstOf(await record(db.context(tenant), [openAdvance()]))],
    ["$review_group_id", (tenant) => newGroup(db, tenant)],
    [
      "$review_group_decision_id",
      async (tenant) => {
        const input = { id: await newGroup(db, tenant), decision: "accept" };
        return ((await invoke(decideReviewGroup, db.context(tenant), input)) as { readonly id: string }).id;
      },
    ],
    ["$held_document_id", async (tenant) => (await held(tenant)).document_id],
  ];
}

/** Id of a group of its own: one line of a supplier that no other names. */
export async function newGroup(db: TestDatabase, tenant: TenantIdentity): Promise<string> {
  const line = waitingLine("suggested");
  const gl_account = `G${made}`;
  await record(db.context(tenant), [{ ...line, gl_account }]);
  let cursor: string | null = null;
  do {
    const page = { limit: 200, ...(cursor === null ? {} : { cursor }) };
    const listed = (await invoke(listReviewGroups, db.context(tenant), page)) as {
      readonly items: readonly ReviewGroup[];
      readonly next_cursor: string | null;
    };
    const group = listed.items.find((item) => item.gl_account === gl_account);
    if (group !== undefined) return group.id;
    cursor = listed.next_cursor;
  } while (cursor !== null);
  throw new Error("a line that waits is in no group");
}

/** A line that somebody has kept out: there is something to undo. */
export function changedActivity(db: TestDatabase): (tenant: TenantIdentity) => Promise<string> {
  return async (tenant) => {
    const id = firstOf(await record(db.context(tenant), [waitingLine("suggested")]));
    await invoke(excludeActivity, db.context(tenant), { id, reason: "Private" });
    return id;
  };
}

function firstOf(recorded: { readonly activity_ids: readonly string[] }): string {
  const [id] = recorded.activity_ids;
  if (id === undefined) throw new Error("nothing was recorded");
  return id;
}
