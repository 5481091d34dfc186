import { z } from "zod";
import { canonicalHash } from "../../core/content-hash.ts";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { appendAudit } from "../audit/index.ts";
import { EXAMPLE_FOOTPRINT, geographies, type PactFootprint, pactFootprint, utc, validity } from "./pact-footprint.ts";
import { EXAMPLE_PCF, pcfRecord, type PcfRecord, toPcfRecord } from "./pcf-record.ts";
import { insertPcf, type NewPcfRow, selectByPactId } from "./store.ts";

/** Objects carry extensions of any size; a page of 200 must stay readable. */
const PACT_BYTES_MAX = 65_536;

export const submitPcfRecord = defineOperation({
  name: "submit_pcf_record",
  title: "Submit a product carbon footprint",
  description:
    "Takes a supplier's product footprint as a PACT v3 ProductFootprint object (version 3.0.3; all required members, " +
    "decimals as strings, status Active, at most 64 KiB) and checks it. It is stored as it is and waits for approval: " +
    "POST /pcf-records/:id/approve or /reject. The same object again answers the same record; another object under the " +
    "same id is refused, since a changed footprint is a new one that names the old in precedingPfIds.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  input: z.object({ pact: pactFootprint.describe("ProductFootprint, PACT Technical Specifications v3") }),
  output: pcfRecord,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "POST", path: "/pcf-records", status: 201 },
  tool: false,
  callers: "any",
  example: { input: { pact: EXAMPLE_FOOTPRINT }, output: { ...EXAMPLE_PCF, status: "submitted" } },
  async run(ctx, { pact }) {
    return await ctx.db.transaction((tx) => submit(ctx, tx, pact));
  },
});

async function submit(ctx: Context, tx: TenantTransaction, pact: PactFootprint): Promise<PcfRecord> {
  const row = newRow(ctx, pact);
  const stored = await insertPcf(tx, row);
  if (stored !== undefined) {
    const { pact_id, content_hash } = row;
    await appendAudit(ctx, tx, [
      { action: "pcf_record.submitted", subject: row.id, payload: { pact_id, content_hash } },
    ]);
    return toPcfRecord(stored);
  }
  const storedFootprint = await selectByPactId(tx, row.pact_id);
  if (storedFootprint === undefined) throw new Error("a footprint that stood in the way is not there");
  const { content_hash, ...record } = storedFootprint;
  if (content_hash === row.content_hash) return toPcfRecord(record);
  const message = "is known with other content; a changed footprint needs an id of its own and precedingPfIds";
  throw validationError([{ path: "pact.id", code: "id_taken", message }]);
}

/** @throws ServiceError request.validation_failed when the object is too large. */
function newRow(ctx: Context, pact: PactFootprint): NewPcfRow {
  const text = JSON.stringify(pact);
  if (Buffer.byteLength(text) > PACT_BYTES_MAX) {
    throw validationError([{ path: "pact", code: "too_big", message: "must be at most 64 KiB of JSON" }]);
  }
  const { pcf } = pact;
  const valid = validity(pact);
  return {
    id: ctx.newId(),
    pact_id: pact.id,
    spec_version: pact.specVersion,
    company_name: pact.companyName,
    company_ids: pact.companyIds,
    product_name_company: pact.productNameCompany,
    product_description: pact.productDescription,
    product_ids: pact.productIds,
    declared_unit_of_measurement: pcf.declaredUnitOfMeasurement,
    declared_unit_amount: plain(pcf.declaredUnitAmount),
    product_mass_per_declared_unit: plain(pcf.productMassPerDeclaredUnit),
    pcf_excluding_biogenic_uptake: plain(pcf.pcfExcludingBiogenicUptake),
    pcf_including_biogenic_uptake: plain(pcf.pcfIncludingBiogenicUptake),
    reference_period_start: utc(pcf.referencePeriodStart),
    reference_period_end: utc(pcf.referencePeriodEnd),
    valid_from: valid.from,
    valid_to: valid.to,
    geography: geographies(pcf)[0] ?? null,
    preceding_pf_ids: pact.precedingPfIds ?? [],
    pact: text,
    content_hash: canonicalHash(pact),
    submitted_by: ctx.principal.actor,
  };
}

/** PACT allows a plus sign in front. */
function plain(text: string): string {
  return decimalText(decimal(text.replace("+", "")));
}
