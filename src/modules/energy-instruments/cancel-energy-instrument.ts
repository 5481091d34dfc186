import { z } from "zod";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { changeReasonInput } from "../../core/record-version.ts";
import { lockAuditChain } from "../audit/index.ts";
import { evidenceInput, evidenceOf } from "../records/index.ts";
import { cancellationInput } from "./instrument-facts.ts";
import { EXAMPLE_INSTRUMENT, instrumentRecord } from "./instrument-record.ts";
import { selectInstrument } from "./store.ts";
import { changeInstrument } from "./write-instrument.ts";

const CANCELLATION = { date: "2026-02-10", beneficiary: "Eksempel A/S", is_for_company: true };

export const cancelEnergyInstrument = defineOperation({
  name: "cancel_energy_instrument",
  title: "State that certificates were cancelled",
  description:
    "States that the registry cancelled the certificates of a registered instrument, when, for whom and for which consumption: from then " +
    "on it can be allocated. One whose cancellation is stated already is corrected instead (PATCH)",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("Id from list_energy_instruments"),
    cancellation: cancellationInput,
    evidence: evidenceInput.describe("The cancellation statement, beside the files named so far").optional(),
    reason: changeReasonInput,
  }),
  output: instrumentRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/energy-instruments/:id/cancel" },
  tool: false,
  callers: "any",
  example: {
    input: {
      id: "$uncancelled_energy_instrument_id",
      cancellation: CANCELLATION,
      reason: "Statement of the registry",
    },
    output: { ...EXAMPLE_INSTRUMENT, version: 2 },
  },
  async run(ctx, { id, cancellation, evidence, reason }) {
    const files = await evidenceOf(ctx.db, evidence ?? []);
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const current = await selectInstrument(tx, id);
      if (current === undefined) throw notFound("energy contract or certificate");
      const { facts, is_withdrawn } = current;
      if (is_withdrawn || facts.cancellation !== null) {
        const message = is_withdrawn ? "is withdrawn" : "has a cancellation: correct it";
        throw validationError([{ path: "id", code: "invalid_transition", message }]);
      }
      const known = new Set(facts.evidence.map(({ sha256 }) => sha256));
      const added = files.filter(({ sha256 }) => !known.has(sha256));
      const stated = { ...facts, cancellation, evidence: [...facts.evidence, ...added] };
      const change = { action: "energy_instrument.cancelled", facts: stated, is_withdrawn: false, reason } as const;
      return await changeInstrument(ctx, { tx, chain }, current, change);
    });
  },
});
