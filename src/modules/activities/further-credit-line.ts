import { decimal, decimalText } from "../../core/quantity.ts";
import { keptRule, takenPeriodSteps } from "../emissions/index.ts";
import type { CreditPart } from "./credit-shares.ts";
import { creditStep } from "./credit-steps.ts";
import type { NewActivity } from "./ledger-batch.ts";
import { readAs, type ReadingTables } from "./read-again.ts";
import type { CreditNoteRow } from "./store-credited.ts";
import { departmentOf, type PlacedCredit } from "./placed-credit.ts";

/**
 * A further part of a line of a credit note, as an activity of the same line with the days and the department of what it takes back. It
 * states as much as the part is, excluding VAT. Pure.
 */
export function furtherLine(
  line: CreditNoteRow,
  part: CreditPart,
  { category_key, departments }: PlacedCredit,
  tables: ReadingTables,
): NewActivity {
  const { amount, quantity, unit, transaction_date, service_period, choice, document_id } = part;
  const department_id = departmentOf(line.department_id, part, departments);
  const stated = choice === null || Object.keys(choice.stated).length === 0 ? {} : { stated: choice.stated };
  const facts = {
    ...factsOf(line),
    transaction_date,
    service_period_start: service_period?.start ?? null,
    service_period_end: service_period?.end ?? null,
    amount,
    currency: line.allocated_currency ?? line.currency,
    tax_treatment: "excl_vat",
    // A credit note prints what it takes back above zero.
    quantity: quantity === null ? null : decimalText(decimal(quantity).abs()),
    unit,
  };
  const counted = {
    split_quantity: quantity,
    split_unit: facts.unit,
    conversion: [...takenPeriodSteps(service_period), creditStep(part, facts.currency)],
    ruled_period: null,
  };
  const rule = choice?.rule ?? keptRule(line.conversion);
  const read = readAs(
    { ...facts, ...counted, stated: choice?.stated ?? null, document_type: line.document_type },
    category_key,
    tables,
    rule,
  );
  const { mapped_by, confidence, candidates } = line;
  const reason = `takes back what document ${document_id} counts`;
  return {
    ...facts,
    ...stated,
    split: {
      ...read.split,
      decision: { status: "classified", category_key, mapped_by, confidence: Number(confidence), reason, candidates },
      department_id,
    },
    result: read.result,
  };
}

/** What every part of a line has in common. */
function factsOf(line: CreditNoteRow) {
  const { data_source_id, external_id, line_number, page, line_kind, invoice_number, description, supply_id } = line;
  const { supplier_name, supplier_identifier, supplier_country, gl_account, gl_account_name, classification_codes } =
    line;
  return {
    data_source_id,
    external_id,
    line_number,
    page,
    line_kind,
    invoice_number,
    description,
    supply_id,
    supplier_name,
    supplier_identifier,
    supplier_country,
    gl_account,
    gl_account_name,
    classification_codes,
  };
}
