import type { ParsedDocument } from "../reading/index.ts";
import { type ObservedSupplier, observedSupplier } from "../supplier-register/index.ts";
import { hasOwnNumber, type OwnCompany, ownIssue } from "./own-company.ts";
import type { NewActivity } from "../activities/index.ts";
import type { ActivityDraft } from "./draft-activities.ts";

/** A supplier that was recognised on pages is taken for one from this share of certainty on. */
const CERTAIN_SHARE = 0.8;

interface PreparedDocument {
  readonly document: ParsedDocument;
  readonly drafts: readonly ActivityDraft[];
  readonly activities: readonly NewActivity[];
  readonly tables: OwnCompany;
}

/**
 * The suppliers that a file states: of a document its seller, of a list each row's that is a purchase. The company itself is
 * none, and neither is a name that was recognised on pages without being sure.
 */
export function observedSuppliers({ document, drafts, activities, tables }: PreparedDocument): ObservedSupplier[] {
  const observed: (ObservedSupplier | null)[] = [];
  if (document.supplier !== null && isCertain(document) && ownIssue(document, tables) === null) {
    const { supplier, payee_iban } = document;
    observed.push(observedSupplier({ ...supplier, iban: payee_iban ?? null }));
  }
  for (const [index, { line }] of drafts.entries()) {
    const { supplier, supplier_iban } = line;
    const isPurchase = activities[index]?.split.decision.status !== "excluded";
    if (supplier === null || !isPurchase || hasOwnNumber(supplier, tables)) continue;
    observed.push(observedSupplier({ ...supplier, iban: supplier_iban ?? null }));
  }
  return observed.filter((supplier) => supplier !== null);
}

function isCertain({ recognition }: ParsedDocument): boolean {
  return (
    recognition === undefined || (recognition.confidence.supplier >= CERTAIN_SHARE && recognition.doubts.length === 0)
  );
}
