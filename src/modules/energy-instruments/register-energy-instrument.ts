import { defineOperation } from "../../core/operation.ts";
import { lockAuditChain } from "../audit/index.ts";
import { evidenceInput, evidenceOf } from "../records/index.ts";
import { factsOf, instrumentInput } from "./instrument-facts.ts";
import { EXAMPLE_INSTRUMENT, instrumentRecord } from "./instrument-record.ts";
import { writeInstrument } from "./write-instrument.ts";

export const registerEnergyInstrument = defineOperation({
  name: "register_energy_instrument",
  title: "Register an energy contract or certificate",
  description:
    "Registers a guarantee of origin, a contract with a generator or a supplier's product, with MWh, period, market and emission " +
    "rate, for the market-based figure of scope 2. It changes no figure by itself: an allocation does. Numbers of certificates " +
    "that are registered in this installation already are refused, expired certificates too. What is not cancelled for this " +
    "company is registered and not allocated; the answer says why, what is doubtful, and judges the quality criteria",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: instrumentInput.extend({ evidence: evidenceInput.optional() }),
  output: instrumentRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/energy-instruments", status: 201 },
  tool: false,
  callers: "any",
  example: {
    input: {
      kind: "contract",
      name: EXAMPLE_INSTRUMENT.name,
      market: "DK",
      technology: "wind",
      kg_co2e_per_kwh: 0,
      mwh: 20,
      period_from: "2025-01-01",
      period_to: "2025-12-31",
      supplier_name: "Nordstrøm A/S",
      cancellation: { date: "2026-02-10", beneficiary: "Eksempel A/S", is_for_company: true },
      note: EXAMPLE_INSTRUMENT.note,
    },
    output: EXAMPLE_INSTRUMENT,
  },
  async run(ctx, { evidence, ...stated }) {
    const files = await evidenceOf(ctx.db, evidence ?? []);
    const facts = factsOf(stated, files);
    return await ctx.db.transaction(async (tx) => writeInstrument(ctx, { tx, chain: await lockAuditChain(tx) }, facts));
  },
});
