import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { EXAMPLE_DETAIL, factorDetail } from "./factor-record.ts";
import { findDetail } from "./find-detail.ts";

export const getEmissionFactor = defineOperation({
  name: "get_emission_factor",
  title: "Get an emission factor",
  description:
    "One version of an emission factor with its address, licence and note, or the product footprint that an entry's " +
    "emission_factor_id names. get_factor_citations tells which entries use it.",
  layer: null,
  scope: "factors:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the factor") }),
  output: factorDetail,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/emission-factors/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "225afc45-3210-5493-b26c-29cf734c4926" }, output: EXAMPLE_DETAIL },
  async run(ctx, { id }) {
    const factor = await findDetail(ctx.db, id);
    if (factor === undefined) throw notFound("emission factor");
    return factor;
  },
});
