import { z } from "zod";
import type { TenantTransaction } from "../../core/context.ts";
import { notFound, ServiceError, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { hasHidden, isSeen, lineInput, NO_HIDDEN } from "../../core/visible-text.ts";
import { appendAudit, attestationTextsHash, lockAuditChain } from "../audit/index.ts";
import { closeAttestedYear } from "./close-attested-year.ts";
import { type AttestationRecord, attestationRecord, EXAMPLE_ATTESTATION } from "./report.ts";
import { selectReport } from "./store.ts";
import { insertAttestation, type NewAttestationRow, selectEqualAttestation } from "./store-attestations.ts";

const { attested_by, engagement_type, standard, statement } = EXAMPLE_ATTESTATION;

/** What everybody reads who checks the file. */
const publicName = lineInput(120);

export const attestReport = defineOperation({
  name: "attest_report",
  title: "Attest a report",
  description:
    "Signs a finished report off, for consultants. sha256 is the hash of the file that was examined: the sign-off is bound " +
    "to these bytes and refused for others. The firm is the consultant organisation of the key; where it had itself entered " +
    "data of the year, firm_entered_data says so to everybody. A later change of the ledger makes a new report and " +
    "leaves the attestation on this one. The first attestation of a year that is over closes it. Saying the same of the same file again gives the attestation that stands.",
  layer: null,
  scope: "reports:attest",
  access: "write",
  idempotent: true,
  input: z.object({
    report_id: z.uuid().describe("id of the report"),
    sha256: z
      .string()
      .max(64)
      .regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hex")
      .describe("Hash of the examined file"),
    name: publicName.describe("Who signs"),
    role: publicName.describe("Role in the firm"),
    engagement_type: attestationRecord.shape.engagement_type,
    standard: attestationRecord.shape.standard,
    statement: z
      .string()
      .trim()
      .min(1)
      .max(4000)
      .refine((text) => isSeen(text) && !hasHidden(text.replaceAll("\r", "")), NO_HIDDEN)
      .describe("The conclusion, in the signer's words"),
  }),
  output: attestationRecord,
  errors: ["request.validation_failed", "resource.not_found", "third_party.endpoint_only"],
  emits: ["report.attested"],
  rest: { method: "POST", path: "/reports/:report_id/attestations", status: 201 },
  tool: false,
  callers: "consultant",
  example: {
    input: {
      report_id: "$report_id",
      sha256: EXAMPLE_ATTESTATION.report_sha256,
      name: attested_by.name,
      role: attested_by.role,
      engagement_type,
      standard,
      statement,
    },
    output: EXAMPLE_ATTESTATION,
  },
  async run(ctx, { report_id, sha256, name, role, ...terms }) {
    const { consultant, actor } = ctx.principal;
    if (consultant === undefined)
      throw new ServiceError("third_party.endpoint_only", "Only consultants attest reports.");
    return await ctx.db.transaction(async (tx) => {
      const report = await selectReport(tx, report_id);
      if (report === undefined) throw notFound("report");
      if (report.sha256 !== sha256) {
        throw validationError([
          { path: "sha256", code: "other_file", message: "is not the hash of this report's file" },
        ]);
      }
      // Withdrawals take this lock as well: what stands now stands until the end.
      const locked = await lockAuditChain(tx);
      const row = {
        ...terms,
        id: ctx.newId(),
        report_id,
        attested_by: { name, role, firm: consultant.name },
        attested_at: ctx.clock.now().toISOString(),
        consultant_id: consultant.id,
        created_by: actor,
      };
      const record = await insertAttestation(tx, row);
      if (record === undefined) return await standing(tx, row);
      const texts_sha256 = attestationTextsHash({ ...record.attested_by, statement: record.statement });
      const told = { attestation_id: record.id, sha256, ...kindOf(terms) };
      const payload = { ...told, consultant_id: consultant.id, texts_sha256 };
      await appendAudit(ctx, tx, [{ action: "report.attested", subject: report_id, payload }], locked);
      await ctx.emit(tx, "report.attested", { id: report_id, ...told });
      await closeAttestedYear(ctx, tx, report);
      return record;
    });
  },
});

async function standing(tx: TenantTransaction, row: NewAttestationRow): Promise<AttestationRecord> {
  const record = await selectEqualAttestation(tx, row);
  if (record === undefined) throw new Error("an equal attestation was refused and is not there");
  return record;
}

/** Name and statement are a person's: the audit log, which can never be erased, has their hash; events have neither. */
function kindOf(terms: { readonly engagement_type: string; readonly standard: string }) {
  return { engagement_type: terms.engagement_type, standard: terms.standard };
}
