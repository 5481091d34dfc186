import { z } from "zod";
import { countryInput } from "../../core/country.ts";
import { isDatedAhead } from "../../core/dated-ahead.ts";
import type { ValidationIssue } from "../../core/errors.ts";
import { dayInput } from "../../core/moment.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { FIGURE_MAX, positiveFigure } from "../../core/stated-figure.ts";
import { tooEarly } from "../../core/stated-year.ts";
import { parseUnit, type Unit } from "../../core/units.ts";
import { lineInput } from "../../core/visible-text.ts";
import type { StatedCover } from "../activities/index.ts";
import {
  attributesInput,
  type Attributes,
  emissionFactorInput,
  statedAttributes,
  type StatedEmissions,
  statedEmissionsInput,
  toStatedEmissions,
} from "../emissions/index.ts";
import { coversInput, statedCover } from "./covers-input.ts";

const EVIDENCE_MAX = 20;
const REFERENCE = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64})$/;

/** A stored file by its id or SHA-256. */
export const fileReference = z.string().max(64).regex(REFERENCE, "must be the id or the SHA-256 of a stored file");

/** Stored files that show where a figure comes from. */
export const evidenceInput = z
  .array(fileReference)
  .max(EVIDENCE_MAX)
  .describe("Ids or SHA-256 hashes of stored files, from upload_evidence or list_upload_files");

/** What a person states of an activity that no invoice tells of. */
export const recordInput = z.object({
  category_id: z.string().min(1).max(120).describe("Category key of the lowest level, see list_emission_categories"),
  description: lineInput(500).describe("What it was, e.g. whose kilometres or which plant"),
  quantity: positiveFigure(FIGURE_MAX).describe("Physical quantity, in `unit`").optional(),
  unit: z.string().trim().min(1).max(40).describe("Unit of the quantity, e.g. km, kWh, l, kg, passenger_km").optional(),
  net_amount: positiveFigure(FIGURE_MAX).describe("Money excluding VAT, in `currency`").optional(),
  currency: z
    .string()
    .max(3)
    .regex(/^[A-Z]{3}$/, "must be a currency code of three capital letters")
    .optional(),
  emissions: statedEmissionsInput
    .describe("Emissions stated by somebody else, for categories that no physical quantity can be counted in")
    .optional(),
  transaction_date: dayInput.describe("The day, as YYYY-MM-DD; default the last day of the period").optional(),
  service_period_start: dayInput.describe("First day of the period that it is about").optional(),
  service_period_end: dayInput.describe("Last day of that period").optional(),
  supplier_name: lineInput(200).optional(),
  supplier_identifier: lineInput(50).describe("CVR or VAT number").optional(),
  department_id: z.uuid().describe("Id from list_departments").optional(),
  country: countryInput.describe("Where it was used (ISO 3166-1 alpha-2), default the company's country").optional(),
  company_factor_id: z
    .uuid()
    .describe("Factor of the company that counts it, from GET /company-factors; default what fits")
    .optional(),
  attributes: attributesInput
    .describe("What it is about beyond its category: what is not named is read from description")
    .optional(),
  emission_factor_key: emissionFactorInput.optional(),
  covers: coversInput
    .describe(
      "Rows of the books that are evidence of the record: on these accounts, in this period; they count nothing",
    )
    .optional(),
  evidence: evidenceInput.optional(),
  reason: z.string().trim().min(1).max(500).describe("Where the figure comes from, for the auditor"),
});

export type RecordInput = z.output<typeof recordInput>;

/** The facts of a record: all that the calculation and the ledger take. Decimals are text. */
export interface RecordFacts {
  readonly category_id: string;
  readonly description: string;
  readonly quantity: { readonly value: string; readonly unit: Unit } | null;
  readonly amount: { readonly value: string; readonly currency: string } | null;
  readonly emissions: StatedEmissions | null;
  /** ISO date. */
  readonly transaction_date: string;
  readonly service_period_start: string | null;
  readonly service_period_end: string | null;
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
  readonly department_id: string | null;
  readonly country: string | null;
  /** Absent where none was named: it was not told in the statements of before. */
  readonly company_factor_id?: string;
  /** Absent where none were stated, for the same reason. */
  readonly attributes?: Attributes;
  readonly emission_factor_key?: string;
  /** Absent where nothing is covered, for the same reason. */
  readonly covers?: StatedCover;
}

export type CheckedRecord =
  | { readonly kind: "facts"; readonly facts: RecordFacts }
  | { readonly kind: "issues"; readonly issues: readonly ValidationIssue[] };

/** What the members of a record say together; every contradiction is told. Pure. */
export function checkRecord(input: RecordInput, now: Date): CheckedRecord {
  const unit = input.unit === undefined ? null : parseUnit(input.unit);
  const date = input.transaction_date ?? input.service_period_end ?? null;
  const cover = statedCover(input, now);
  const issues = [...figureIssues(input, unit), ...dateIssues(input, now), ...(cover?.issues ?? [])];
  if (date === null) {
    const message = "is missing: state the day, or the period with service_period_start and service_period_end";
    issues.push({ path: "transaction_date", code: "required", message });
  }
  if (issues.length > 0 || date === null) return { kind: "issues", issues };
  const { quantity, net_amount, currency, emissions } = input;
  return {
    kind: "facts",
    facts: {
      category_id: input.category_id,
      description: input.description,
      quantity: quantity === undefined || unit === null ? null : { value: text(quantity), unit },
      amount: net_amount === undefined || currency === undefined ? null : { value: text(net_amount), currency },
      emissions: emissions === undefined ? null : toStatedEmissions(emissions),
      transaction_date: date,
      service_period_start: input.service_period_start ?? null,
      service_period_end: input.service_period_end ?? null,
      supplier_name: input.supplier_name ?? null,
      supplier_identifier: input.supplier_identifier ?? null,
      department_id: input.department_id ?? null,
      country: input.country ?? null,
      ...(input.company_factor_id === undefined ? {} : { company_factor_id: input.company_factor_id }),
      ...(input.attributes === undefined ? {} : { attributes: statedAttributes(input.attributes) }),
      ...(input.emission_factor_key === undefined ? {} : { emission_factor_key: input.emission_factor_key }),
      ...(cover === null ? {} : { covers: cover.covers }),
    },
  };
}

function text(figure: number): string {
  return decimalText(decimal(figure));
}

function figureIssues(input: RecordInput, unit: Unit | null): ValidationIssue[] {
  const { quantity, net_amount, currency, emissions } = input;
  const issues: ValidationIssue[] = [];
  if (quantity === undefined && net_amount === undefined && emissions === undefined) {
    const message = "is missing: state a quantity with its unit, a net_amount with its currency, or emissions";
    issues.push({ path: "quantity", code: "required", message });
  }
  if ((quantity === undefined) !== (input.unit === undefined)) {
    issues.push({ path: "unit", code: "required", message: "quantity and unit are stated together or not at all" });
  } else if (quantity !== undefined && unit === null) {
    const message = "must be a unit that the service knows, e.g. km, passenger_km, kWh, l, m3, Nm3, kg, t, fte_hour";
    issues.push({ path: "unit", code: "unknown_unit", message });
  }
  if (emissions !== undefined && input.company_factor_id !== undefined) {
    const message = "emissions are stated as they are: no factor counts them";
    issues.push({ path: "company_factor_id", code: "contradiction", message });
  }
  if ((net_amount === undefined) !== (currency === undefined)) {
    const message = "net_amount and currency are stated together or not at all";
    issues.push({ path: "currency", code: "required", message });
  }
  return issues;
}

function dateIssues(input: RecordInput, now: Date): ValidationIssue[] {
  const { service_period_start: start, service_period_end: end } = input;
  const issues: ValidationIssue[] = [];
  for (const path of ["transaction_date", "service_period_start", "service_period_end"] as const) {
    const day = input[path];
    const early = tooEarly(path, day);
    if (early !== null) issues.push(early);
    if (day !== undefined && path !== "service_period_start" && isDatedAhead(day, now)) {
      issues.push({ path, code: "in_future", message: "must be today or earlier" });
    }
  }
  if ((start === undefined) !== (end === undefined)) {
    const message = "service_period_start and service_period_end are stated together or not at all";
    issues.push({
      path: start === undefined ? "service_period_start" : "service_period_end",
      code: "required",
      message,
    });
  } else if (start !== undefined && end !== undefined && start > end) {
    issues.push({
      path: "service_period_end",
      code: "before_start",
      message: "must not be before service_period_start",
    });
  }
  return issues;
}
