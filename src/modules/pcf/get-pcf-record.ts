import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { EXAMPLE_PCF, pcfRecord, toPcfRecord } from "./pcf-record.ts";
import { selectPcf } from "./store.ts";

export const getPcfRecord = defineOperation({
  name: "get_pcf_record",
  title: "Get a product carbon footprint",
  description:
    "One footprint in any status, with its reference period and, under pact, the PACT v3 object exactly as it was released: " +
    "decimals as strings, members that this service does not read included.",
  layer: null,
  scope: "factors:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("id of the footprint's record") }),
  output: pcfRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/pcf-records/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$pcf_record_id" }, output: EXAMPLE_PCF },
  async run(ctx, { id }) {
    const row = await selectPcf(ctx.db, id);
    if (row === undefined) throw notFound("product footprint");
    return toPcfRecord(row);
  },
});
