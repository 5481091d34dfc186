import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import { defineOperation } from "../../core/operation.ts";
import { roundedNumber } from "../../core/quantity.ts";
import { EXAMPLE_DETAIL, factorDetail } from "./factor-record.ts";
import { findDetail } from "./find-detail.ts";
import { selectCitationsOf } from "./store-factors.ts";

export const getFactorCitations = defineOperation({
  name: "get_factor_citations",
  title: "Get the entries that use an emission factor",
  description:
    "One factor version in full (value, source, licence, content hash) and where this company's ledger uses it: " +
    "citation_count entries with together total_co2e_kg kg CO2e (scope 2 market-based) and up to 10 of their ids, " +
    "newest first. Entries that a correction superseded are not counted. Use it before a factor is replaced or to " +
    "answer an auditor. Ids come from list_emission_factors or an entry's emission_factor_id. Next: " +
    "get_emission_lineage with a sample id.",
  layer: 2,
  scope: "factors:read",
  access: "read",
  errors: ["resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/emission-factors/:id/citations" },
  tool: true,
  callers: "any",
  input: z.object({ id: z.string().min(1).max(100).describe("Id of the emission factor") }),
  output: z.object({
    factor: factorDetail,
    citation_count: z.int(),
    total_co2e_kg: z.number(),
    sample_emission_entry_ids: z.array(z.string()),
  }),
  example: {
    input: { id: "225afc45-3210-5493-b26c-29cf734c4926" },
    output: {
      factor: EXAMPLE_DETAIL,
      citation_count: 1,
      total_co2e_kg: 554.3615,
      sample_emission_entry_ids: ["0197a1f0-6c00-7abc-8def-0123456789ab"],
    },
  },
  async run(ctx, { id }) {
    const factor = isUuid(id) ? await findDetail(ctx.db, id) : undefined;
    if (factor === undefined) throw notFound("emission factor");
    const citations = await selectCitationsOf(ctx.db, factor.id);
    return {
      factor,
      citation_count: citations.citation_count,
      total_co2e_kg: roundedNumber(citations.total_co2e_kg),
      sample_emission_entry_ids: [...citations.sample_ids],
    };
  },
});
