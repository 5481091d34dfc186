import { decimal } from "../../core/quantity.ts";
import type { Decision } from "../categorization/index.ts";
import type { LineRule, PlaceOfUse, ProductChoice, QuantityTables, ReviewReason } from "../emissions/index.ts";
import type { AdvanceKind, ParsedDocument } from "../reading/index.ts";
import { readAdvance } from "./advance-lines.ts";
import { type ActivityDraft, isAdjustment, isRow } from "./draft-activities.ts";
import { quantityOf } from "./line-quantity.ts";

/** A line of a document with what was decided about it alone. */
export interface DecidedLine {
  readonly draft: ActivityDraft;
  /** Position of the draft. */
  readonly index: number;
  readonly decision: Decision;
  /** Set when this line must wait for a person. */
  readonly waits: ReviewReason | null;
  readonly advance: AdvanceKind | null;
  /** Null: no footprint of this product is known, or the category takes none. */
  readonly product: ProductChoice | null;
  /** Who sold it, where a factor of the company is about a supplier; else null. */
  readonly supplier_key: string | null;
  /** What people stated of earlier lines in the same words from the same supplier. */
  readonly rule: LineRule;
  /** Where its electricity was used, abroad or in doubt; null: in the company's own country. */
  readonly place: PlaceOfUse | null;
}

/** The line with the largest amount: charges and allowances on the whole document follow it. */
export function mainLine(decided: readonly DecidedLine[]): DecidedLine | null {
  let main: DecidedLine | null = null;
  for (const candidate of decided) {
    const isOther = isAdjustment(candidate.draft) || candidate.advance === "deduction";
    if (isOther || candidate.draft.amount === null) continue;
    const size = decimal(candidate.draft.amount).abs();
    if (main === null || size.gt(decimal(main.draft.amount ?? "0").abs())) main = candidate;
  }
  return main;
}

/** The line as it is booked: what belongs to the whole document, or was charged before, follows its largest line. */
export function settled(
  line: DecidedLine,
  main: DecidedLine | null,
  {
    document,
    tables,
  }: { readonly document: ParsedDocument; readonly tables: QuantityTables & { readonly region: string } },
): DecidedLine {
  const { advance, draft } = line;
  if (advance === null || draft.chosen !== null || draft.covered_reason !== null) {
    return { ...line, decision: finalDecision(line, main, tables) };
  }
  const hasQuantity = quantityOf(line, tables).quantity !== null;
  const read = readAdvance({ ...line, advance, hasQuantity }, document, main?.decision ?? null);
  return { ...line, decision: read.decision, waits: line.waits ?? read.reviewReason };
}

function finalDecision(
  { draft, decision }: DecidedLine,
  main: DecidedLine | null,
  tables: QuantityTables & { readonly region: string },
): Decision {
  if (!isAdjustment(draft) || draft.covered_reason !== null || main === null) return decision;
  const isSupply = main.draft.counted !== null;
  if (!isSupply && isFreightCharge(draft, main)) return freight(decision, main.decision);
  // The quantity says it all: a charge beside it would count the same supply again, by its money, and an allowance lowers nothing but the price.
  if (isSupply || quantityOf(main, tables).quantity !== null) {
    return excluded(main.decision, "charge or allowance on a supply that is counted by its quantity");
  }
  const reason = `charge or allowance on the whole document, follows its largest line: ${main.decision.reason}`;
  return { ...main.decision, reason };
}

const TRANSPORT = "transport.";
const ROAD_FREIGHT = "transport.upstream.road";
/** Danish, English, German and Swedish words of bringing goods, also as the last part of a word, and their codes (UNTDID 7161). */
const FREIGHT_WORDS =
  /(?<!\p{L})(?:levering|porto|transport|forsendelse|freight|shipping|delivery|carriage|postage|versand|lieferung|leverans)|fragt|fracht|frakt|^(?:FC|DL)$/iu;

/** A carrier's own charges are part of what it carries by. */
function isFreightCharge({ line }: ActivityDraft, main: DecidedLine): boolean {
  const isOfCarrier = main.decision.category_key.startsWith(TRANSPORT);
  return line.kind === "document_charge" && !isOfCarrier && FREIGHT_WORDS.test(line.description);
}

/**
 * As its words say, where they say by what goods are brought; else by road. Bringing goods is none of what they are, but it
 * waits with them: a person who leaves them out, as never delivered, has nothing brought either.
 */
function freight(decision: Decision, ofGoods: Decision): Decision {
  if (decision.status === "excluded") return decision;
  const isTransport = decision.status === "classified" && decision.category_key.startsWith(TRANSPORT);
  const reason = "charge for freight on the whole document";
  const byRoad = { category_key: ROAD_FREIGHT, mapped_by: "rule", confidence: 1, reason } as const;
  const status = ofGoods.status === "pending_review" ? "pending_review" : "classified";
  return { ...decision, ...(isTransport ? {} : byRoad), status };
}

/** Whether a line counts as what it is: it is not left out, no advance or its deduction, and no row of a table. */
export function isCounted({ draft, decision, advance }: DecidedLine): boolean {
  return decision.status !== "excluded" && advance === null && !isRow(draft);
}

/** A line that counts nothing, and why. */
export function excluded(decision: Decision, reason: string): Decision {
  return { ...decision, status: "excluded", mapped_by: "rule", confidence: 1, reason };
}
