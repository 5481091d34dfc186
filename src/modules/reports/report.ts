import { z } from "zod";
import { REPORT_FORMATS, REPORT_TEMPLATES, type ReportForm } from "../../core/report-rendering.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { missingDatapoint } from "./datapoints/fact.ts";

/** VSME: Commission Recommendation (EU) 2025/1710; csrd: the ESRS E1 chapter. */
export const STANDARD_TYPES = ["vsme_basic", "vsme_comprehensive", "csrd"] as const;
export const REPORT_LANGUAGES = ["da", "en"] as const;
/** What a job is at; a failed one keeps the stage at which it failed. */
export const REPORT_STAGES = ["frozen", "building", "rendering", "storing", "done"] as const;

const moment = z.union([z.iso.datetime(), z.null()]);
const terms = {
  report_year: z.int(),
  /** The days of a financial year that is not the calendar year report_year. */
  period: z.object({ from: z.string(), to: z.string() }).optional(),
  standard_type: z.enum(STANDARD_TYPES),
  format: z.enum(REPORT_FORMATS),
  language: z.enum(REPORT_LANGUAGES),
  template: z.enum(REPORT_TEMPLATES),
};

export const reportJob = z.object({
  id: z.uuid(),
  ...terms,
  status: z.enum(["queued", "running", "completed", "failed"]),
  stage: z.enum(REPORT_STAGES),
  progress_pct: z.int(),
  missing_inputs: z.array(missingDatapoint),
  generated_report_id: z.union([z.uuid(), z.null()]),
  failure_reason: z.union([z.string(), z.null()]),
  snapshot_id: z.string(),
  queued_at: z.iso.datetime(),
  started_at: moment,
  completed_at: moment,
  failed_at: moment,
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(reportJob, { name: "ReportJob" });

export const reportRecord = z.object({
  id: z.uuid(),
  ...terms,
  filename: z.string(),
  file_size_bytes: z.int(),
  sha256: z.string(),
  status: z.literal("completed"),
  snapshot_id: z.string(),
  /** void: attested, but the figures have changed since; the attestation still stands for these bytes. */
  attestation_status: z.enum(["none", "attested", "void"]),
  /** The report of the same terms that tells of the present figures; null: this one does. */
  superseded_by: z.union([z.uuid(), z.null()]),
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(reportRecord, { name: "Report" });

export const attestationRecord = z.object({
  id: z.uuid(),
  report_id: z.uuid(),
  report_sha256: z.string(),
  attested_by: z.object({ name: z.string(), firm: z.string(), role: z.string() }),
  engagement_type: z.enum(["limited", "reasonable", "review"]),
  standard: z.enum(["ISSA 5000", "ISAE 3410", "ISAE 3000"]),
  statement: z.string(),
  status: z.enum(["issued", "withdrawn"]),
  /** Whether the report has been superseded: what was signed is not the newest version. */
  is_void: z.boolean(),
  /** Whether the attester's organisation had itself entered answers or decided on lines of the report's year. */
  firm_entered_data: z.boolean(),
  attested_at: z.iso.datetime(),
  withdrawn_at: moment,
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(attestationRecord, { name: "Attestation" });

export type ReportJob = z.output<typeof reportJob>;
export type ReportRecord = z.output<typeof reportRecord>;
export type AttestationRecord = z.output<typeof attestationRecord>;

export interface ReportTerms extends ReportForm {
  readonly report_year: number;
  readonly period?: ReportJob["period"];
  readonly standard_type: ReportJob["standard_type"];
  readonly language: ReportJob["language"];
}

const TERMS: ReportTerms = {
  report_year: 2025,
  standard_type: "vsme_basic",
  format: "json",
  language: "en",
  template: "own",
};
const HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const CREATED = "2026-01-05T08:00:00.000000Z";

export const EXAMPLE_JOB: ReportJob = {
  id: "0198c0de-0000-7000-8000-000000000080",
  ...TERMS,
  status: "completed",
  stage: "done",
  progress_pct: 100,
  missing_inputs: [{ datapoint: "Turnover", description: "Turnover", kg_co2e_at_stake: null, datapoints_at_stake: 5 }],
  generated_report_id: "0198c0de-0000-7000-8000-000000000081",
  failure_reason: null,
  snapshot_id: HASH,
  queued_at: CREATED,
  started_at: CREATED,
  completed_at: CREATED,
  failed_at: null,
  created_at: CREATED,
};

export const EXAMPLE_REPORT: ReportRecord = {
  id: "0198c0de-0000-7000-8000-000000000081",
  ...TERMS,
  filename: "vsme-basic-2025-en.json",
  file_size_bytes: 8214,
  sha256: HASH,
  status: "completed",
  snapshot_id: HASH,
  attestation_status: "attested",
  superseded_by: null,
  created_at: CREATED,
};

export const EXAMPLE_ATTESTATION: AttestationRecord = {
  id: "0198c0de-0000-7000-8000-000000000082",
  report_id: EXAMPLE_REPORT.id,
  report_sha256: HASH,
  attested_by: { name: "Mette Holm", firm: "Klima & Co", role: "Partner" },
  engagement_type: "limited",
  standard: "ISSA 5000",
  statement: "Nothing has come to our attention that causes us to believe that the figures are not fairly stated.",
  status: "issued",
  is_void: false,
  firm_entered_data: false,
  attested_at: CREATED,
  withdrawn_at: null,
  created_at: CREATED,
};
