import { decimal, decimalText } from "../../core/quantity.ts";
import { PRICE_ONLY } from "../activities/index.ts";
import {
  categorize,
  type Decision,
  recallChoice,
  supplierBranch,
  type TenantKnowledge,
} from "../categorization/index.ts";
import { factorSupplier } from "../company-factors/index.ts";
import { type LineRule, rememberedRule } from "../emissions/index.ts";
import { advanceOf, type ParsedDocument } from "../reading/index.ts";
import { credited, inCategoryOf, tablesOfCredit, unmatched } from "./credit-notes.ts";
import { dateDoubt } from "./date-doubt.ts";
import { type DecidedLine, excluded } from "./decided-line.ts";
import type { ActivityDraft } from "./draft-activities.ts";
import { lineDoubt, undecided } from "./line-doubt.ts";
import { productOf } from "./line-quantity.ts";
import type { DocumentMatches, LineTables } from "./line-tables.ts";
import { OWN_NAME_READ, ownIssue } from "./own-company.ts";
import { keptPlaceOf, placeOfUse, type StatedPlace } from "./place-of-use.ts";
import { regionOf } from "./price-area.ts";
import { statedCategory } from "./stated-category.ts";
import { CHARGE_ONLY, GIVES_BACK, isSameSupply, QUANTITY_REPEATED, SUPPLY_UNKNOWN } from "./supply.ts";

interface ReadLine {
  readonly read: ActivityDraft;
  readonly index: number;
  readonly document: ParsedDocument;
  readonly own: ReturnType<typeof ownIssue>;
}

/** What is decided about a line of a document without a look at the others. Pure. */
export function decidedLine(
  { read, index, document, own }: ReadLine,
  tables: LineTables,
  ledgerMatches: DocumentMatches,
): DecidedLine {
  const ofRead = own !== null && document.recognition !== undefined ? OWN_NAME_READ : null;
  const lineMatch = ledgerMatches.lines?.get(index);
  const credit = ledgerMatches.credits?.get(index);
  const draft = credited(read, credit);
  const stated = placeOfUse(draft, document, tables.region);
  const decision = inCategoryOf(decide(document, draft, tables, { ...ledgerMatches, place: stated }), credit);
  const left = lineMatch?.kind === "duplicate" ? lineMatch.reason : credit?.kind === "price" ? PRICE_ONLY : null;
  const final = left === null ? decision : excluded(decision, left);
  const possibleDuplicate = lineMatch?.kind === "possible_duplicate" ? lineMatch.reviewReason : null;
  return {
    draft,
    index,
    decision: final,
    waits:
      possibleDuplicate ??
      (own?.kind === "unclear" ? own.reviewReason : ofRead) ??
      unmatched(credit) ??
      (draft.is_unidentified === true ? SUPPLY_UNKNOWN : null) ??
      (draft.is_charge_only === true ? CHARGE_ONLY : null) ??
      (draft.may_repeat === true ? QUANTITY_REPEATED : null) ??
      (draft.gives_back === true ? GIVES_BACK : null) ??
      dateDoubt(draft, document, tables.arrived_on) ??
      lineDoubt(draft, final),
    advance: advanceOf({ description: draft.line.description, amount: draft.amount }),
    product: productOf(draft, final, tablesOfCredit(tables, credit)),
    supplier_key: factorSupplier(tables.settings, draft.supplier?.name ?? null, draft.supplier?.identifier ?? null),
    rule: ruleOf(draft, tables.knowledge),
    place: keptPlaceOf(stated, tables.region),
  };
}

function decide(
  document: ParsedDocument,
  draft: ActivityDraft,
  tables: LineTables,
  { counted, place }: Pick<DocumentMatches, "counted"> & { readonly place: StatedPlace },
): Decision {
  const { line, chosen } = draft;
  if (chosen !== null) {
    return { ...chosen, status: "classified", mapped_by: "person", confidence: 1, candidates: [] };
  }
  if (line.doubt?.is_category_open === true) return undecided(line.doubt.detail);
  const stated = statedCategory(line.category, tables.catalog);
  if (stated !== null) return stated;
  const decision = categorize(
    {
      description: line.description,
      supplier_name: draft.supplier?.name ?? null,
      supplier_identifier: draft.supplier?.identifier ?? null,
      supplier_branch: draft.supplier === null ? null : supplierBranch(draft.supplier, tables.register),
      gl_account: line.gl_account,
      gl_account_name: line.gl_account_name,
      classification_codes: line.classification_codes,
      commodity: draft.commodity,
      unit: draft.counted?.unit ?? line.unit,
      amount: document.document_type === "bank_statement" ? asTheBankSigns(draft.amount) : draft.amount,
      line_kind: line.kind,
      document_type: document.document_type,
      region: regionOf(draft, document, { home: tables.region, place }),
      home_area: tables.settings.price_area ?? null,
      is_place_stated: place.country !== null,
      ...(place.country !== null || place.words === null ? {} : { place_doubt: place.words }),
      ...(draft.currency === null ? {} : { currency: draft.currency }),
    },
    tables.knowledge,
    tables.categorization,
  );
  const own = document.recognition === undefined ? ownIssue(document, tables) : null;
  if (own?.kind === "sale") return excluded(decision, own.reason);
  if (draft.covered_reason !== null) return excluded(decision, draft.covered_reason);
  const elsewhere = counted.find((booked) => isSameSupply(booked.category_key, decision.category_key));
  if (elsewhere !== undefined) {
    return excluded(decision, `the supply is already counted by document ${elsewhere.document_id}`);
  }
  return decision;
}

/** What people stated of an earlier line like it, which holds for this one. */
function ruleOf({ supplier, line }: ActivityDraft, { lines }: TenantKnowledge): LineRule {
  const { description, gl_account } = line;
  const named = { supplier_name: supplier?.name ?? null, supplier_identifier: supplier?.identifier ?? null };
  return rememberedRule(recallChoice(lines, { ...named, description, gl_account }));
}

/** Drafts are signed as booked: on a bank statement money that leaves the account is negative. */
function asTheBankSigns(amount: string | null): string | null {
  return amount === null ? null : decimalText(decimal(amount).neg());
}
