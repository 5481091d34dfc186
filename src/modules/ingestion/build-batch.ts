import { netAmount } from "../../core/net-amount.ts";
import { atOnce, type Pausing } from "../../core/turns.ts";
import { type NewActivity, type NewSplit, ruledPeriodOf } from "../activities/index.ts";
import { withCompanies, withModelSuggestion } from "../categorization/index.ts";
import { departmentOf } from "../departments/index.ts";
import {
  degreeDaySteps,
  keptFactSteps,
  type LineQuantity,
  printedPartSteps,
  printedVatPercent,
  type StatedPeriod,
} from "../emissions/index.ts";
import type { ParsedDocument } from "../reading/index.ts";
import { withBelowZero } from "./below-zero.ts";
import { calculateLine } from "./calculate-line.ts";
import { asTakenBack, takenBack, tablesOfCredit } from "./credit-notes.ts";
import { decidedLine } from "./decide-line.ts";
import { type DecidedLine, mainLine, settled } from "./decided-line.ts";
import { type ActivityDraft, isAdjustment } from "./draft-activities.ts";
import { askedOf } from "./line-match.ts";
import { linePeriod } from "./line-period.ts";
import { quantityOf } from "./line-quantity.ts";
import type { DocumentMatches, LineTables } from "./line-tables.ts";
import { withPriceChanges } from "./price-lines.ts";
import { withSurcharges } from "./surcharges.ts";
import { hasOwnNumber, isNamed, ownIssue } from "./own-company.ts";

/** Categorises and calculates every draft. Pure: the same drafts and tables give the same activities. */
export function buildActivities(...of: Parameters<typeof buildingActivities>): NewActivity[] {
  return atOnce(buildingActivities(...of));
}

/** `buildActivities`, which pauses after each line: a ledger of thousands takes long enough that others must have turns. */
export function* buildingActivities(
  document: ParsedDocument,
  drafts: readonly ActivityDraft[],
  tables: LineTables,
  ledgerMatches: DocumentMatches,
): Pausing<NewActivity[]> {
  const own = ownIssue(document, tables);
  const decided: DecidedLine[] = [];
  for (const [index, read] of drafts.entries()) {
    const by = tablesOfCredit(tables, ledgerMatches.credits?.get(index));
    decided.push(decidedLine({ read, index, document, own }, by, ledgerMatches));
    yield;
  }
  const main = mainLine(decided);
  const priced = withPriceChanges(decided, document, tables);
  const checked = withBelowZero(withSurcharges(priced, tables), document, tables);
  const activities: NewActivity[] = [];
  for (const line of checked) {
    activities.push(activityOf(line, main, { document, tables, ledgerMatches }));
    yield;
  }
  return activities;
}

interface BuiltFrom {
  readonly document: ParsedDocument;
  readonly tables: LineTables;
  readonly ledgerMatches: DocumentMatches;
}

function activityOf(
  line: DecidedLine,
  main: DecidedLine | null,
  { document, tables: inForce, ledgerMatches }: BuiltFrom,
): NewActivity {
  const credit = ledgerMatches.credits?.get(line.index);
  const tables = tablesOfCredit(inForce, credit);
  const adjusted = settled(line, main, { document, tables });
  const read = { ...adjusted, decision: asTakenBack(adjusted.decision, credit) };
  const place = { document_type: document.document_type, category_key: read.decision.category_key };
  const period = linePeriod(read.draft, place, tables.period_rules);
  const isGross = read.draft.line.tax_treatment === "incl_vat";
  const printed_vat_percent = isGross ? printedVatPercent(document, tables.region) : null;
  const built = buildActivity({ ...read, period, printed_vat_percent }, tables, ledgerMatches);
  const activity = takenBack(built, credit, tables);
  const suggestion = tables.suggestions?.get((isAdjustment(line.draft) && main !== null ? main : line).index);
  // Last of all: nothing but what is suggested depends on other companies and on a model.
  const suggested = withCompanies(activity.split.decision, tables.companies, line.draft.supplier);
  const final = suggestion === undefined ? suggested : withModelSuggestion(suggested, suggestion);
  if (final === activity.split.decision) return activity;
  return { ...activity, split: { ...activity.split, decision: final } };
}

interface DatedLine extends DecidedLine {
  /** The days that it is about; null: not known. */
  readonly period: StatedPeriod | null;
  /** Rate of VAT that the document prints for amounts that include it; null: none. */
  readonly printed_vat_percent: string | null;
}

function buildActivity(decided: DatedLine, tables: LineTables, ledgerMatches: DocumentMatches): NewActivity {
  const { draft, decision } = decided;
  const { line, supplier } = draft;
  const counted: LineQuantity = decision.status === "excluded" ? { quantity: null } : quantityOf(decided, tables);
  const { quantity } = counted;
  const { amount, currency } = draft;
  const { printed_vat_percent } = decided;
  const money = { amount, currency, tax_treatment: line.tax_treatment, line_kind: line.kind, printed_vat_percent };
  const net = netAmount(money, tables.region, decision.category_key);
  const split: NewSplit = {
    decision,
    quantity: quantity?.value ?? null,
    unit: quantity?.unit ?? null,
    conversion: [
      ...(net?.conversion ?? []),
      ...keptFactSteps({
        fuel_values: draft.fuel_values ?? [],
        open_period: draft.open_period,
        printed_parts: printedPartSteps(decided.period),
        rule: decided.rule,
        place: decided.place,
        printed_vat_percent,
      }),
    ],
    allocated_amount: net?.value ?? null,
    allocated_currency: net?.currency ?? null,
    department_id: departmentOf(tables.cost_centres, line.cost_centre),
    ruled_period: ruledPeriodOf(decided.period),
  };
  const { reviewReason } = ledgerMatches;
  const result =
    decision.status === "classified"
      ? calculateLine({ ...decided, split, counted }, tables, reviewReason)
      : decision.status === "pending_review"
        ? askedOf(draft, reviewReason, ledgerMatches.lines?.get(decided.index))
        : null;
  // What a rule tells stays with the reading.
  const stated = decided.period?.rule === undefined ? decided.period : null;
  return {
    data_source_id: ledgerMatches.data_source_id,
    external_id: line.external_id,
    line_number: line.number,
    page: null,
    line_kind: line.kind,
    invoice_number: draft.invoice_number,
    supplier_name: supplier?.name ?? null,
    supplier_identifier: isMistaken(supplier, tables) ? null : (supplier?.identifier ?? null),
    supplier_country: supplier?.country ?? null,
    transaction_date: draft.transaction_date,
    service_period_start: stated?.start ?? line.service_period_start,
    service_period_end: stated?.end ?? line.service_period_end,
    description: line.description,
    amount: draft.amount,
    currency: draft.currency,
    tax_treatment: line.tax_treatment,
    quantity: line.quantity,
    unit: line.unit,
    gl_account: line.gl_account,
    gl_account_name: line.gl_account_name,
    classification_codes: line.classification_codes,
    split: { ...split, conversion: [...split.conversion, ...degreeDaySteps(result)] },
    result,
  };
}

/** The company's own number beside another name was read from the wrong block of a page: it is nobody's but the company's. */
function isMistaken(supplier: ActivityDraft["supplier"], tables: LineTables): boolean {
  return hasOwnNumber(supplier, tables) && !isNamed(supplier, tables);
}
