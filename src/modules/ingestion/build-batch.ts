import type { Catalog } from "../../core/catalog.ts";
import type { CompanyRegister } from "../../core/company-register.ts";
import { netAmount } from "../../core/net-amount.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { type NewActivity, type NewSplit, PRICE_ONLY, ruledPeriodOf } from "../activities/index.ts";
import {
  categorize,
  type CategorizationTables,
  type CompaniesDecisions,
  type Decision,
  type ModelSuggestion,
  recallChoice,
  supplierBranch,
  type TenantKnowledge,
  withCompanies,
  withModelSuggestion,
} from "../categorization/index.ts";
import { factorSupplier } from "../company-factors/index.ts";
import { type CostCentres, departmentOf } from "../departments/index.ts";
import {
  fuelValueSteps,
  type LineRule,
  placeSteps,
  rememberedRule,
  ruleSteps,
  openPeriodSteps,
  type ReviewReason,
  type CalculationSettings,
  type LineQuantity,
  type StatedPeriod,
} from "../emissions/index.ts";
import type { Footprints } from "../pcf/index.ts";
import { advanceOf, type ParsedDocument } from "../reading/index.ts";
import type { PeriodRules } from "../supplier-register/index.ts";
import { calculateLine } from "./calculate-line.ts";
import { asTakenBack, type CreditMatch, credited, takenBack, unmatched } from "./credit-notes.ts";
import { dateDoubt } from "./date-doubt.ts";
import { type DecidedLine, excluded, mainLine, settled } from "./decided-line.ts";
import { type ActivityDraft, isAdjustment } from "./draft-activities.ts";
import { hasOwnNumber, isNamed, type OwnCompany, OWN_NAME_READ, ownIssue } from "./own-company.ts";
import { keptPlaceOf, placeOfUse, type StatedPlace } from "./place-of-use.ts";
import { regionOf } from "./price-area.ts";
import { statedCategory } from "./stated-category.ts";
import { lineDoubt, undecided } from "./line-doubt.ts";
import { isSameSupply, SUPPLY_UNKNOWN } from "./supply.ts";
import { linePeriod } from "./line-period.ts";
import { productOf, quantityOf } from "./line-quantity.ts";
import { askedOf, type LineMatch } from "./line-match.ts";
import type { BookedElsewhere } from "../activities/index.ts";

/** What the reading of lines depends on besides the document itself. */
export interface LineTables extends OwnCompany {
  readonly catalog: Catalog;
  readonly categorization: CategorizationTables;
  readonly knowledge: TenantKnowledge;
  readonly register: CompanyRegister;
  /** Of products that suppliers released a footprint of. */
  readonly footprints: Footprints;
  /** Departments by the code that documents name them with. */
  readonly cost_centres: CostCentres;
  /** ISO 3166-1 alpha-2 of the company. */
  readonly region: string;
  readonly settings: CalculationSettings;
  /** Which period the bills of suppliers are for that state none. */
  readonly period_rules: PeriodRules;
  /** ISO 8601 date (UTC) on which the document is read: its own cannot lie far from it. */
  readonly arrived_on: string;
  /** What people of other companies decided about the suppliers; absent: it was not asked. */
  readonly companies?: CompaniesDecisions;
  /** What a language model named for lines that wait, by their position; absent: it was not asked. */
  readonly suggestions?: ReadonlyMap<number, ModelSuggestion>;
}

/** Facts about the whole document that change how every line is read. */
export interface DocumentMatches {
  /** Set when all lines must wait for a person. */
  readonly reviewReason: ReviewReason | null;
  /** What another document about the same supply has booked already. */
  readonly counted: readonly BookedElsewhere[];
  /** What the lines of a credit note take back, by their position; absent: it is none. */
  readonly credits?: ReadonlyMap<number, CreditMatch>;
  /** Lines whose purchase another document tells of, by their position; absent: none. */
  readonly lines?: ReadonlyMap<number, LineMatch>;
  readonly data_source_id: string | null;
}

/** Categorises and calculates every draft. Pure: the same drafts and tables give the same activities. */
export function buildActivities(
  document: ParsedDocument,
  drafts: readonly ActivityDraft[],
  tables: LineTables,
  ledgerMatches: DocumentMatches,
): NewActivity[] {
  const own = ownIssue(document, tables);
  const ofRead = own !== null && document.recognition !== undefined ? OWN_NAME_READ : null;
  const decided = drafts.map((read, index) => {
    const lineMatch = ledgerMatches.lines?.get(index);
    const credit = ledgerMatches.credits?.get(index);
    const draft = credited(read, credit);
    const stated = placeOfUse(draft, document, tables.region);
    const decision = decide(document, draft, tables, { ...ledgerMatches, place: stated });
    const left = lineMatch?.kind === "duplicate" ? lineMatch.reason : credit?.kind === "price" ? PRICE_ONLY : null;
    const final = left === null ? decision : excluded(decision, left);
    const possibleDuplicate = lineMatch?.kind === "possible_duplicate" ? lineMatch.reviewReason : null;
    const advance = advanceOf({ description: draft.line.description, amount: draft.amount });
    return {
      draft,
      index,
      decision: final,
      waits:
        possibleDuplicate ??
        (own?.kind === "unclear" ? own.reviewReason : ofRead) ??
        unmatched(credit) ??
        (draft.is_unidentified === true ? SUPPLY_UNKNOWN : null) ??
        dateDoubt(draft, document, tables.arrived_on) ??
        lineDoubt(draft),
      advance,
      product: productOf(draft, final, tables),
      supplier_key: factorSupplier(tables.settings, draft.supplier?.name ?? null, draft.supplier?.identifier ?? null),
      rule: ruleOf(draft, tables.knowledge),
      place: keptPlaceOf(stated, tables.region),
    };
  });
  const main = mainLine(decided);
  return decided.map((line) => {
    const adjusted = settled(line, main, { document, tables });
    const credit = ledgerMatches.credits?.get(line.index);
    const read = { ...adjusted, decision: asTakenBack(adjusted.decision, credit) };
    const place = { document_type: document.document_type, category_key: read.decision.category_key };
    const period = linePeriod(read.draft, place, tables.period_rules);
    const built = buildActivity({ ...read, period }, tables, ledgerMatches);
    const activity = takenBack(built, credit, tables);
    const suggestion = tables.suggestions?.get((isAdjustment(line.draft) && main !== null ? main : line).index);
    // Last of all: nothing but what is suggested depends on other companies and on a model.
    const suggested = withCompanies(activity.split.decision, tables.companies, line.draft.supplier);
    const final = suggestion === undefined ? suggested : withModelSuggestion(suggested, suggestion);
    return { ...activity, split: { ...activity.split, decision: final } };
  });
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

interface DatedLine extends DecidedLine {
  /** The days that it is about; null: not known. */
  readonly period: StatedPeriod | null;
}

function buildActivity(decided: DatedLine, tables: LineTables, ledgerMatches: DocumentMatches): NewActivity {
  const { draft, decision } = decided;
  const { line, supplier } = draft;
  const counted: LineQuantity = decision.status === "excluded" ? { quantity: null } : quantityOf(decided, tables);
  const { quantity } = counted;
  const { amount, currency } = draft;
  const money = { amount, currency, tax_treatment: line.tax_treatment, line_kind: line.kind };
  const net = netAmount(money, tables.region, decision.category_key);
  const split: NewSplit = {
    decision,
    quantity: quantity?.value ?? null,
    unit: quantity?.unit ?? null,
    conversion: [
      ...(net?.conversion ?? []),
      ...fuelValueSteps(draft.fuel_values ?? []),
      ...openPeriodSteps(draft.open_period),
      ...ruleSteps(decided.rule),
      ...placeSteps(decided.place),
    ],
    allocated_amount: net?.value ?? null,
    allocated_currency: net?.currency ?? null,
    department_id: departmentOf(tables.cost_centres, line.cost_centre),
    ruled_period: ruledPeriodOf(decided.period),
  };
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
    service_period_start: draft.service_period?.start ?? line.service_period_start,
    service_period_end: draft.service_period?.end ?? line.service_period_end,
    description: line.description,
    amount: draft.amount,
    currency: draft.currency,
    tax_treatment: line.tax_treatment,
    quantity: line.quantity,
    unit: line.unit,
    gl_account: line.gl_account,
    gl_account_name: line.gl_account_name,
    classification_codes: line.classification_codes,
    split,
    result:
      decision.status === "classified"
        ? calculateLine({ ...decided, split, counted }, tables, ledgerMatches.reviewReason)
        : askedOf(decision, ledgerMatches.lines?.get(decided.index)),
  };
}

/** The company's own number beside another name was read from the wrong block of a page: it is nobody's but the company's. */
function isMistaken(supplier: ActivityDraft["supplier"], tables: LineTables): boolean {
  return hasOwnNumber(supplier, tables) && !isNamed(supplier, tables);
}
