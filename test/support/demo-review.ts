import type { TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { excludeActivity } from "../../src/modules/activities/exclude-activity.ts";
import type { NewActivity } from "../../src/modules/activities/index.ts";
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

/** Where the placeholders of the review operations come from: a new line each time. */
export function reviewSources(db: TestDatabase): [string, (tenant: TenantIdentity) => Promise<string>][] {
  const held = async (tenant: TenantIdentity) => record(db.context(tenant), [waitingLine("held")]);
  return [
    ["$review_item_id", async (tenant) => firstOf(await record(db.context(tenant), [waitingLine("suggested")]))],
    ["$held_item_id", async (tenant) => firstOf(await held(tenant))],
    ["$held_document_id", async (tenant) => (await held(tenant)).document_id],
  ];
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
