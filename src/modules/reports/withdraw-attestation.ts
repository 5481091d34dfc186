import { z } from "zod";
import { notFound, ServiceError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { attestationRecord, EXAMPLE_ATTESTATION } from "./report.ts";
import { selectOwnAttestation, setWithdrawn } from "./store-attestations.ts";

export const withdrawAttestation = defineOperation({
  name: "withdraw_attestation",
  title: "Withdraw an attestation",
  description:
    "Takes back what the consultant organisation of the key has attested: the attestation stays listed with status " +
    "withdrawn, and the public page of the file says so. Repeating changes nothing. It cannot be issued again; attest anew.",
  layer: null,
  scope: "reports:attest",
  access: "write",
  idempotent: true,
  input: z.object({
    report_id: z.uuid().describe("id of the report"),
    id: z.uuid().describe("id of the attestation"),
  }),
  output: attestationRecord,
  errors: ["request.validation_failed", "resource.not_found", "third_party.endpoint_only"],
  emits: [],
  rest: { method: "POST", path: "/reports/:report_id/attestations/:id/withdraw" },
  tool: false,
  callers: "consultant",
  example: {
    input: { report_id: "$attested_report_id", id: "$attestation_id" },
    output: { ...EXAMPLE_ATTESTATION, status: "withdrawn", withdrawn_at: EXAMPLE_ATTESTATION.created_at },
  },
  async run(ctx, { report_id, id }) {
    const { consultant, actor } = ctx.principal;
    if (consultant === undefined) {
      throw new ServiceError("third_party.endpoint_only", "Only consultants withdraw attestations.");
    }
    const attestationKey = { report_id, id, consultant_id: consultant.id };
    return await ctx.db.transaction(async (tx) => {
      const locked = await lockAuditChain(tx);
      const withdrawn = await setWithdrawn(tx, attestationKey, { at: ctx.clock.now().toISOString(), by: actor });
      if (withdrawn === undefined) {
        const attestation = await selectOwnAttestation(tx, attestationKey);
        if (attestation === undefined) throw notFound("attestation");
        return attestation;
      }
      const payload = { attestation_id: id, consultant_id: consultant.id, sha256: withdrawn.report_sha256 };
      await appendAudit(ctx, tx, [{ action: "report.attestation_withdrawn", subject: report_id, payload }], locked);
      return withdrawn;
    });
  },
});
