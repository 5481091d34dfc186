import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { EXAMPLE_FACTOR, factorRecord, toFactorRecord } from "./factor-record.ts";
import { selectFactor } from "./store.ts";

export const getCompanyFactor = defineOperation({
  name: "get_company_factor",
  title: "Get a factor of the company",
  description:
    "One emission factor of the company's own in any status: figure, source, evidence, who stated it and who decided.",
  layer: null,
  scope: "factors:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the factor, from list_company_factors") }),
  output: factorRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/company-factors/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$company_factor_id" }, output: EXAMPLE_FACTOR },
  async run(ctx, { id }) {
    const factor = await selectFactor(ctx.db, id);
    if (factor === undefined) throw notFound("factor of the company");
    return toFactorRecord(factor);
  },
});
