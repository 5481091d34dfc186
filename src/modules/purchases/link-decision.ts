import type { PurchaseState, SourceRecord } from "./canonical-record.ts";
import type { SettlementLink } from "./account-record.ts";

/** What a payment, a posting or another record has to do with an item; evidence: the item counts the purchase for it. */
export interface Partner {
  readonly item: SourceRecord;
  readonly state: "evidence" | SettlementLink["state"];
  /** What of the item it is about: signed decimal text in the item's currency. */
  readonly amount: string;
}

/** A record with all that it may belong to. */
export interface LinkedRecord {
  readonly payment: SourceRecord;
  readonly partners: readonly Partner[];
}

export const LINK_DECISIONS = ["confirm", "separate"] as const;
export type LinkDecision = (typeof LINK_DECISIONS)[number];

/** What a decision makes of the record: where it stands, what is said of its pairs, and what becomes of its lines. */
export interface DecidedLink {
  readonly counted_by: string | null;
  readonly words: readonly (Pick<SettlementLink, "item_id" | "state" | "amount"> & {
    readonly before: string | null;
  })[];
  /** left_out: they are evidence; counts: they count by themselves; asked: they wait; null: they stay as they are. */
  readonly lines: "left_out" | "counts" | "asked" | null;
  /** Items that the record is, or may be, evidence of from now on. */
  readonly items: readonly SourceRecord[];
}

/** Why a decision cannot be: an item is none of the record's partners, does not count, or everything is as it was said. */
export type LinkRefusal = "not_linked" | "item_does_not_count" | "nothing_changes";

const IN_FORCE: ReadonlySet<Partner["state"]> = new Set(["evidence", "linked", "confirmed"]);

/**
 * What a person's word about a record and some of its partners means. Confirmed, the record is evidence of exactly these, and what
 * else it was asked about with is none of it; separated from all, it counts by itself; from some, it waits with the others. Pure.
 */
export function decideLink(
  { payment, partners }: LinkedRecord,
  { decision, item_ids }: { readonly decision: LinkDecision; readonly item_ids: readonly string[] },
): DecidedLink | LinkRefusal {
  const chosen = partners.filter(({ item }) => item_ids.includes(item.id));
  if (chosen.length === 0) return "not_linked";
  if (new Set(chosen.map(({ item }) => item.id)).size < new Set(item_ids).size) return "not_linked";
  const others = partners.filter(({ item }) => !item_ids.includes(item.id));
  return decision === "confirm" ? confirmed(payment, chosen, others) : separated(payment, chosen, others);
}

function confirmed(
  payment: SourceRecord,
  chosen: readonly Partner[],
  others: readonly Partner[],
): DecidedLink | LinkRefusal {
  if (chosen.some(({ item }) => item.state !== "settled" || item.counted_by !== null)) return "item_does_not_count";
  if (chosen.every(({ state }) => state === "confirmed")) return "nothing_changes";
  const isDuplicateRecord =
    payment.counted_by !== null || [...chosen, ...others].some(({ state }) => IN_FORCE.has(state));
  const asked = others.filter(({ state }) => state === "proposed");
  return {
    counted_by: payment.counted_by,
    words: [...chosen.map((one) => word(one, "confirmed")), ...asked.map((one) => word(one, "separated"))],
    lines: isDuplicateRecord ? null : "left_out",
    items: chosen.map(({ item }) => item),
  };
}

function separated(
  payment: SourceRecord,
  chosen: readonly Partner[],
  others: readonly Partner[],
): DecidedLink | LinkRefusal {
  const parted = chosen.filter(({ state }) => IN_FORCE.has(state) || state === "proposed");
  if (parted.length === 0) return "nothing_changes";
  const left = others.filter(({ state }) => IN_FORCE.has(state) || state === "proposed");
  const isParted = parted.some(({ state }) => state === "evidence");
  const isDuplicateRecord = [...parted, ...left].some(({ state }) => IN_FORCE.has(state));
  const asked = isDuplicateRecord ? left.filter(({ state }) => state !== "proposed") : [];
  return {
    counted_by: isParted ? null : payment.counted_by,
    words: [...parted.map((one) => word(one, "separated")), ...asked.map((one) => word(one, "proposed"))],
    lines: left.length === 0 ? "counts" : isDuplicateRecord ? "asked" : null,
    items: left.map(({ item }) => item),
  };
}

function word({ item, state: before, amount }: Partner, state: SettlementLink["state"]): DecidedLink["words"][number] {
  return { item_id: item.id, state, amount, before: before === "evidence" ? null : before };
}

/** How a decision changed a record: what undoing needs, kept with it. */
export interface LinkChange {
  readonly counted_by_before: string | null;
  readonly state_before: PurchaseState;
  readonly counted_by_after: string | null;
  readonly state_after: PurchaseState;
  readonly words: DecidedLink["words"];
  readonly lines: readonly LineOfChange[];
}

/** A line with its reading before and after a decision; one that is taken back writes an earlier reading anew. */
export interface LineOfChange {
  readonly activity_id: string;
  readonly split_before: string;
  readonly split_after: string;
  /** The earlier reading that `split_after` is again; absent: it is a new one. */
  readonly stands_for?: string;
}
