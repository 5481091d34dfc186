import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { EXAMPLE_INSTRUMENT, instrumentRecord } from "./instrument-record.ts";
import { instrumentWithVersions } from "./write-instrument.ts";

export const getEnergyInstrument = defineOperation({
  name: "get_energy_instrument",
  title: "Get an energy contract or certificate",
  description:
    "One contract, certificate or supplier product: its facts with evidence and versions, whether it can be allocated, what is " +
    "doubtful of it, and how it meets each quality criterion of the GHG Protocol Scope 2 Guidance",
  layer: null,
  scope: "factors:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id from list_energy_instruments") }),
  output: instrumentRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/energy-instruments/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$energy_instrument_id" }, output: EXAMPLE_INSTRUMENT },
  async run(ctx, { id }) {
    return await instrumentWithVersions(ctx, ctx.db, id);
  },
});
