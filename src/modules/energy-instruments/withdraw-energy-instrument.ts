import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { changeReasonInput } from "../../core/record-version.ts";
import { lockAuditChain } from "../audit/index.ts";
import { EXAMPLE_INSTRUMENT, instrumentRecord } from "./instrument-record.ts";
import { selectInstrument } from "./store.ts";
import { changeInstrument } from "./write-instrument.ts";

const WITHDRAWN = {
  code: "withdrawn",
  detail: "It was withdrawn from the register.",
};

export const withdrawEnergyInstrument = defineOperation({
  name: "withdraw_energy_instrument",
  title: "Withdraw an energy contract or certificate",
  description:
    "Takes it out of the register, with a reason: nothing of it is allocated from now on, and its certificate numbers are free " +
    "again. What was allocated of it stays booked until an allocation is previewed and applied anew",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({ id: z.uuid().describe("Id from list_energy_instruments"), reason: changeReasonInput }),
  output: instrumentRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/energy-instruments/:id/withdraw" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$energy_instrument_id", reason: "Registered twice under another name" },
    output: {
      ...EXAMPLE_INSTRUMENT,
      version: 2,
      is_withdrawn: true,
      is_allocatable: false,
      not_allocatable_because: [WITHDRAWN],
    },
  },
  async run(ctx, { id, reason }) {
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const current = await selectInstrument(tx, id);
      if (current === undefined) throw notFound("energy contract or certificate");
      const { facts } = current;
      const change = { action: "energy_instrument.withdrawn", facts, is_withdrawn: true, reason } as const;
      return await changeInstrument(ctx, { tx, chain }, current, change);
    });
  },
});
