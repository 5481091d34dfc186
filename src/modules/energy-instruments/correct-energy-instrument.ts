import { z } from "zod";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import {
  assertNewestVersion,
  assertSomethingGiven,
  changeReasonInput,
  versionInput,
} from "../../core/record-version.ts";
import { lockAuditChain } from "../audit/index.ts";
import { evidenceInput, evidenceOf } from "../records/index.ts";
import { instrumentChanges, type InstrumentFacts } from "./instrument-facts.ts";
import { EXAMPLE_INSTRUMENT, instrumentRecord } from "./instrument-record.ts";
import { selectInstrument } from "./store.ts";
import { changeInstrument } from "./write-instrument.ts";

export const correctEnergyInstrument = defineOperation({
  name: "correct_energy_instrument",
  title: "Correct an energy contract or certificate",
  description:
    "States any of its facts anew, with a reason: what was said before stays as a version. Send the version that you read. " +
    "Figures that were allocated stay booked until an allocation is previewed and applied anew. A withdrawn one is not corrected",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("Id from list_energy_instruments"),
    version: versionInput,
    changes: instrumentChanges.describe("What becomes another; what is left out stays, null takes away"),
    evidence: evidenceInput.describe("Files in place of the ones named so far").optional(),
    reason: changeReasonInput,
  }),
  output: instrumentRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "PATCH", path: "/energy-instruments/:id" },
  tool: false,
  callers: "any",
  idempotent: true,
  example: {
    input: {
      id: "$energy_instrument_id",
      version: 1,
      changes: {
        name: "Vindmøllepark Nord",
        cancellation: { date: "2026-02-11", beneficiary: "Eksempel A/S", is_for_company: true },
      },
      reason: "Name as on the statement",
    },
    output: { ...EXAMPLE_INSTRUMENT, version: 2, name: "Vindmøllepark Nord" },
  },
  async run(ctx, { id, version, changes, evidence, reason }) {
    assertSomethingGiven({ ...changes, evidence });
    const files = evidence === undefined ? null : await evidenceOf(ctx.db, evidence);
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const current = await selectInstrument(tx, id);
      if (current === undefined) throw notFound("energy contract or certificate");
      if (current.is_withdrawn) {
        const message = "is withdrawn: register it anew";
        throw validationError([{ path: "id", code: "invalid_transition", message }]);
      }
      assertNewestVersion(version, current.version);
      const facts = { ...corrected(current.facts, changes), ...(files === null ? {} : { evidence: files }) };
      const change = { action: "energy_instrument.corrected", facts, is_withdrawn: false, reason } as const;
      return await changeInstrument(ctx, { tx, chain }, current, change);
    });
  },
});

function corrected(facts: InstrumentFacts, changes: z.output<typeof instrumentChanges>): InstrumentFacts {
  const { mwh, kg_co2e_per_kwh, number_ranges, ...rest } = changes;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...facts,
    ...given,
    ...(mwh === undefined ? {} : { mwh: decimalText(decimal(mwh)) }),
    ...(kg_co2e_per_kwh === undefined ? {} : { kg_co2e_per_kwh: decimalText(decimal(kg_co2e_per_kwh)) }),
    ...(number_ranges === undefined ? {} : { number_ranges: number_ranges ?? [] }),
  };
}
