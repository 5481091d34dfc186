import { defineOperation } from "../../core/operation.ts";
import { EXAMPLE_FACTOR, factorFacts, factorRecord, submitFactor } from "../company-factors/index.ts";
import { evidenceOf } from "./record-evidence.ts";
import { evidenceInput } from "./record-input.ts";

const {
  category_id,
  name,
  kg_co2e_per_unit,
  unit,
  country,
  year,
  valid_from,
  valid_to,
  supplier_name,
  supplier_identifier,
  is_automatic,
  source,
  method,
  note,
} = EXAMPLE_FACTOR;

export const submitCompanyFactor = defineOperation({
  name: "submit_company_factor",
  title: "Submit a factor of the company",
  description:
    "States an emission factor of the company's own, e.g. of a supplier, a heating network or a product declaration, with source, " +
    "validity and evidence. It counts nothing until another person, or an administrator, approves it " +
    "(POST /company-factors/:id/approve). Where it counts, it stands before the catalogue's factors and after a supplier's " +
    "product footprint. Electricity is refused: its grid counts it.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: factorFacts.extend({ evidence: evidenceInput.optional() }),
  output: factorRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/company-factors", status: 201 },
  tool: false,
  callers: "any",
  example: {
    input: {
      category_id,
      name,
      kg_co2e_per_unit,
      unit,
      country: country ?? "DK",
      year,
      valid_from,
      valid_to,
      supplier_name: supplier_name ?? "",
      supplier_identifier: supplier_identifier ?? "",
      is_automatic,
      source,
      method,
      note,
    },
    output: { ...EXAMPLE_FACTOR, status: "submitted", decided_by: null, decided_by_name: null, decided_at: null },
  },
  async run(ctx, { evidence, ...facts }) {
    const catalog = await ctx.catalog();
    const files = await evidenceOf(ctx.db, evidence ?? []);
    return await ctx.db.transaction((tx) => submitFactor(ctx, tx, facts, { catalog, evidence: files }));
  },
});
